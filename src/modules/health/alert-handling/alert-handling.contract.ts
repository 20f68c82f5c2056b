import { z } from 'zod';
import { mutation, query } from '../../../platform/contract/contract';
import type { ExpectedError } from '../../../platform/contract/contract';
import { noCountryError, otherCountryError } from '../../../platform/contract/country-errors';
import { countryOrUnknownSchema } from '../../../shared/country';
import { MAX_ASSIGNEE, MAX_NOTE } from '../../../shared/dashboard-values';
import { MAX_NAME_LENGTH } from '../../../shared/own-names';
import {
  identifyingText,
  text,
  visibleText,
  withoutInvisibleCharacters,
  withoutReordering,
} from '../../../shared/text';
import { weekField } from '../alerts/alerts.contract';
import { AUDITED_STATISTICS } from '../audited-statistics';
import { STATISTICS_ACCESS } from '../statistics/statistics-fields';
import { ALERT_ACTS, authorship, handlingSchema } from './handling.schema';

/** On one episode. An acknowledgement is stored once: no number of other acts prevents it. */
export const MAX_NOTES = 150;
export const MAX_ASSIGNMENTS = 50;

/** What identifies an alert in the list of `health.alerts`. */
const alertFields = {
  country: countryOrUnknownSchema
    .optional()
    .describe('ISO 3166-1 code or `ZZ`, as in the alert. The account’s own country when absent.'),
  pathology: text(1, MAX_NAME_LENGTH).describe(
    'Name of the alert’s pathology, or of its `series`, in any of the five languages.',
  ),
  week: weekField,
};

const handledSchema = z.object({
  country: z.string(),
  pathology: z.string().describe('English name of the pathology, or of the series.'),
  since: z.string().describe('First week of the episode.'),
  week: z.string().describe('Its latest week with an alert, of the weeks looked at.'),
  handling: handlingSchema,
  acts: z
    .array(
      z.object({
        act: z.enum(ALERT_ACTS),
        content: z
          .string()
          .nullable()
          .describe('To whom it was assigned, null for nobody; the text of a note.'),
        ...authorship,
      }),
    )
    .describe(
      `What was done about the episode, oldest first; at most ${MAX_NOTES} notes and ${MAX_ASSIGNMENTS} assignments.`,
    ),
});

const acknowledged = { by: 'Wanjiru Kamau', at: '2026-03-12T07:40:12.004Z' };
const assigned = { to: 'Mombasa surveillance unit', by: 'Wanjiru Kamau', at: '2026-03-12T07:40:12.009Z' };

const example: z.output<typeof handledSchema> = {
  country: 'KE',
  pathology: 'Cholera',
  since: '2026-W09',
  week: '2026-W11',
  handling: { acknowledged, assigned, notes: 0 },
  acts: [
    { act: 'acknowledge', content: null, ...acknowledged },
    { act: 'assign', content: assigned.to, by: assigned.by, at: assigned.at },
  ],
};

const errors: readonly ExpectedError[] = [
  noCountryError,
  otherCountryError,
  {
    code: 'NOT_FOUND',
    when: 'there is no such alert, or it was withdrawn because its cases were voided',
    message:
      'pathology: there is no alert on "Cholera" in KE in the weeks 2026-W08 to 2026-W11; it may have been withdrawn. Send an alert that health.alerts lists',
  },
];

export const alertHandlingContract = {
  alertHandling: query({
    work: 'statistics',
    summary: 'What was done about an alert: who acknowledged, assigned and noted what, and when.',
    access: STATISTICS_ACCESS,
    audit: AUDITED_STATISTICS,
    input: z.object(alertFields),
    output: z.object({ success: z.literal(true), data: handledSchema }),
    example: {
      input: { country: 'KE', pathology: 'Cholera', week: '2026-W11' },
      output: { success: true, data: example },
    },
    errors,
  }),
  handleAlert: mutation({
    work: 'statistics',
    summary: 'Acknowledges an alert, assigns it, or adds a note. It applies to the whole episode.',
    access: STATISTICS_ACCESS,
    audit: {
      byService: true,
      touched: ({ output }) => (output ? [{ country: output.data.country }] : []),
    },
    input: z
      .object({
        ...alertFields,
        acknowledge: z
          .literal(true, 'expected true: an acknowledgement is not taken back')
          .optional()
          .describe('A repeated one changes nothing.'),
        assignTo: withoutInvisibleCharacters(identifyingText(MAX_ASSIGNEE))
          .nullable()
          .optional()
          .describe('A person or unit of the ministry, never a patient. Null takes the assignment back.'),
        note: withoutReordering(visibleText(text(1, MAX_NOTE).normalize('NFC')))
          .optional()
          .describe(
            'Never with the name or number of a patient. The same text of the same account is stored once.',
          ),
      })
      .refine(
        ({ acknowledge, assignTo, note }) =>
          acknowledge !== undefined || assignTo !== undefined || note !== undefined,
        { path: ['acknowledge'], message: 'send acknowledge, assignTo or note' },
      ),
    output: z.object({ success: z.literal(true), data: handledSchema }),
    example: {
      input: {
        country: 'KE',
        pathology: 'Cholera',
        week: '2026-W11',
        acknowledge: true,
        assignTo: 'Mombasa surveillance unit',
      },
      output: { success: true, data: example },
    },
    errors: [
      ...errors,
      {
        code: 'UNPROCESSABLE_CONTENT',
        when: 'the episode has the maximum of notes',
        message: `note: ${MAX_NOTES} notes are stored on this alert, the most that one may have; nothing was stored`,
      },
      {
        code: 'UNPROCESSABLE_CONTENT',
        when: 'the episode has the maximum of assignments',
        message: `assignTo: ${MAX_ASSIGNMENTS} assignments are stored on this alert, the most that one may have; nothing was stored`,
      },
    ],
  }),
};
