/** A count is usual up to this many standard deviations above the expected count. */
export const MAX_USUAL_DEVIATIONS = 3;
/** Variation of weekly counts beyond chance, as a fraction of their mean. */
const USUAL_VARIATION = 0.15;

/** Returns the least standard deviation of weekly counts: that of Poisson counts with a usual variation, and at least 1. */
export function minDeviation(expected: number): number {
  return Math.sqrt(Math.max(1, expected + (USUAL_VARIATION * expected) ** 2));
}
