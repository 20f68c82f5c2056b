/** Languages of the pages, as BCP 47 tags. The first is the default. */
export const LOCALES = ['en', 'fr', 'pt', 'ar', 'sw'] as const;

export type Locale = (typeof LOCALES)[number];

/**
 * Returns the language of a page.
 * @param requested BCP 47 tag in the URL, if any
 * @param preferred BCP 47 tags of the browser, preferred first
 */
export function pickLocale(requested: string | null | undefined, preferred: readonly string[]): Locale {
  return findLocale(requested ? [requested, ...preferred] : preferred) ?? LOCALES[0];
}

/** Returns the first language of BCP 47 tags that is one of `LOCALES`, if any. */
export function findLocale(tags: readonly string[]): Locale | undefined {
  return tags.map(languageOf).find((locale) => locale !== undefined);
}

/** Returns the writing direction of a language, for the attribute `dir`. */
export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr';
}

function languageOf(tag: string): Locale | undefined {
  const language = tag.trim().toLowerCase().split('-', 1)[0];
  return LOCALES.find((locale) => locale === language);
}
