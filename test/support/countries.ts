import { type CountryCode, parseCountry } from '../../src/shared/country';

/** @throws TypeError if the code is no country */
export function countryOf(code: string): CountryCode {
  const country = parseCountry(code);
  if (country) return country;
  throw new TypeError(`${code} is no country`);
}
