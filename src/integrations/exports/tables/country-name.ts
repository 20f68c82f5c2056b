import { COUNTRY_NAME_OVERRIDES } from '../../../shared/country-name-overrides';

const ENGLISH_NAMES = new Intl.DisplayNames(['en-GB'], { type: 'region' });

/** Returns a country's English name as the dashboard shows it. @param code ISO 3166-1 alpha-2 */
export function getCountryName(code: string): string {
  return COUNTRY_NAME_OVERRIDES.en[code] ?? ENGLISH_NAMES.of(code) ?? code;
}
