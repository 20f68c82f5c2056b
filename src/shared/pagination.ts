import { z } from 'zod';

/** Returns the schema of a page request. */
export function pageSchema({ maxLimit, defaultLimit }: { maxLimit: number; defaultLimit: number }) {
  const expected = `expected a whole number from 1 to ${maxLimit}`;
  return z.object({
    limit: z
      .int({ error: expected })
      .min(1, expected)
      .max(maxLimit, expected)
      .default(defaultLimit)
      .describe('Most entries to answer.'),
    cursor: z.string().nullish().describe('`nextCursor` of the page before.'),
  });
}
