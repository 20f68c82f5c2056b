/** The prediction of a method for one week. A count over the threshold is an alert. */
export interface Expectation {
  readonly expected: number;
  readonly threshold: number;
}

/**
 * Minimal cases in a week for an alert of a statistical method. Fewer are mostly chance; diseases that need an alert at
 * fewer cases are notifiable.
 */
export const MIN_CASES = 5;

/** Raises the threshold so that fewer cases than the minimum are never an alert. */
export function requireMinCases({ expected, threshold }: Expectation): Expectation {
  return { expected, threshold: Math.max(threshold, MIN_CASES - 1) };
}
