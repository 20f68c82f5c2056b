import { z } from 'zod';
import { describeRangeProblem } from '../../../shared/period.schema';
import { text } from '../../../shared/text';
import { SHARED_CASES, SHARED_CASES_AND_UNITS, SHARED_UNITS } from './sharing';
import {
  comparedPeriod,
  comparedSchema,
  country,
  COUNTRY_ERRORS,
  per100000,
  period,
  population,
  periodsOfRange,
  range,
  ratesOfSeries,
  STATISTICS_ACCESS,
  unknownPathologyError,
} from './statistics-fields';
import { query } from '../../../platform/contract/contract';
import { noCountryError } from '../../../platform/contract/country-errors';
import { AUDITED_STATISTICS } from '../audited-statistics';
import { MAX_NAME_LENGTH } from '../../../shared/own-names';
import { languageField, translationFields } from '../names/name-fields';

/** Maximum number of pathologies in one trend. */
const MAX_SERIES = 10;

/** Statistics beyond the two procedures of the specification. */
export const statisticsContract = {
  countries: query({
    work: 'statistics',
    summary: 'The countries that the caller may see and that have figures.',
    access: STATISTICS_ACCESS,
    audit: AUDITED_STATISTICS,
    sharing: SHARED_CASES_AND_UNITS,
    output: z.object({
      success: z.literal(true),
      data: z.object({
        all: z.boolean().describe('Whether the caller may see every country, and so their sum.'),
        countries: z.array(z.string()).describe('ISO 3166-1 alpha-2; `ZZ` where the country is unknown.'),
      }),
    }),
    example: { output: { success: true, data: { all: false, countries: ['KE'] } } },
    errors: [noCountryError],
  }),
  pathologies: query({
    work: 'statistics',
    summary: 'Cases by pathology in any period; most cases first.',
    access: STATISTICS_ACCESS,
    audit: AUDITED_STATISTICS,
    sharing: SHARED_CASES,
    variesByLanguage: true,
    input: z.object({ period, country, language: languageField }),
    output: z.object({
      success: z.literal(true),
      data: z.array(
        z.object({ name: z.string(), icd10: z.string().nullable(), count: z.int(), ...translationFields }),
      ),
    }),
    example: {
      input: { period: '2026-W11', country: 'KE' },
      output: { success: true, data: [{ name: 'Malaria', icd10: 'B54', count: 1204 }] },
    },
    errors: COUNTRY_ERRORS,
  }),
  medications: query({
    work: 'statistics',
    summary: 'Units sold by medication in any period; best-selling first.',
    access: STATISTICS_ACCESS,
    audit: AUDITED_STATISTICS,
    sharing: SHARED_UNITS,
    variesByLanguage: true,
    input: z.object({ period, country, language: languageField }),
    output: z.object({
      success: z.literal(true),
      data: z.array(
        z.object({
          name: z.string(),
          atcCode: z.string().nullable(),
          unitsSold: z.int(),
          ...translationFields,
        }),
      ),
    }),
    example: {
      input: { period: '2026-Q1', country: 'KE' },
      output: { success: true, data: [{ name: 'Paracetamol', atcCode: 'N02BE01', unitsSold: 58210 }] },
    },
    errors: COUNTRY_ERRORS,
  }),
  pathologyTrend: query({
    work: 'statistics',
    summary: 'Cases of some pathologies in each month or ISO week of a range.',
    access: STATISTICS_ACCESS,
    audit: AUDITED_STATISTICS,
    sharing: SHARED_CASES,
    variesByLanguage: true,
    input: z
      .object({
        pathologies: z
          .array(text(1, MAX_NAME_LENGTH))
          .min(1, 'expected at least one pathology')
          .max(MAX_SERIES, `expected at most ${MAX_SERIES} pathologies`)
          .describe('Their names, in any language that the catalogue knows.'),
        ...range,
        country,
        language: languageField,
      })
      .superRefine(({ from, to }, context) => {
        const problem = describeRangeProblem(from, to);
        if (problem !== undefined) context.addIssue({ code: 'custom', path: ['to'], message: problem });
      }),
    output: z.object({
      success: z.literal(true),
      data: z.object({
        ...periodsOfRange,
        series: z
          .array(
            z.object({
              name: z.string(),
              counts: z.array(z.int()),
              per100000: ratesOfSeries,
              ...translationFields,
            }),
          )
          .describe('In the order asked for, each with one count for each period.'),
      }),
    }),
    example: {
      input: { pathologies: ['Malaria', 'Cholera'], from: '2026-01', to: '2026-02', country: 'KE' },
      output: {
        success: true,
        data: {
          periods: ['2026-01', '2026-02'],
          populationYears: [2024, 2024],
          series: [
            { name: 'Malaria', counts: [1311, 1190], per100000: [2.3231, 2.1087] },
            { name: 'Cholera', counts: [12, 40], per100000: [0.0213, 0.0709] },
          ],
        },
      },
    },
    errors: [
      ...COUNTRY_ERRORS,
      {
        code: 'NOT_FOUND',
        when: 'nobody has used one of the names',
        message: 'pathologies[1]: no pathology is called "Malria"',
      },
    ],
  }),
  countryBreakdown: query({
    work: 'statistics',
    summary: 'Cases of one or of all pathologies, or units of one medication, by country in a period.',
    access: STATISTICS_ACCESS,
    audit: AUDITED_STATISTICS,
    sharing: SHARED_CASES_AND_UNITS,
    input: z
      .object({
        period,
        pathology: text(1, MAX_NAME_LENGTH).optional().describe('Its name. All pathologies when absent.'),
        medication: text(1, MAX_NAME_LENGTH).optional().describe('Its name. Not together with `pathology`.'),
        country,
      })
      .refine(({ pathology, medication }) => pathology === undefined || medication === undefined, {
        path: ['medication'],
        error: 'must not be given together with pathology',
      }),
    output: z.object({
      success: z.literal(true),
      data: z
        .array(z.object({ country: z.string(), count: z.int(), per100000, population }))
        .describe('Countries with at least one, most first.'),
    }),
    example: {
      input: { period: '2026-03', pathology: 'Malaria' },
      output: {
        success: true,
        data: [
          { country: 'KE', count: 1204, per100000: 2.1335, population: { people: 56432944, year: 2024 } },
        ],
      },
    },
    errors: [...COUNTRY_ERRORS, unknownPathologyError],
  }),
  summary: query({
    work: 'statistics',
    summary:
      'Totals of a period, and their change on the previous period and on the same period a year before.',
    access: STATISTICS_ACCESS,
    audit: AUDITED_STATISTICS,
    sharing: SHARED_CASES_AND_UNITS,
    input: z.object({ period, country }),
    output: z.object({
      success: z.literal(true),
      data: z.object({
        ...comparedPeriod,
        cases: comparedSchema,
        unitsSold: comparedSchema,
        pathologies: z.int().describe('How many have at least one case.'),
        countries: z.int().describe('How many have at least one case.'),
        population,
      }),
    }),
    example: {
      input: { period: '2026-03', country: 'KE' },
      output: {
        success: true,
        data: {
          period: '2026-03',
          until: '2026-03-31',
          comparedUntil: '2026-03-31',
          complete: true,
          cases: {
            count: 5120,
            compared: 5120,
            previous: 4800,
            yearBefore: 5000,
            changeOnPrevious: 0.06666666666666667,
            changeOnYearBefore: 0.024,
            per100000: 9.0727,
          },
          unitsSold: {
            count: 90210,
            compared: 90210,
            previous: 0,
            yearBefore: 81000,
            changeOnPrevious: null,
            changeOnYearBefore: 0.11370370370370371,
            per100000: 159.853,
          },
          pathologies: 212,
          countries: 1,
          population: { people: 56432944, year: 2024 },
        },
      },
    },
    errors: COUNTRY_ERRORS,
  }),
};
