import { WEEKS_OF_YEAR } from './waves';

/** Weeks of a wave: the first of the epidemic, and the one after its last. */
export interface EpidemicPeriod {
  readonly start: number;
  readonly end: number;
}

/** Of a year's cases, the percentage that a week must add to belong to the epidemic (parameter of R's `mem`). */
const LEAST_SLOPE = 2.8;
/** Weeks on either side that the smoothing sees; those further away weigh under a thousandth of a thousandth. */
const REACH = 5;
const KERNEL = Array.from({ length: 2 * REACH + 1 }, (_, index) => Math.exp(-((index - REACH) ** 2) / 2));

/**
 * The epidemic of one wave, by the maximum accumulated percentage curve of the moving epidemic method: for each number of
 * weeks, the largest share of the cases that so many successive weeks have. The epidemic is as long as the curve, smoothed,
 * climbs steeply enough. Weeks of a wave shorter than a year each hold a larger share, so the slope asked for grows with it.
 * (Vega et al., Influenza Other Respir Viruses 2013;7:546–58; R package `mem`, `memtiming` with `i.method = 2`.)
 *
 * @param counts by week, of which one at least is not 0
 */
export function epidemicPeriod(counts: readonly number[]): EpidemicPeriod {
  let total = 0;
  const sums = [0, ...counts.map((count) => (total += count))];
  const windows = counts.map((_, index) => densestWindow(sums, index + 1));
  const curve = smoothed(windows.map(({ sum }) => (100 * sum) / total));
  const slope = (LEAST_SLOPE * WEEKS_OF_YEAR) / counts.length;
  const last = curve.findIndex((share, index) => (curve[index + 1] ?? 100) - share < slope);
  const length = last === -1 ? counts.length : last + 1;
  const start = windows[length - 1]?.start ?? 0;
  return { start, end: start + length };
}

/** The successive weeks with the most cases; the earliest of equals. */
function densestWindow(sums: readonly number[], length: number): { start: number; sum: number } {
  let [start, most] = [0, -1];
  for (let end = length; end < sums.length; end += 1) {
    const sum = (sums[end] ?? 0) - (sums[end - length] ?? 0);
    if (sum > most) [start, most] = [end - length, sum];
  }
  return { start, sum: most };
}

/** Local linear regression with a normal kernel of one week, as `mem` smooths the curve. */
function smoothed(values: readonly number[]): number[] {
  return values.map((_, at) => {
    let [weights, first, second, level, tilt] = [0, 0, 0, 0, 0];
    for (const [index, weight] of KERNEL.entries()) {
      const distance = index - REACH;
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
