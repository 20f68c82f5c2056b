import metadata from 'libphonenumber-js/metadata.full.json';
import { z } from 'zod';

/** ISO 3166-1: the 54 states, and Western Sahara, Réunion and Mayotte. */
export const AFRICAN_COUNTRIES =
  'DZ AO BJ BW BF BI CM CV CF TD KM CD CG CI DJ EG GQ ER SZ ET GA GM GH GN GW KE LS LR LY MG MW ML MR MU MA MZ NA NE NG RW ST SN SC SL SO ZA SS SD TZ TG TN UG ZM ZW EH RE YT'.split(
    ' ',
  );

/**
 * A country's numbering plan, in the form in which libphonenumber-js keeps it: a list, of which these are the calling code,
 * the digits dialled before a national number (0 for none), and the patterns of fixed and mobile numbers.
 */
const plan = z.array(z.unknown()).transform((fields, context) => {
  const known = z
    .object({ code: z.string(), trunk: z.union([z.string(), z.literal(0)]), types: z.array(z.unknown()) })
    .safeParse({ code: fields[0], trunk: fields[5], types: fields[11] });
  if (!known.success) {
    context.addIssue({
      code: 'custom',
      message: 'libphonenumber-js keeps its numbering plans in another form',
    });
    return z.NEVER;
  }
  const { code, trunk, types } = known.data;
  const [fixed, mobile] = types
    .slice(0, 2)
    .map((type) => z.tuple([z.string()], z.unknown()).safeParse(type).data?.[0]);
  return { code, trunk: trunk === 0 ? '' : trunk, fixed, mobile };
});

const plans = z.object({
  countries: z.record(z.string(), z.unknown()),
  country_calling_codes: z.record(z.string(), z.unknown()),
});

const { countries, country_calling_codes } = plans.parse(metadata);
const african = AFRICAN_COUNTRIES.map((country) => plan.parse(countries[country]));

function anyOf(patterns: readonly (string | undefined)[]): RegExp {
  const distinct = new Set(patterns.filter((pattern) => pattern !== undefined));
  return new RegExp(`^(?:${[...distinct].join('|')})$`);
}

/**
 * Digits alone, compared with the plans of all African countries at once. The library’s own matcher looks for the
 * numbers of one country, and takes half a second for that on 4,000 hostile characters.
 */
export const AFRICAN_NUMBERS = {
  /** With the calling code. */
  international: anyOf(
    african.map(({ code, fixed, mobile }) => `${code}(?:${[fixed, mobile].filter(Boolean).join('|')})`),
  ),
  /** As dialled within a country. */
  national: anyOf(
    african.flatMap(({ trunk, fixed, mobile }) =>
      [fixed, mobile].map((type) => type && `${trunk}(?:${type})`),
    ),
  ),
  /** Likewise, mobile numbers of countries that dial nothing before them. */
  mobileWithoutTrunk: anyOf(african.filter(({ trunk }) => trunk === '').map(({ mobile }) => mobile)),
  /** Mobile numbers without what is dialled before them, as many people write them. */
  mobile: anyOf(african.map(({ mobile }) => mobile)),
} as const;

/** Whether digits begin with a calling code of some country. */
export function hasCallingCode(digits: string): boolean {
  return [1, 2, 3].some((length) => Object.hasOwn(country_calling_codes, digits.slice(0, length)));
}
