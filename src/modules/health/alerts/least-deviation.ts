/** Standard deviations over what is expected, up to which a count is usual. */
export const DEVIATIONS = 3;
/** How much weeks differ beyond chance, in relation to their mean, whatever some of them happened to show. */
const USUAL_VARIATION = 0.15;

/** The standard deviation that weekly counts have at least: that of Poisson counts with a usual variation beside it, and 1. */
export function leastDeviation(expected: number): number {
  return Math.sqrt(Math.max(1, expected + (USUAL_VARIATION * expected) ** 2));
}
