import { z } from 'zod';
import { type CountryCode, UNKNOWN_COUNTRY, parseCountry } from '../../../shared/country';
import { externalIdSchema } from '../../../shared/external-id';
import { pastTimestampSchema } from '../../../shared/timestamp';
import type { Column } from '../tables/columns';
import { type DateRules, readMoment, type Reading } from './written-date';
import { type DecimalMark } from './written-number';

/** How a file is to be read, as far as somebody said. */
export interface ReadingRules extends DateRules {
  readonly decimalMark?: DecimalMark | undefined;
  /** The country of every line, for a file without such a column. */
  readonly country?: CountryCode | undefined;
}

/** Begins the identities of lines that have no external id of their own. */
export const CONTENT_IDENTITY = 'sha256:';

export const EXTERNAL_ID_COLUMN: Column = {
  field: 'externalId',
  isRequired: false,
  names: ['external id', 'id externe', 'identifiant externe', 'id externo', 'identificador externo'],
};

/** @param isRequired false where all of the file is of one country */
export function countryColumn(isRequired: boolean): Column {
  return { field: 'country', isRequired, names: ['pays', 'país', 'country code', 'code pays'] };
}

export const lineExternalIdSchema = externalIdSchema
  .refine(
    (id) => !id.startsWith(CONTENT_IDENTITY),
    `must not begin with ${CONTENT_IDENTITY}, which names lines that have no id of their own`,
  )
  .optional();

/** Reads a country, or `ZZ` for none that is known: whoever has a file may say so, unlike the accounts of the API. */
export function readCountry(text: string): CountryCode | undefined {
  return text.trim().toUpperCase() === UNKNOWN_COUNTRY ? UNKNOWN_COUNTRY : parseCountry(text);
}

/** The country of a line: what its cell says, or that of all. */
export function countryField(country: CountryCode | undefined) {
  if (country === undefined) {
    return written<CountryCode>((text) => {
      const value = readCountry(text);
      return value === undefined
        ? { problem: 'expected an ISO 3166-1 country code such as KE or KEN, or ZZ where it is unknown' }
        : { value };
    });
  }
  return z
    .string()
    .optional()
    .transform(() => country);
}

/** A date as people write it, within the limits of the API. */
export function momentField(rules: DateRules) {
  return written((text) => {
    const reading = readMoment(text, rules);
    return 'problem' in reading ? reading : { value: reading.value.toISOString() };
  }).pipe(pastTimestampSchema);
}

/** A cell that is read before it is checked. */
export function written<Value>(read: (text: string) => Reading<Value>) {
  return z.string().transform((text, context): Value => {
    const reading = read(text);
    if ('value' in reading) return reading.value;
    context.addIssue({ code: 'custom', message: reading.problem });
    return z.NEVER;
  });
}
