import { LOCALES, type Locale } from '../../../shared/locale';
import { detectLanguage } from './detect-language';

/** What tells the language to answer in. */
export interface LanguageClues {
  readonly message: string;
  /** BCP 47 tags that the caller prefers, best first. */
  readonly preferred: readonly string[];
  /** What the person wrote before in the conversation, oldest first. */
  readonly earlier: readonly string[];
}

/** The language to answer in: what the caller asks for, else what the message is written in, else that of those before it. */
export function replyLanguage({ message, preferred, earlier }: LanguageClues): Locale {
  return askedFor(preferred) ?? written([...earlier, message]) ?? LOCALES[0];
}

function askedFor(preferred: readonly string[]): Locale | undefined {
  return preferred
    .map((tag) => tag.trim().toLowerCase().split('-', 1)[0])
    .map((language) => LOCALES.find((locale) => locale === language))
    .find((locale) => locale !== undefined);
}

function written(oldestFirst: readonly string[]): Locale | undefined {
  for (const text of oldestFirst.toReversed()) {
    const language = detectLanguage(text);
    if (language) return language;
  }
  return undefined;
}
