import { z } from 'zod';
import { countryOrUnknownSchema } from '../../../shared/country';
import { dayOf } from '../../../shared/period';
import { weekSchema } from '../../../shared/period.schema';
import { query } from '../../../platform/contract/contract';
import { handlingSchema } from '../alert-handling/handling.schema';
import { CONFIDENCES, TRENDS } from './episode-values';
import { AUDITED_STATISTICS } from '../audited-statistics';
import { languageField, translationFields } from '../names/name-fields';
import { noCountryError, otherCountryError } from '../../../platform/contract/country-errors';

/** The rules that cause alerts. Their formulas, sources and limits are in `docs/decisions/alerts.md`. */
export const ALERT_RULES = ['notifiable', 'ears-c2', 'moving-epidemic'] as const;

const episodeSchema = z.object({
  since: z
    .string()
    .describe(
      'First week of the run of weeks with alerts, at most a year ago. One week in between without an alert does not end the run.',
    ),
  cases: z.int().describe('Cases from `since` to the week of the alert.'),
  curve: z
    .array(z.object({ week: z.string(), count: z.int().nullable() }))
    .describe(
      'Cases of twelve weeks, oldest first; the last is the week of the alert. Null if the country recorded no case of any disease; where one case is an alert, 0.',
    ),
  trend: z
    .enum(TRENDS)
    .describe(
      'The latest two weeks that are over, compared with the two before. `steady` also if too few weeks are reported.',
    ),
  confidence: z
    .enum(CONFIDENCES)
    .describe('How likely it is an outbreak, rather than chance or a change in reporting.'),
});

export const memberSchema = z.object({
  pathology: z.string(),
  ...translationFields,
  icd10: z.string().nullable(),
  count: z.int(),
});

export const seriesSchema = z.object({
  name: z.string(),
  ...translationFields,
  members: z.array(memberSchema),
});

export const alertSchema = z.object({
  rule: z.enum(ALERT_RULES),
  pathology: z.string(),
  ...translationFields,
  /** ICD-10 code, WHO edition of 2019; null if the pathology is not in the catalogue. */
  icd10: z.string().nullable(),
  country: z.string(),
  /**
   * ISO week of the cases. It is before `weeks` if one case of the disease is enough for an alert and that case was recorded
   * late.
   */
  week: z.string(),
  count: z.int(),
  expected: z
    .number()
    .nullable()
    .describe(
      'What the pathology’s own history in the country predicts; null where a fixed rule counts and history tells nothing.',
    ),
  threshold: z
    .number()
    .describe('An alert is a count over it, or, where a fixed rule counts, one that reaches it.'),
  series: seriesSchema
    .optional()
    .describe(
      'Present if several pathologies are counted together (meningitis, malaria, bloody diarrhoea, typhoid): the name, and the cases of each in the week, most in all weeks first. `pathology` and `icd10` are then those of the first, and all figures those of the sum.',
    ),
  episode: episodeSchema.describe('The run of weeks with alerts that the alert belongs to, up to its week.'),
});

const listedAlertSchema = alertSchema.extend({
  handling: handlingSchema
    .optional()
    .describe('What was done about the episode with `health.handleAlert`; absent if nothing was.'),
});

export const weekField = weekSchema
  .refine(({ from }) => from <= dayOf(new Date()), 'must not be after the current week')
  .optional()
  .describe('The last of the four ISO weeks looked at, `2026-W11`; the current one when absent.');

export const alertsContract = {
  alerts: query({
    work: 'statistics',
    variesByLanguage: true,
    isSameInScope: true,
    summary:
      'Pathologies whose latest weeks exceed what their own history predicts, and notifiable diseases.',
    access: ['ministry', 'admin'],
    audit: AUDITED_STATISTICS,
    input: z.object({
      week: weekField,
      country: countryOrUnknownSchema
        .optional()
        .describe('ISO 3166-1 code or `ZZ`. All that the account may see when absent.'),
      language: languageField,
    }),
    output: z.object({
      success: z.literal(true),
      data: z.object({
        weeks: z.array(z.string()).describe('The weeks looked at, oldest first.'),
        /** Most urgent first, as `compareUrgency` orders them. */
        alerts: z.array(listedAlertSchema),
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
              episode: {
                since: '2026-W09',
                cases: 58,
                curve: [
                  { week: '2025-W52', count: 3 },
                  { week: '2026-W01', count: null },
                  { week: '2026-W02', count: 5 },
                  { week: '2026-W03', count: 4 },
                  { week: '2026-W04', count: 6 },
                  { week: '2026-W05', count: 3 },
                  { week: '2026-W06', count: 4 },
                  { week: '2026-W07', count: 5 },
                  { week: '2026-W08', count: 4 },
                  { week: '2026-W09', count: 10 },
                  { week: '2026-W10', count: 17 },
                  { week: '2026-W11', count: 31 },
                ],
                trend: 'rising',
                confidence: 'moderate',
              },
            },
          ],
        },
      },
    },
    errors: [noCountryError, otherCountryError],
  }),
};
