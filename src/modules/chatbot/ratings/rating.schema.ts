import { z } from 'zod';
import { RATING_REASONS } from './rating-reasons';

/** A rating of a reply. */
export const ratingSchema = z.object({
  rating: z.boolean().describe('True for thumbs up, false for thumbs down.'),
  reason: z.enum(RATING_REASONS).nullable(),
  comment: z.string().nullable(),
});
