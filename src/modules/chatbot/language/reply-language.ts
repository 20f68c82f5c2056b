import { findLocale, LOCALES, type Locale } from '../../../shared/locale';
import { detectLanguage } from './detect-language';

/** The data that the language of a reply depends on. */
interface LanguageHints {
  readonly message: string;
  /** BCP 47 tags of the caller, preferred first. */
  readonly preferred: readonly string[];
  /** Earlier messages of the user, oldest first. */
  readonly earlier: readonly string[];
}

/** Returns the caller's preferred language, or else that of the message, or else that of the earlier messages. */
export function replyLanguage({ message, preferred, earlier }: LanguageHints): Locale {
  return findLocale(preferred) ?? latestLanguage([...earlier, message]) ?? LOCALES[0];
}

function latestLanguage(messages: readonly string[]): Locale | undefined {
  for (const message of messages.toReversed()) {
    const language = detectLanguage(message);
    if (language) return language;
  }
  return undefined;
}
