import { z } from 'zod';
import { countryOrUnknownSchema } from '../access/country';
import { LONGEST_RANGE, monthOrWeekSchema, periodSchema, rangeProblem } from '../fields/period';
import { text } from '../fields/text';
import { query } from '../trpc/contract';

const ACCESS = ['ministry', 'admin'] as const;

/** The most lines that one trend has. */
const MOST_SERIES = 10;

const country = countryOrUnknownSchema.optional();

/** What a period has, and what it is compared with: like with like, so of a period that is not over its whole days only. */
const comparedSchema = z.object({
  count: z.int(),
  /** The part of `count` that is compared: all of it where the period is over, else what came before today. */
  compared: z.int(),
  /** In the period before this one, in as many days. */
  previous: z.int(),
  /** In the same period a year before, in as many days. */
  yearBefore: z.int(),
  /** `compared` less `previous`, as a part of `previous`; null where that is zero. */
  changeOnPrevious: z.number().nullable(),
  changeOnYearBefore: z.number().nullable(),
});

/** Numbers for a ministry beside the two documented ones. */
export const statisticsContract = {
  countries: query({
    summary: 'The countries that the caller may see and that have figures.',
    access: ACCESS,
    output: z.object({
      success: z.literal(true),
      data: z.object({
        /** Whether the caller may see every country, and so their sum. */
        all: z.boolean(),
        /** ISO 3166-1 alpha-2; `ZZ` where the country is unknown. */
        countries: z.array(z.string()),
      }),
    }),
    example: { output: { success: true, data: { all: false, countries: ['KE'] } } },
  }),
  pathologies: query({
    summary: 'Cases by pathology in any period; most cases first.',
    access: ACCESS,
    input: z.object({ period: periodSchema, country }),
    output: z.object({
      success: z.literal(true),
      data: z.array(z.object({ name: z.string(), icd10: z.string().nullable(), count: z.int() })),
    }),
    example: {
      input: { period: '2026-W11', country: 'KE' },
      output: { success: true, data: [{ name: 'Malaria', icd10: 'B54', count: 1204 }] },
    },
  }),
  medications: query({
    summary: 'Units sold by medication in any period; best-selling first.',
    access: ACCESS,
    input: z.object({ period: periodSchema, country }),
    output: z.object({
      success: z.literal(true),
      data: z.array(z.object({ name: z.string(), atcCode: z.string().nullable(), unitsSold: z.int() })),
    }),
    example: {
      input: { period: '2026-Q1', country: 'KE' },
      output: { success: true, data: [{ name: 'Paracetamol', atcCode: 'N02BE01', unitsSold: 58210 }] },
    },
  }),
  pathologyTrend: query({
    summary: 'Cases of some pathologies in each month or ISO week of a range.',
    access: ACCESS,
    input: z
      .object({
        pathologies: z
          .array(text(1, 200))
          .min(1, 'expected at least one pathology')
          .max(MOST_SERIES, `expected at most ${MOST_SERIES} pathologies`),
        from: monthOrWeekSchema,
        to: monthOrWeekSchema,
        country,
      })
      .superRefine(({ from, to }, context) => {
        const problem = rangeProblem(from, to);
        if (problem !== undefined) context.addIssue({ code: 'custom', path: ['to'], message: problem });
      }),
    output: z.object({
      success: z.literal(true),
      data: z.object({
        /** Every month or week of the range, in order. */
        periods: z.array(z.string()).max(LONGEST_RANGE),
        /** In the order asked for, each with one count for each period. */
        series: z.array(z.object({ name: z.string(), counts: z.array(z.int()) })),
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
  }),
  countryBreakdown: query({
    summary: 'Cases of one or of all pathologies, or units of one medication, by country in a period.',
    access: ACCESS,
    input: z
      .object({
        period: periodSchema,
        pathology: text(1, 200).optional(),
        medication: text(1, 200).optional(),
        country,
      })
      .refine(({ pathology, medication }) => pathology === undefined || medication === undefined, {
        path: ['medication'],
        error: 'must not be given together with pathology',
      }),
    output: z.object({
      success: z.literal(true),
      /** Countries with at least one, most first. */
      data: z.array(z.object({ country: z.string(), count: z.int() })),
    }),
    example: {
      input: { period: '2026-03', pathology: 'Malaria' },
      output: { success: true, data: [{ country: 'KE', count: 1204 }] },
    },
  }),
  summary: query({
    summary:
      'Totals of a period, and their change on the previous period and on the same period a year before.',
    access: ACCESS,
    input: z.object({ period: periodSchema, country }),
    output: z.object({
      success: z.literal(true),
      data: z.object({
        period: z.string(),
        /** The last day counted: of the period, or today where it is not over. */
        until: z.iso.date(),
        /** The last day compared: of the period, or yesterday where it is not over; null where it began today or has not begun. */
        comparedUntil: z.iso.date().nullable(),
        /** Whether the period is over. */
        complete: z.boolean(),
        cases: comparedSchema,
        unitsSold: comparedSchema,
        /** How many pathologies have at least one case. */
        pathologies: z.int(),
        /** How many countries have at least one case. */
        countries: z.int(),
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
  }),
};
