import { DEVIATIONS, leastDeviation } from './least-deviation';
import { mean } from './statistics-of-weeks';
import { WEEKS_OF_YEAR } from './waves';

const WEEKS_OF_QUARTER = WEEKS_OF_YEAR / 4;
/** Cases in a week, under which a disease is not endemic: less is shown as nothing. */
const LEAST_LEVEL = 0.1;

/**
 * What a country usually has in a week of a disease of which one case is an alert: the mean of the middle half of the weeks of
 * the year before, so that no outbreak of less than a quarter of a year raises it.
 *
 * @param history cases by week, oldest first; a week without a report counts as one without a case, which makes less usual
 * @returns null where the disease is not endemic: there is no whole year, a quarter of it had no case, or most weeks had none
 */
export function endemicLevel(history: readonly (number | null)[]): number | null {
  const year = history.slice(-WEEKS_OF_YEAR).map((count) => count ?? 0);
  if (year.length < WEEKS_OF_YEAR) return null;
  for (let start = 0; start < WEEKS_OF_YEAR; start += WEEKS_OF_QUARTER) {
    if (year.slice(start, start + WEEKS_OF_QUARTER).every((count) => count === 0)) return null;
  }
  year.sort((a, b) => a - b);
  const level = mean(year.slice(WEEKS_OF_QUARTER, -WEEKS_OF_QUARTER));
  return level < LEAST_LEVEL ? null : level;
}

/**
 * Whether a week of a notifiable disease has no more than the country usually has of it: then it is told, and not urgent.
 * Where more than one case is asked for, the threshold knows already what is usual.
 */
export function isUsual({
  rule,
  count,
  expected,
  threshold,
}: {
  readonly rule: string;
  readonly count: number;
  readonly expected: number | null;
  readonly threshold: number;
}): boolean {
  if (rule !== 'notifiable' || threshold > 1 || expected === null) return false;
  return count <= expected + DEVIATIONS * leastDeviation(expected);
}
