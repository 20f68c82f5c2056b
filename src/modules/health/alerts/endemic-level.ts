import { MAX_USUAL_DEVIATIONS, minDeviation } from './min-deviation';
import { mean } from './series-statistics';
import { WEEKS_OF_YEAR } from './waves';

const WEEKS_OF_QUARTER = WEEKS_OF_YEAR / 4;
/** Cases per week; a lower level counts as none. */
const MIN_LEVEL = 0.1;

/**
 * Returns the usual cases per week of a disease of which one case is an alert: the mean of the middle half of the weeks of
 * the year before, which an outbreak of less than a quarter of a year does not raise.
 *
 * @param history cases by week, oldest first; a week without a report counts as 0, which lowers the level
 * @returns null if the disease is not endemic: no whole year, a quarter without a case, or no case in most weeks
 */
export function computeEndemicLevel(history: readonly (number | null)[]): number | null {
  const year = history.slice(-WEEKS_OF_YEAR).map((count) => count ?? 0);
  if (year.length < WEEKS_OF_YEAR) return null;
  for (let start = 0; start < WEEKS_OF_YEAR; start += WEEKS_OF_QUARTER) {
    if (year.slice(start, start + WEEKS_OF_QUARTER).every((count) => count === 0)) return null;
  }
  year.sort((a, b) => a - b);
  const level = mean(year.slice(WEEKS_OF_QUARTER, -WEEKS_OF_QUARTER));
  return level < MIN_LEVEL ? null : level;
}

interface Compared {
  readonly rule: string;
  readonly count: number;
  readonly expected: number | null;
  readonly threshold: number;
}

/**
 * Whether a week of a notifiable disease has no more cases than usual in the country, so that its alert is not urgent.
 * False if the threshold is above 1, because it includes the usual cases.
 */
export function isUsual({ count, ...alert }: Compared): boolean {
  const usual = computeMaxUsual(alert);
  return usual !== undefined && count <= usual;
}

/** Returns the highest usual count of a disease of which one case is an alert; undefined if none is usual. */
export function computeMaxUsual({ rule, expected, threshold }: Omit<Compared, 'count'>): number | undefined {
  if (rule !== 'notifiable' || threshold > 1 || expected === null) return undefined;
  return expected + MAX_USUAL_DEVIATIONS * minDeviation(expected);
}
