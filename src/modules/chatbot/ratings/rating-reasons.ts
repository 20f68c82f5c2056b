/** Why a reply is rated as it is. The first two praise, the others say what was missing. */
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
