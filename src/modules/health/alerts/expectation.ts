/** What a method predicts for a week from the weeks before it. A count over the threshold is an alert. */
export interface Expectation {
  readonly expected: number;
  readonly threshold: number;
}

/**
 * The fewest cases in a week that a statistical method alerts of. Fewer are more often chance than not, and what must
 * not wait for as many is a notifiable disease.
 */
export const FEWEST_CASES = 5;

/** The same, with a threshold that no count under the fewest cases is over. */
export function withFewestCases({ expected, threshold }: Expectation): Expectation {
  return { expected, threshold: Math.max(threshold, FEWEST_CASES - 1) };
}
