import { z } from 'zod';

/** What a person may do about an alert. */
export const ALERT_ACTS = ['acknowledge', 'assign', 'note'] as const;

/** Who did something, and when. */
export const authorship = {
  by: z
    .string()
    .nullable()
    .describe(
      'Name of the account, else its e-mail address. Null if the portal gave neither, or the account was erased.',
    ),
  at: z.iso.datetime(),
};

/** What was done about the episode of an alert. */
export const handlingSchema = z.object({
  acknowledged: z.object(authorship).nullable().describe('The first acknowledgement; null without one.'),
  assigned: z
    .object({ to: z.string().describe('A person or unit, as it was written.'), ...authorship })
    .nullable()
    .describe('The last assignment; null without one, and if it was taken back.'),
  notes: z.int().describe('Number of notes. `health.alertHandling` has their texts.'),
});

export type Handling = z.output<typeof handlingSchema>;
