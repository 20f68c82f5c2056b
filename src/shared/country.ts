import { alpha3ToAlpha2, isValid } from 'i18n-iso-countries/index.js';
import { z } from 'zod';

/** An ISO 3166-1 alpha-2 code in capitals, or `ZZ` for an unknown country. */
export type CountryCode = string & z.$brand<'CountryCode'>;

/** The countries that an account may access: one, or `*` for all. */
export type CountryScope = CountryCode | '*';

/** The code for an unknown country. ISO 3166-1 reserves `ZZ` for such use. */
export const UNKNOWN_COUNTRY = 'ZZ' as CountryCode;

/** Schema of a country from the database, which was validated before it was stored. */
export const storedCountry = z.string().brand<'CountryCode'>();

/** Schema of a scope from the database. */
export const storedScope = z.union([z.literal('*'), storedCountry]);

/** Parses an ISO 3166-1 alpha-2 or alpha-3 code in any case. Returns undefined if it is no country. */
export function parseCountry(text: string): CountryCode | undefined {
  const trimmed = text.trim();
  // Other letters can become two capitals: ß would become SS, South Sudan.
  if (!/^[a-z]{2,3}$/i.test(trimmed)) return undefined;
  const code = trimmed.toUpperCase();
  const alpha2 = code.length === 3 ? alpha3ToAlpha2(code) : code;
  return alpha2?.length === 2 && isValid(alpha2) ? (alpha2 as CountryCode) : undefined;
}

/** Parses the code of a country, or `ZZ` for an unknown country. */
export function parseCountryOrUnknown(text: string): CountryCode | undefined {
  return text.trim().toUpperCase() === UNKNOWN_COUNTRY ? UNKNOWN_COUNTRY : parseCountry(text);
}

/** Schema of a country in an input: alpha-2 or alpha-3, parsed to alpha-2. */
export const countrySchema = parsedCountry(parseCountry);

/** Schema of a country in an input, or `ZZ` for an unknown country. */
export const countryOrUnknownSchema = parsedCountry(parseCountryOrUnknown);

function parsedCountry(parse: (text: string) => CountryCode | undefined) {
  return z.string().transform((text, context): CountryCode => {
    const country = parse(text);
    if (country) return country;
    context.addIssue({ code: 'custom', message: 'expected an ISO 3166-1 country code such as KE or KEN' });
    return z.NEVER;
  });
}
