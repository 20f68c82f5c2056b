import { alpha3ToAlpha2, isValid } from 'i18n-iso-countries';
import { z } from 'zod';

/** An ISO 3166-1 alpha-2 code in capitals, or `ZZ` where the country is unknown. */
export type CountryCode = string & z.$brand<'CountryCode'>;

/** Which countries an account may see: one, or `*` for all. */
export type CountryScope = CountryCode | '*';

/** Files what belongs to no known country (ISO 3166-1 reserves `ZZ` for such use). */
export const UNKNOWN_COUNTRY = 'ZZ' as CountryCode;

/** A country that the database returns: it was checked before it was stored. */
export const storedCountry = z.string().brand<'CountryCode'>();

/** A scope that the database returns. */
export const storedScope = z.union([z.literal('*'), storedCountry]);

/** Reads an ISO 3166-1 alpha-2 or alpha-3 code in any case; undefined where it names no country. */
export function parseCountry(text: string): CountryCode | undefined {
  const trimmed = text.trim();
  // Other letters can become two or three of these as capitals: ß would be South Sudan.
  if (!/^[a-z]{2,3}$/i.test(trimmed)) return undefined;
  const code = trimmed.toUpperCase();
  const alpha2 = code.length === 3 ? alpha3ToAlpha2(code) : code;
  return alpha2?.length === 2 && isValid(alpha2) ? (alpha2 as CountryCode) : undefined;
}

/** A country as callers write it, or `ZZ` for what belongs to no known one. */
export const countryOrUnknownSchema = z.string().transform((text, context): CountryCode => {
  if (text.trim().toUpperCase() === UNKNOWN_COUNTRY) return UNKNOWN_COUNTRY;
  const result = countrySchema.safeParse(text);
  if (result.success) return result.data;
  for (const { message } of result.error.issues) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** A country as callers write it, answered as alpha-2. */
export const countrySchema = z.string().transform((text, context): CountryCode => {
  const country = parseCountry(text);
  if (country) return country;
  context.addIssue({ code: 'custom', message: 'expected an ISO 3166-1 country code such as KE or KEN' });
  return z.NEVER;
});
