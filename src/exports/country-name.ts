import { UNKNOWN_COUNTRY } from '../access/country';

const NAMES = new Intl.DisplayNames(['en'], { type: 'region' });

/** The English name of a country, by its ISO 3166-1 alpha-2 code. */
export function countryName(code: string): string {
  return code === UNKNOWN_COUNTRY ? 'Unknown' : (NAMES.of(code) ?? code);
}
