import { z } from 'zod';
import { query } from '../../../platform/contract/contract';
import { noCountryError } from '../../../platform/contract/country-errors';
import { countryOrUnknownSchema } from '../../../shared/country';
import { countPeriods } from '../../../shared/period';
import { describeRangeProblem } from '../../../shared/period.schema';
import { MAX_NAME_LENGTH } from '../../../shared/own-names';
import { text } from '../../../shared/text';
import { AUDITED_STATISTICS } from '../audited-statistics';
import { languageField, translationFields } from '../names/name-fields';
import { SHARED_CASES } from './sharing';
import {
  country,
  COUNTRY_ERRORS,
  periodsOfRange,
  range,
  ratesOfSeries,
  STATISTICS_ACCESS,
  unknownPathologyError,
} from './statistics-fields';

/** All of Africa, and `ZZ`. */
const MAX_COUNTRIES = 60;
/** Counts in one trend: three years of weeks in all countries. */
const MAX_COUNTS = 10_000;
const MAX_FOUND = 100;
const LIMIT = `expected a whole number from 1 to ${MAX_FOUND}`;

export const countryTrendContract = {
  searchPathologies: query({
    work: 'statistics',
    summary: 'Pathologies by parts of a name, of the catalogue and of the countries; most cases first.',
    access: STATISTICS_ACCESS,
    audit: AUDITED_STATISTICS,
    sharing: SHARED_CASES,
    variesByLanguage: true,
    input: z.object({
      search: text(1, MAX_NAME_LENGTH).describe(
        'Words, or parts of them, of a name in English, French or Portuguese, or of one of the country’s own.',
      ),
      limit: z.int({ error: LIMIT }).min(1, LIMIT).max(MAX_FOUND, LIMIT).default(20),
      country,
      language: languageField,
    }),
    output: z.object({
      success: z.literal(true),
      data: z.array(
        z.object({
          name: z.string(),
          ...translationFields,
          icd10: z.string().nullable().describe('Null if the pathology is not in the catalogue.'),
          cases: z.int().describe('Of all years; 0 if the pathology has never been recorded.'),
        }),
      ),
    }),
    example: {
      input: { search: 'chol', country: 'KE' },
      output: { success: true, data: [{ name: 'Cholera', icd10: 'A00.9', cases: 412 }] },
    },
    errors: COUNTRY_ERRORS,
  }),
  countryTrend: query({
    work: 'statistics',
    summary: 'Cases of a pathology in each month or ISO week of a range, one line for each country.',
    access: STATISTICS_ACCESS,
    audit: AUDITED_STATISTICS,
    sharing: SHARED_CASES,
    variesByLanguage: true,
    input: z
      .object({
        pathology: text(1, MAX_NAME_LENGTH).describe('Any of its names.'),
        ...range,
        countries: z
          .array(countryOrUnknownSchema)
          .min(1, 'expected at least one country')
          .max(MAX_COUNTRIES, `expected at most ${MAX_COUNTRIES} countries`)
          .optional()
          .describe(
            `ISO 3166-1 codes. All with figures that the account may see when absent. At most ${MAX_COUNTS} counts: as many periods as ${MAX_COUNTS} divided by the countries, or by ${MAX_COUNTRIES} when absent.`,
          ),
        language: languageField,
      })
      .superRefine(({ from, to, countries }, context) => {
        const problem =
          describeRangeProblem(from, to) ?? describeSizeProblem(countPeriods(from, to), countries);
        if (problem !== undefined)
          context.addIssue({
            code: 'custom',
            path: ['to'],
            message: problem.replace('periods', `${from.kind}s`),
          });
      }),
    output: z.object({
      success: z.literal(true),
      data: z.object({
        name: z.string(),
        ...translationFields,
        ...periodsOfRange,
        countries: z
          .array(
            z.object({
              country: z.string(),
              visible: z.boolean().describe('Whether the account may see the country.'),
              counts: z
                .array(z.int())
                .nullable()
                .describe(
                  'One for each period: 0 if no case was recorded. Null if the account may not see the country.',
                ),
              per100000: ratesOfSeries.nullable(),
            }),
          )
          .describe('In the order asked for, or by code.'),
      }),
    }),
    example: {
      input: { pathology: 'Cholera', from: '2026-01', to: '2026-03', countries: ['KE', 'UG'] },
      output: {
        success: true,
        data: {
          name: 'Cholera',
          periods: ['2026-01', '2026-02', '2026-03'],
          populationYears: [2024, 2024, 2024],
          countries: [
            { country: 'KE', visible: true, counts: [12, 40, 87], per100000: [0.0213, 0.0709, 0.1542] },
            { country: 'UG', visible: true, counts: [0, 3, 11], per100000: [0, 0.006, 0.022] },
          ],
        },
      },
    },
    errors: [noCountryError, unknownPathologyError],
  }),
};

function describeSizeProblem(periods: number, countries?: readonly string[]): string | undefined {
  const lines = countries?.length ?? MAX_COUNTRIES;
  const most = Math.floor(MAX_COUNTS / lines);
  return periods > most ? `expected at most ${most} periods for ${lines} countries` : undefined;
}
