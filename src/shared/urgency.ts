/**
 * How soon somebody has to be seen: with an ordinary visit or care at home, on the same day because of a danger without minutes
 * to lose, or at once.
 */
export const URGENCIES = ['routine', 'today', 'emergency'] as const;

export type Urgency = (typeof URGENCIES)[number];
