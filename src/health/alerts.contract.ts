import { z } from 'zod';
import { countryOrUnknownSchema } from '../access/country';
import { dayOf } from '../fields/calendar';
import { weekSchema } from '../fields/period';
import { query } from '../trpc/contract';

/** Why there is an alert; `docs/decisions` has each rule's formula, source and limits. */
export const ALERT_RULES = ['notifiable', 'ears-c2', 'moving-epidemic'] as const;

export const alertsContract = {
  alerts: query({
    summary:
      'Pathologies whose latest weeks exceed what their own history predicts, and notifiable diseases.',
    access: ['ministry', 'admin'],
    input: z.object({
      /** The last of the four weeks looked at; the current one when absent. */
      week: weekSchema
        .refine(({ from }) => from <= dayOf(new Date()), 'must not be after the current week')
        .optional(),
      country: countryOrUnknownSchema.optional(),
    }),
    output: z.object({
      success: z.literal(true),
      data: z.object({
        /** The weeks looked at, oldest first. */
        weeks: z.array(z.string()),
        /**
         * Most urgent first: notifiable diseases, then what the statistical methods find, then the weeks of notifiable
         * diseases that are usual in the country; of each the latest week, then how far the count is over its threshold.
         */
        alerts: z.array(
          z.object({
            rule: z.enum(ALERT_RULES),
            pathology: z.string(),
            icd10: z.string().nullable(),
            country: z.string(),
            /**
             * Earlier than the weeks looked at where the disease is one of which a single case is an alert and a case of
             * that week was recorded in them.
             */
            week: z.string(),
            count: z.int(),
            /** What the pathology's own history in the country predicts; null where a fixed rule counts and history tells nothing. */
            expected: z.number().nullable(),
            /** An alert is a count over it, or, where a fixed rule counts, one that reaches it. */
            threshold: z.number(),
          }),
        ),
      }),
    }),
    example: {
      input: { week: '2026-W11', country: 'KE' },
      output: {
        success: true,
        data: {
          weeks: ['2026-W08', '2026-W09', '2026-W10', '2026-W11'],
          alerts: [
            {
              rule: 'ears-c2',
              pathology: 'Cholera',
              icd10: 'A00.9',
              country: 'KE',
              week: '2026-W11',
              count: 31,
              expected: 4.2,
              threshold: 9.6,
            },
          ],
        },
      },
    },
  }),
};
