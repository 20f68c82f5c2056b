import { z } from 'zod';
import { type CountryCode, parseCountryOrUnknown } from '../../../shared/country';
import { CONTENT_ID_PREFIX, newExternalIdSchema } from '../../../shared/external-id';
import { pastTimestampSchema } from '../../../shared/timestamp';
import type { Column } from '../tables/columns';
import { type DateRules, type ParseResult, parseDate } from './parse-date';
import type { DecimalMark } from './parse-number';

/** Options for reading a file's cells. */
export interface ParsingRules extends DateRules {
  readonly decimalMark?: DecimalMark | undefined;
  /** The country of every line, for a file without such a column. */
  readonly country?: CountryCode | undefined;
}

export const EXTERNAL_ID_COLUMN: Column = {
  field: 'externalId',
  isRequired: false,
  names: ['external id', 'id externe', 'identifiant externe', 'id externo', 'identificador externo'],
};

/** @param isRequired false if an option gives the country of all lines */
export function countryColumn(isRequired: boolean): Column {
  return { field: 'country', isRequired, names: ['pays', 'país', 'country code', 'code pays'] };
}

export const lineExternalIdSchema = newExternalIdSchema
  .refine(
    (id) => !id.startsWith(CONTENT_ID_PREFIX),
    `must not begin with ${CONTENT_ID_PREFIX}, which names lines that have no id of their own`,
  )
  .optional();

/**
 * Returns the schema of a country or `ZZ`, which the API accepts in queries only, not in new records.
 * @param country of all lines; if undefined, each line has its own
 */
export function countryFieldSchema(country: CountryCode | undefined) {
  if (country === undefined) {
    return parsedCellSchema<CountryCode>((text) => {
      const value = parseCountryOrUnknown(text);
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

/** Returns the schema of a date within the limits of the API. */
export function dateFieldSchema(rules: DateRules) {
  return parsedCellSchema((text) => {
    const result = parseDate(text, rules);
    return 'problem' in result ? result : { value: result.value.toISOString() };
  }).pipe(pastTimestampSchema);
}

/** Returns a schema that parses a cell's text. */
export function parsedCellSchema<Value>(parse: (text: string) => ParseResult<Value>) {
  return z.string().transform((text, context): Value => {
    const result = parse(text);
    if ('value' in result) return result.value;
    context.addIssue({ code: 'custom', message: result.problem });
    return z.NEVER;
  });
}
