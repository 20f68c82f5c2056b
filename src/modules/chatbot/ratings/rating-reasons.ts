/** Reasons for a rating. The first two are for a good reply. */
export const RATING_REASONS = [
  'helpful',
  'clear',
  'incorrect',
  'unsafe',
  'misunderstood',
  'incomplete',
  'unclear',
  'wrongLanguage',
  'other',
] as const;

export type RatingReason = (typeof RATING_REASONS)[number];
