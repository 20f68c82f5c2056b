/** The languages that pages are shown in, as BCP 47 tags; the first where nobody says otherwise. */
export const LOCALES = ['en', 'fr', 'pt', 'ar', 'sw'] as const;

export type Locale = (typeof LOCALES)[number];

/**
 * The language to show.
 * @param asked what the address names, if anything; of a tag such as `pt-MZ` the language counts
 * @param preferred what the reader prefers, best first
 */
export function pickLocale(asked: string | null | undefined, preferred: readonly string[]): Locale {
  const tags = asked ? [asked, ...preferred] : preferred;
  return tags.map(languageOf).find((locale) => locale !== undefined) ?? LOCALES[0];
}

/** Which way the language is written. */
export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr';
}

function languageOf(tag: string): Locale | undefined {
  const language = tag.trim().toLowerCase().split('-', 1)[0];
  return LOCALES.find((locale) => locale === language);
}
