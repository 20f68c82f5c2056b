import { type Expectation, requireMinCases } from './expectation';
import { MAX_USUAL_DEVIATIONS, minDeviation } from './min-deviation';
import { mean, standardDeviation } from './series-statistics';

const BASELINE_WEEKS = 7;
/** Weeks between the baseline and the evaluated week, so that the start of an outbreak is not in the baseline. */
const GAP_WEEKS = 2;
/** Weeks of the baseline that must have reports. */
const MIN_REPORTED_WEEKS = 5;

/**
 * Weeks before the evaluated week that the method uses: an outbreak that lasts stays one for most of a year, and is then the usual
 * level.
 */
export const EARS_WEEKS = 52;

/** Returns the cases that earlier years had in a week of the series; undefined if unknown. */
type UsualCases = (week: number) => number | undefined;

/**
 * Returns the expectation of EARS C2 for a week: mean + 3 standard deviations of the seven weeks that end three weeks before
 * (Hutwagner et al., J Urban Health 2003;80(2 Suppl 1):i89–96; by day there, by week here).
 *
 * Seven weeks often vary less than counts usually do, and not at all if they are all 0. So the deviation is at least that of
 * Poisson counts with a usual variation, and at least 1 (as `minSigma` of R's `surveillance::earsC`). The expected count
 * rises as much as it rose in earlier years. Alarmed weeks are not in the baseline, which then begins earlier: else an outbreak
 * that lasts would become its own baseline after seven weeks.
 *
 * @param counts by week, oldest first; null if the country reported nothing, which differs from 0
 * @param at index of the evaluated week
 * @param known cases of earlier years, and the alarmed weeks of the series
 * @returns undefined if too few weeks of the baseline have reports
 */
export function computeEarsC2(
  counts: readonly (number | null)[],
  at: number,
  {
    usual,
    alarmed = NONE,
  }: { readonly usual?: UsualCases | undefined; readonly alarmed?: ReadonlySet<number> } = {},
): Expectation | undefined {
  const weeks = listBaselineWeeks(at, alarmed);
  const baseline = weeks.map((week) => counts[week] ?? null).filter((count) => count !== null);
  if (weeks.length < BASELINE_WEEKS || baseline.length < MIN_REPORTED_WEEKS) return undefined;
  const rise = usual === undefined ? 1 : computeUsualRise(usual, at, weeks);
  const expected = mean(baseline) * rise;
  const deviation = Math.max(standardDeviation(baseline) * rise, minDeviation(expected));
  return requireMinCases({ expected, threshold: expected + MAX_USUAL_DEVIATIONS * deviation });
}

const NONE: ReadonlySet<number> = new Set();

/** Returns the latest weeks before the gap that are not alarmed, fewer than seven at the start of a series. */
function listBaselineWeeks(at: number, alarmed: ReadonlySet<number>): number[] {
  const weeks: number[] = [];
  const first = Math.max(0, at - EARS_WEEKS);
  for (let week = at - GAP_WEEKS - 1; week >= first && weeks.length < BASELINE_WEEKS; week -= 1)
    if (!alarmed.has(week)) weeks.unshift(week);
  return weeks;
}

/** Returns the ratio of a week to its baseline in earlier years; 1 if it is less than 1 or unknown. */
function computeUsualRise(usual: UsualCases, at: number, baselineWeeks: readonly number[]): number {
  const listUsual = (weeks: readonly number[]) => weeks.map(usual).filter((count) => count !== undefined);
  // A season does not begin in the same week of every year.
  const current = listUsual([at - 1, at, at + 1]);
  const baseline = listUsual(baselineWeeks);
  if (current.length === 0 || baseline.length === 0) return 1;
  // One more case in each, because a ratio of very small counts means little.
  return Math.max(1, (Math.max(...current) + 1) / (mean(baseline) + 1));
}
