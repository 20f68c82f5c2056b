import { z } from 'zod';

/**
 * Which part of a list is asked for.
 * @param longest most entries that one answer has
 * @param usual entries where the caller does not say
 */
export function pageSchema({ longest, usual }: { longest: number; usual: number }) {
  const expected = `expected a whole number from 1 to ${longest}`;
  return z.object({
    limit: z
      .int({ error: expected })
      .min(1, expected)
      .max(longest, expected)
      .default(usual)
      .describe('Most entries to answer.'),
    cursor: z.string().nullish().describe('`nextCursor` of the page before.'),
  });
}
