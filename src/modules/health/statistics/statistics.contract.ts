import { z } from 'zod';
import { countryOrUnknownSchema } from '../../../shared/country';
import {
  MAX_PERIODS,
  monthOrWeekSchema,
  periodSchema,
  describeRangeProblem,
} from '../../../shared/period.schema';
import { text } from '../../../shared/text';
import { SHARED_CASES, SHARED_CASES_AND_UNITS, SHARED_UNITS } from './sharing';
import { query } from '../../../platform/contract/contract';
import { noCountryError, otherCountryError } from '../../../platform/contract/country-errors';
import { AUDITED_STATISTICS } from '../audited-statistics';

const ACCESS = ['ministry', 'admin'] as const;

const COUNTRY_ERRORS = [noCountryError, otherCountryError];

const period = periodSchema.describe(
  'A year `2026`, a quarter `2026-Q1`, a month `2026-03` or an ISO week `2026-W11`.',
);

/** Maximum number of pathologies in one trend. */
const MAX_SERIES = 10;

const country = countryOrUnknownSchema
  .optional()
  .describe(
    'ISO 3166-1 code, or `ZZ` for what belongs to no known country. All that the account may see when absent.',
  );

/** The count of a period, compared with earlier periods. Of a period that is not over, only complete days are compared. */
const comparedSchema = z
  .object({
    count: z.int(),
    compared: z
      .int()
      .describe(
        'The part of `count` that is compared: all of it where the period is over, else what came before today.',
      ),
    previous: z.int().describe('In the period before this one, in as many days.'),
    yearBefore: z.int().describe('In the same period a year before, in as many days.'),
    changeOnPrevious: z
      .number()
      .nullable()
      .describe('`compared` less `previous`, as a part of `previous`; null where that is zero.'),
    changeOnYearBefore: z
      .number()
      .nullable()
      .describe('`compared` less `yearBefore`, as a part of `yearBefore`; null where that is zero.'),
  })
  .meta({ title: 'ComparedCount' });

/** Statistics beyond the two procedures of the specification. */
export const statisticsContract = {
  countries: query({
    work: 'statistics',
    summary: 'The countries that the caller may see and that have figures.',
    access: ACCESS,
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
    access: ACCESS,
    audit: AUDITED_STATISTICS,
    sharing: SHARED_CASES,
    input: z.object({ period, country }),
    output: z.object({
      success: z.literal(true),
      data: z.array(z.object({ name: z.string(), icd10: z.string().nullable(), count: z.int() })),
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
    access: ACCESS,
    audit: AUDITED_STATISTICS,
    sharing: SHARED_UNITS,
    input: z.object({ period, country }),
    output: z.object({
      success: z.literal(true),
      data: z.array(z.object({ name: z.string(), atcCode: z.string().nullable(), unitsSold: z.int() })),
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
    access: ACCESS,
    audit: AUDITED_STATISTICS,
    sharing: SHARED_CASES,
    input: z
      .object({
        pathologies: z
          .array(text(1, 200))
          .min(1, 'expected at least one pathology')
          .max(MAX_SERIES, `expected at most ${MAX_SERIES} pathologies`),
        from: monthOrWeekSchema.describe('The first month `2026-01` or ISO week `2026-W01`.'),
        to: monthOrWeekSchema.describe('The last one, of the same kind.'),
        country,
      })
      .superRefine(({ from, to }, context) => {
        const problem = describeRangeProblem(from, to);
        if (problem !== undefined) context.addIssue({ code: 'custom', path: ['to'], message: problem });
      }),
    output: z.object({
      success: z.literal(true),
      data: z.object({
        periods: z.array(z.string()).max(MAX_PERIODS).describe('Every month or week of the range, in order.'),
        series: z
          .array(z.object({ name: z.string(), counts: z.array(z.int()) }))
          .describe('In the order asked for, each with one count for each period.'),
      }),
    }),
    example: {
      input: { pathologies: ['Malaria', 'Cholera'], from: '2026-01', to: '2026-03', country: 'KE' },
      output: {
        success: true,
        data: {
          periods: ['2026-01', '2026-02', '2026-03'],
          series: [
            { name: 'Malaria', counts: [1311, 1190, 1204] },
            { name: 'Cholera', counts: [12, 40, 87] },
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
    access: ACCESS,
    audit: AUDITED_STATISTICS,
    sharing: SHARED_CASES_AND_UNITS,
    input: z
      .object({
        period,
        pathology: text(1, 200).optional().describe('Its name. All pathologies when absent.'),
        medication: text(1, 200).optional().describe('Its name. Not together with `pathology`.'),
        country,
      })
      .refine(({ pathology, medication }) => pathology === undefined || medication === undefined, {
        path: ['medication'],
        error: 'must not be given together with pathology',
      }),
    output: z.object({
      success: z.literal(true),
      data: z
        .array(z.object({ country: z.string(), count: z.int() }))
        .describe('Countries with at least one, most first.'),
    }),
    example: {
      input: { period: '2026-03', pathology: 'Malaria' },
      output: { success: true, data: [{ country: 'KE', count: 1204 }] },
    },
    errors: [
      ...COUNTRY_ERRORS,
      {
        code: 'NOT_FOUND',
        when: 'nobody has used the name',
        message: 'pathology: no pathology is called "Malria"',
      },
    ],
  }),
  summary: query({
    work: 'statistics',
    summary:
      'Totals of a period, and their change on the previous period and on the same period a year before.',
    access: ACCESS,
    audit: AUDITED_STATISTICS,
    sharing: SHARED_CASES_AND_UNITS,
    input: z.object({ period, country }),
    output: z.object({
      success: z.literal(true),
      data: z.object({
        period: z.string(),
        until: z.iso.date().describe('The last day counted: of the period, or today where it is not over.'),
        comparedUntil: z.iso
          .date()
          .nullable()
          .describe(
            'The last day compared: of the period, or yesterday where it is not over; null where it began today or has not begun.',
          ),
        complete: z.boolean().describe('Whether the period is over.'),
        cases: comparedSchema,
        unitsSold: comparedSchema,
        pathologies: z.int().describe('How many have at least one case.'),
        countries: z.int().describe('How many have at least one case.'),
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
          },
          unitsSold: {
            count: 90210,
            compared: 90210,
            previous: 0,
            yearBefore: 81000,
            changeOnPrevious: null,
            changeOnYearBefore: 0.11370370370370371,
          },
          pathologies: 212,
          countries: 1,
        },
      },
    },
    errors: COUNTRY_ERRORS,
  }),
};
