import { z } from 'zod';
import { query } from '../../../platform/contract/contract';
import { AUDITED_STATISTICS } from '../audited-statistics';
import { SHARED_CASES } from '../statistics/sharing';
import { country, COUNTRY_ERRORS, period, STATISTICS_ACCESS } from '../statistics/statistics-fields';
import { EXPECTED_WEEKS } from './expected-weeks';

export const reportingContract = {
  reporting: query({
    work: 'statistics',
    summary:
      'Which countries report in a period, how late they are, and whether the period is fully reported.',
    access: STATISTICS_ACCESS,
    audit: AUDITED_STATISTICS,
    sharing: SHARED_CASES,
    input: z.object({ period, country }),
    output: z.object({
      success: z.literal(true),
      data: z.object({
        period: z.string(),
        over: z.boolean().describe('Whether the period is over.'),
        fullyReported: z
          .boolean()
          .describe('Whether the period is over and each expected country has cases in each of its weeks.'),
        weeks: z
          .int()
          .describe('ISO weeks of the period that are over. A week belongs to the period of its Thursday.'),
        expected: z
          .int()
          .describe(
            `Expected countries: those with a case in the period, or in the ${EXPECTED_WEEKS} weeks before it.`,
          ),
        reporting: z.int().describe('Countries with a case in a week of the period.'),
        countries: z
          .array(
            z.object({
              country: z.string(),
              expected: z.boolean(),
              weeksReported: z.int().describe('How many of `weeks` have cases of the country.'),
              weeksLate: z
                .int()
                .nullable()
                .describe(
                  'Weeks without cases from its last one with cases to the end of `weeks`. Null if it is not expected.',
                ),
              lastArrival: z.iso
                .datetime()
                .nullable()
                .describe('When its last consultation of any date was recorded, at the time of the call.'),
            }),
          )
          .describe('Every country that the account may see and that has ever reported, by code.'),
      }),
    }),
    example: {
      input: { period: '2026-03', country: 'KE' },
      output: {
        success: true,
        data: {
          period: '2026-03',
          over: true,
          fullyReported: false,
          weeks: 4,
          expected: 1,
          reporting: 1,
          countries: [
            {
              country: 'KE',
              expected: true,
              weeksReported: 3,
              weeksLate: 1,
              lastArrival: '2026-03-22T09:30:00.000Z',
            },
          ],
        },
      },
    },
    errors: COUNTRY_ERRORS,
  }),
};
