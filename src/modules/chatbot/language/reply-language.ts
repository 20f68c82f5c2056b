import { findLocale, LOCALES, type Locale } from '../../../shared/locale';
import { detectClearLanguage, detectLanguage } from './detect-language';

/** The data that the language of a reply depends on. */
interface LanguageHints {
  readonly message: string;
  /** BCP 47 tags of the caller, preferred first. */
  readonly preferred: readonly string[];
  /** Earlier messages of the user, oldest first. */
  readonly earlier: readonly string[];
}

/**
 * Returns the language of the message if it is clear, or else the clear one of the conversation, or else the caller's preferred
 * language, or else what the message and the earlier ones seem to be in.
 */
export function replyLanguage({ message, preferred, earlier }: LanguageHints): Locale {
  return (
    latestOf([...earlier, message], detectClearLanguage) ??
    findLocale(preferred) ??
    latestOf([...earlier, message], detectLanguage) ??
    LOCALES[0]
  );
}

function latestOf(
  messages: readonly string[],
  detect: (message: string) => Locale | undefined,
): Locale | undefined {
  for (const message of messages.toReversed()) {
    const language = detect(message);
    if (language) return language;
  }
  return undefined;
}
