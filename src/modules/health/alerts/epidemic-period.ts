import { WEEKS_OF_YEAR } from './waves';

/** Indexes of weeks of a wave. */
export interface EpidemicPeriod {
  readonly start: number;
  /** The week after the last one. */
  readonly end: number;
}

/** Percentage of a year's cases that a week must add to belong to the epidemic (parameter of R's `mem`). */
const MIN_SLOPE = 2.8;
/** Weeks on each side that are smoothed; the weight of others is below a millionth. */
const SMOOTHING_WEEKS = 5;
const KERNEL = Array.from({ length: 2 * SMOOTHING_WEEKS + 1 }, (_, index) =>
  Math.exp(-((index - SMOOTHING_WEEKS) ** 2) / 2),
);

/**
 * Finds the epidemic in one wave by the maximum accumulated percentage curve of the moving epidemic method: for each number
 * of weeks, the largest share of the cases in as many consecutive weeks. The epidemic is as long as the smoothed curve rises
 * steeply enough. The minimal slope is higher for waves shorter than a year, whose weeks each have a larger share.
 * (Vega et al., Influenza Other Respir Viruses 2013;7:546–58; R package `mem`, `memtiming` with `i.method = 2`.)
 *
 * @param counts by week, at least one of them not 0
 */
export function findEpidemicPeriod(counts: readonly number[]): EpidemicPeriod {
  let total = 0;
  const cumulative = [0, ...counts.map((count) => (total += count))];
  const windows = counts.map((_, index) => findDensestWindow(cumulative, index + 1));
  const curve = smooth(windows.map(({ sum }) => (100 * sum) / total));
  const slope = (MIN_SLOPE * WEEKS_OF_YEAR) / counts.length;
  const last = curve.findIndex((share, index) => (curve[index + 1] ?? 100) - share < slope);
  const length = last === -1 ? counts.length : last + 1;
  const start = windows[length - 1]?.start ?? 0;
  return { start, end: start + length };
}

/** Returns the first of the windows with the most cases. */
function findDensestWindow(cumulative: readonly number[], length: number): { start: number; sum: number } {
  let [start, most] = [0, -1];
  for (let end = length; end < cumulative.length; end += 1) {
    const sum = (cumulative[end] ?? 0) - (cumulative[end - length] ?? 0);
    if (sum > most) [start, most] = [end - length, sum];
  }
  return { start, sum: most };
}

/** Local linear regression with a normal kernel of one week, as `mem` smooths the curve. */
function smooth(values: readonly number[]): number[] {
  return values.map((_, at) => {
    let [weights, first, second, level, tilt] = [0, 0, 0, 0, 0];
    for (const [index, weight] of KERNEL.entries()) {
      const distance = index - SMOOTHING_WEEKS;
      const value = values[at + distance];
      if (value === undefined) continue;
      weights += weight;
      first += weight * distance;
      second += weight * distance ** 2;
      level += weight * value;
      tilt += weight * distance * value;
    }
    const determinant = weights * second - first ** 2;
    return determinant === 0 ? level / weights : (second * level - first * tilt) / determinant;
  });
}
