import { z } from 'zod';
import { storedScope } from '../../shared/country';

/** One publication of the heads of chains: a line of the anchor file, or the body of a request. */
export const anchorSchema = z.object({
  /** ISO 8601 in UTC. */
  publishedAt: z.string(),
  heads: z.array(
    z.object({
      country: storedScope,
      /** `YYYY-MM-DD` in UTC. */
      day: z.string(),
      /** Of the last link. */
      number: z.int(),
      /** Of the last link, in hexadecimal. */
      digest: z.string(),
    }),
  ),
});

export type Anchor = z.output<typeof anchorSchema>;
