import { OTHER_COUNTRY_NAMES } from '../../../shared/country-names';

const NAMES = new Intl.DisplayNames(['en-GB'], { type: 'region' });

/** The English name of a country, by its ISO 3166-1 alpha-2 code: the one that the dashboard shows. */
export function countryName(code: string): string {
  return OTHER_COUNTRY_NAMES.en[code] ?? NAMES.of(code) ?? code;
}
