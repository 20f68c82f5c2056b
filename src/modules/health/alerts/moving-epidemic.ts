import { type EpidemicPeriod, epidemicPeriod } from './epidemic-period';
import { type Expectation, withFewestCases } from './expectation';
import { deviation, mean } from './statistics-of-weeks';
import { type Wave, WEEKS_OF_YEAR, wavesOf } from './waves';

/** Quantiles of the normal distribution: one-sided limits of 95 % and 97.5 %. */
const EPIDEMIC_LEVEL = 1.645;
const VERY_HIGH_LEVEL = 1.96;
/** Values that a limit is made of, of all seasons together. */
const VALUES = 30;
/** Cases that a wave has at least, on average: of fewer, its beginning cannot be told. */
const FEWEST_CASES_OF_WAVE = 50;
/** By how many weeks an epidemic may begin earlier and end later than any before. */
const MARGIN = 2;
/** Weeks on either side that are averaged before seasons are compared. */
const REACH = 2;

/** What earlier seasons predict for a week, counted on from the first of the history; undefined where they do not tell. */
export type SeasonalModel = (week: number) => Expectation | undefined;

/**
 * The moving epidemic method (Vega et al., Influenza Other Respir Viruses 2013;7:546–58 and 2015;9:234–46; R package `mem`).
 * Before and after the usual time of the epidemic, the threshold is the upper one-sided 95 % limit of the geometric mean of the
 * highest weeks before (after) it, 30 of all seasons together. At the usual time of the epidemic it is that of very high
 * intensity: the 97.5 % limit of the epidemic's own highest weeks, so that a season is no alert for being one.
 *
 * @param history cases by week, oldest first, from the first that was recorded
 * @returns undefined where the history has no season, or fewer than two of them
 */
export function movingEpidemic(history: readonly number[]): SeasonalModel | undefined {
  const waves = wavesOf(history).map((wave) => ({ wave, predict: waveModel(history, wave) }));
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

/** @returns what the seasons of a wave predict for each of its weeks; undefined where they are too few, or too small */
function waveModel(history: readonly number[], wave: Wave): SeasonalModel | undefined {
  const seasons = seasonsOf(history, wave);
  const cases = mean(seasons.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0)));
  if (seasons.length < 2 || cases < FEWEST_CASES_OF_WAVE) return undefined;
  const before = limit(seasons, ({ counts, start }) => counts.slice(0, start), EPIDEMIC_LEVEL);
  const after = limit(seasons, ({ counts, end }) => counts.slice(end), EPIDEMIC_LEVEL);
  const during = limit(seasons, ({ counts, start, end }) => counts.slice(start, end), VERY_HIGH_LEVEL);
  const earliest = Math.min(...seasons.map(({ start }) => start)) - MARGIN;
  const latest = Math.max(...seasons.map(({ end }) => end)) + MARGIN;
  return (position) => {
    const near = seasons.flatMap(({ counts }) => counts.slice(Math.max(0, position - 1), position + 2));
    const quiet = position < earliest ? before : after;
    const isQuiet = position < earliest || position >= latest;
    return withFewestCases({ expected: mean(near), threshold: isQuiet ? quiet : during });
  };
}

function seasonsOf(history: readonly number[], { offset, length }: Wave): Season[] {
  const seasons: Season[] = [];
  const smooth = history.map((_, week) => mean(history.slice(Math.max(0, week - REACH), week + REACH + 1)));
  for (let start = offset; start + length <= history.length; start += WEEKS_OF_YEAR) {
    const counts = history.slice(start, start + length);
    if (counts.every((count) => count === 0)) continue;
    const grown = growth(smooth, { start, length });
    seasons.push({ counts: counts.map((count) => count * grown), ...epidemicPeriod(counts) });
  }
  return seasons;
}

/**
 * By how much the latest 52 weeks exceed the same weeks of a season: the median ratio, on which neither an epidemic nor weeks
 * without a report weigh much. Never under 1: where fewer report than before, normal reporting is no epidemic.
 */
function growth(smooth: readonly number[], { start, length }: { start: number; length: number }): number {
  const ratios = Array.from({ length }, (_, index) => {
    const week = start + index;
    const years = Math.floor((smooth.length - 1 - week) / WEEKS_OF_YEAR);
    return ((smooth[week + years * WEEKS_OF_YEAR] ?? 0) + 1) / ((smooth[week] ?? 0) + 1);
  });
  ratios.sort((a, b) => a - b);
  return Math.max(1, ratios[Math.floor(length / 2)] ?? 1);
}

/**
 * The upper limit of the geometric mean of the seasons' highest weeks, for a single week. Logarithms are of the count
 * and one more, which is defined for 0 and next to nothing for many cases.
 */
function limit(
  seasons: readonly Season[],
  weeksOf: (season: Season) => readonly number[],
  level: number,
): number {
  const each = Math.max(1, Math.round(VALUES / seasons.length));
  const logs = seasons
    .flatMap((season) => [...weeksOf(season)].sort((a, b) => b - a).slice(0, each))
    .map((count) => Math.log(count + 1));
  return Math.exp(mean(logs) + level * deviation(logs)) - 1;
}
