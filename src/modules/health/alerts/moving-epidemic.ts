import { type EpidemicPeriod, findEpidemicPeriod } from './epidemic-period';
import { type Expectation, requireMinCases } from './expectation';
import { mean, standardDeviation } from './series-statistics';
import { findWaves, type Wave, WEEKS_OF_YEAR } from './waves';

/** Quantiles of the normal distribution: one-sided limits of 95 % and 97.5 %. */
const EPIDEMIC_LEVEL = 1.645;
const VERY_HIGH_LEVEL = 1.96;
/** Number of highest weeks, of all seasons together, from which a limit is computed. */
const LIMIT_WEEKS = 30;
/** Mean cases of a wave; with fewer, its beginning cannot be determined. */
const MIN_CASES_OF_WAVE = 50;
/** Weeks by which an epidemic may begin earlier or end later than all before. */
const MARGIN_WEEKS = 2;
/** Weeks on each side that are averaged before seasons are compared. */
const SMOOTHING_WEEKS = 2;

/** Returns the expectation for a week, counted from the first of the history; undefined if it cannot be predicted. */
export type SeasonalModel = (week: number) => Expectation | undefined;

/**
 * Fits the moving epidemic method (Vega et al., Influenza Other Respir Viruses 2013;7:546–58 and 2015;9:234–46; R package
 * `mem`). Before and after the usual epidemic, the threshold is the upper one-sided 95 % limit of the geometric mean of the
 * highest weeks before (after) it, 30 of all seasons together. During the usual epidemic it is the limit of very high
 * intensity, 97.5 % of the epidemic's own highest weeks, so that a season alone is no alert.
 *
 * @param history cases by week, oldest first, from the first case
 * @returns undefined if the history has fewer than two seasons
 */
export function fitMovingEpidemic(history: readonly number[]): SeasonalModel | undefined {
  const waves = findWaves(history).map((wave) => ({ wave, predict: fitWave(history, wave) }));
  if (waves.every(({ predict }) => predict === undefined)) return undefined;
  return (week) => {
    for (const { wave, predict } of waves) {
      const position = (week - wave.offset + WEEKS_OF_YEAR) % WEEKS_OF_YEAR;
      if (position < wave.length) return predict?.(position);
    }
    return undefined;
  };
}

interface Season extends EpidemicPeriod {
  readonly counts: readonly number[];
}

/** Returns a model of the weeks of one wave; undefined if its seasons are too few or too small. */
function fitWave(history: readonly number[], wave: Wave): SeasonalModel | undefined {
  const seasons = listSeasons(history, wave);
  const cases = mean(seasons.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0)));
  if (seasons.length < 2 || cases < MIN_CASES_OF_WAVE) return undefined;
  const before = computeLimit(seasons, ({ counts, start }) => counts.slice(0, start), EPIDEMIC_LEVEL);
  const after = computeLimit(seasons, ({ counts, end }) => counts.slice(end), EPIDEMIC_LEVEL);
  const during = computeLimit(seasons, ({ counts, start, end }) => counts.slice(start, end), VERY_HIGH_LEVEL);
  const earliest = Math.min(...seasons.map(({ start }) => start)) - MARGIN_WEEKS;
  const latest = Math.max(...seasons.map(({ end }) => end)) + MARGIN_WEEKS;
  return (position) => {
    const near = seasons.flatMap(({ counts }) => counts.slice(Math.max(0, position - 1), position + 2));
    const threshold = position < earliest ? before : position >= latest ? after : during;
    return requireMinCases({ expected: mean(near), threshold });
  };
}

function listSeasons(history: readonly number[], { offset, length }: Wave): Season[] {
  const seasons: Season[] = [];
  const smoothed = history.map((_, week) =>
    mean(history.slice(Math.max(0, week - SMOOTHING_WEEKS), week + SMOOTHING_WEEKS + 1)),
  );
  for (let start = offset; start + length <= history.length; start += WEEKS_OF_YEAR) {
    const counts = history.slice(start, start + length);
    if (counts.every((count) => count === 0)) continue;
    const growth = computeGrowth(smoothed, { start, length });
    seasons.push({ counts: counts.map((count) => count * growth), ...findEpidemicPeriod(counts) });
  }
  return seasons;
}

/**
 * Returns the growth from a season to the latest 52 weeks: the median ratio of the same weeks, on which neither an epidemic
 * nor weeks without a report have much effect. At least 1: where fewer report than before, normal reporting is no epidemic.
 */
function computeGrowth(
  smoothed: readonly number[],
  { start, length }: { start: number; length: number },
): number {
  const ratios = Array.from({ length }, (_, index) => {
    const week = start + index;
    const years = Math.floor((smoothed.length - 1 - week) / WEEKS_OF_YEAR);
    return ((smoothed[week + years * WEEKS_OF_YEAR] ?? 0) + 1) / ((smoothed[week] ?? 0) + 1);
  });
  ratios.sort((a, b) => a - b);
  return Math.max(1, ratios[Math.floor(length / 2)] ?? 1);
}

/**
 * Returns the upper limit of a single week for the geometric mean of the seasons' highest weeks. Logarithms are of the count
 * plus 1, which is defined for 0 and changes large counts little.
 */
function computeLimit(
  seasons: readonly Season[],
  selectWeeks: (season: Season) => readonly number[],
  level: number,
): number {
  const weeksOfSeason = Math.max(1, Math.round(LIMIT_WEEKS / seasons.length));
  const logs = seasons
    .flatMap((season) => [...selectWeeks(season)].sort((a, b) => b - a).slice(0, weeksOfSeason))
    .map((count) => Math.log(count + 1));
  return Math.exp(mean(logs) + level * standardDeviation(logs)) - 1;
}
