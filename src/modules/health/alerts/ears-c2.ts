import { type Expectation, withFewestCases } from './expectation';
import { DEVIATIONS, leastDeviation } from './least-deviation';
import { deviation, mean } from './statistics-of-weeks';

/** Weeks of the baseline. */
const BASELINE = 7;
/** Weeks left out between the baseline and the week looked at, so that an outbreak's beginning is no part of it. */
const GAP = 2;
/** Weeks of the baseline that must have been reported. */
const FEWEST_REPORTED = 5;

/** The weeks before the one looked at that the method uses. */
export const EARS_WEEKS = BASELINE + GAP;

/** What earlier years had in a week of the series; undefined where they do not tell. */
export type UsualCases = (week: number) => number | undefined;

/**
 * EARS C2: mean + 3 standard deviations of the seven weeks that end three weeks earlier (Hutwagner et al., J Urban Health
 * 2003;80(2 Suppl 1):i89–96; by day there, by week here). Seven weeks often vary less by luck than counts do, and not at all
 * where they are all 0: the deviation is at least that of Poisson counts with a usual variation beside it, and at least 1
 * (the `minSigma` of R's `surveillance::earsC` serves the same end). Where earlier years rose from those weeks to this one, so
 * does what is expected.
 *
 * @param counts by week, oldest first; null where nothing at all was reported, which is not zero
 * @param at index of the week looked at
 * @returns undefined where too few weeks of the baseline were reported
 */
export function earsC2(
  counts: readonly (number | null)[],
  at: number,
  usual?: UsualCases,
): Expectation | undefined {
  const start = at - EARS_WEEKS;
  if (start < 0) return undefined;
  const baseline = counts.slice(start, start + BASELINE).filter((count) => count !== null);
  if (baseline.length < FEWEST_REPORTED) return undefined;
  const rise = usual === undefined ? 1 : riseOf(usual, at);
  const expected = mean(baseline) * rise;
  const spread = Math.max(deviation(baseline) * rise, leastDeviation(expected));
  return withFewestCases({ expected, threshold: expected + DEVIATIONS * spread });
}

/** How many times the cases of the baseline earlier years had in the week; 1 where they fell, or do not tell. */
function riseOf(usual: UsualCases, at: number): number {
  const usualOf = (weeks: readonly number[]) => weeks.map(usual).filter((count) => count !== undefined);
  // A season does not begin in the same week of every year.
  const now = usualOf([at - 1, at, at + 1]);
  const before = usualOf(Array.from({ length: BASELINE }, (_, index) => at - EARS_WEEKS + index));
  if (now.length === 0 || before.length === 0) return 1;
  // One more case in each: of very few, a ratio says little.
  return Math.max(1, (Math.max(...now) + 1) / (mean(before) + 1));
}
