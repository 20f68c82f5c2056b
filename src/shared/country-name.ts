import { COUNTRY_NAME_OVERRIDES } from './country-name-overrides';
import type { Locale } from './locale';

const namesByLanguage = new Map<Locale, Intl.DisplayNames>();

/** Returns a country's name as the dashboard shows it. @param code ISO 3166-1 alpha-2 */
export function getCountryName(code: string, language: Locale = 'en'): string {
  const names =
    namesByLanguage.get(language) ??
    new Intl.DisplayNames([language === 'en' ? 'en-GB' : language], { type: 'region' });
  namesByLanguage.set(language, names);
  return COUNTRY_NAME_OVERRIDES[language][code] ?? names.of(code) ?? code;
}
