import type { Locale } from '../../../src/shared/locale';

let language: Locale = 'en';

/** Sets the language of the names in results and downloads. */
export function setQueryLanguage(locale: Locale): void {
  language = locale;
}

export function queryLanguage(): Locale {
  return language;
}
