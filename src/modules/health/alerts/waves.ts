import { correlation, mean } from './series-statistics';

export const WEEKS_OF_YEAR = 52;

/** Weeks of the moving average. */
const SMOOTHING_WEEKS = 9;
const MIN_WAVE_WEEKS = 12;
/** Depth of the valley between two waves, as a fraction of the year's range. */
const MIN_VALLEY_DEPTH = 0.4;
/** Ratio of the cases at the year's peak to those at its low. */
const MIN_PEAK_RATIO = 2;
/** Correlation of a year with the mean of the others. */
const MIN_SIMILARITY = 0.5;

/** A wave of each year, in weeks. */
export interface Wave {
  /** Weeks from the start of the history to the first wave; the others follow every 52 weeks. */
  readonly offset: number;
  readonly length: number;
}

/**
 * Returns the waves of a seasonal year, divided where cases are fewest: one, or two in regions with two rainy seasons. None
 * if the history has no season: its years differ, or are nearly flat.
 *
 * @param history cases by week, oldest first
 */
export function findWaves(history: readonly number[]): Wave[] {
  // Square roots make the variance of counts even, so that the largest epidemic does not dominate.
  const roots = history.map(Math.sqrt);
  const year = smoothYear(computeMeanYear(roots));
  const low = year.indexOf(Math.min(...year));
  const years = listYears(roots, low);
  if (years.length < 2 || Math.max(...year) ** 2 < MIN_PEAK_RATIO * Math.min(...year) ** 2) return [];
  if (computeSimilarity(years) < MIN_SIMILARITY) return [];
  const valley = findSecondValley([...year.slice(low), ...year.slice(0, low)]);
  if (valley === undefined) return [{ offset: low, length: WEEKS_OF_YEAR }];
  return [
    { offset: low, length: valley },
    { offset: (low + valley) % WEEKS_OF_YEAR, length: WEEKS_OF_YEAR - valley },
  ];
}

/** Returns the mean of each week of the year, which starts with the history. */
function computeMeanYear(history: readonly number[]): number[] {
  const weeks = Array.from({ length: WEEKS_OF_YEAR }, (): number[] => []);
  for (const [index, count] of history.entries()) weeks[index % WEEKS_OF_YEAR]?.push(count);
  return weeks.map(mean);
}

/** Returns the complete years that start in a week of the year. */
function listYears(history: readonly number[], week: number): number[][] {
  const years: number[][] = [];
  for (let start = week; start + WEEKS_OF_YEAR <= history.length; start += WEEKS_OF_YEAR) {
    years.push(history.slice(start, start + WEEKS_OF_YEAR));
  }
  return years;
}

/** Returns the moving average of a year, whose last week is followed by its first. */
function smoothYear(year: readonly number[]): number[] {
  const half = (SMOOTHING_WEEKS - 1) / 2;
  const extended = [...year.slice(-half), ...year, ...year.slice(0, half)];
  return year.map((_, week) => mean(extended.slice(week, week + SMOOTHING_WEEKS)));
}

/** Returns the mean correlation of each year with the mean of the others. */
function computeSimilarity(years: readonly (readonly number[])[]): number {
  const smoothed = years.map(smoothYear);
  return mean(
    smoothed.map((year, index) => {
      const others = smoothed.filter((_, other) => other !== index);
      return correlation(
        year,
        year.map((_, week) => mean(others.map((other) => other[week] ?? 0))),
      );
    }),
  );
}

/** Returns the deepest valley between two peaks of a year that starts at its low; undefined if none is deep enough. */
function findSecondValley(year: readonly number[]): number | undefined {
  const range = Math.max(...year) - Math.min(...year);
  let best: { week: number; depth: number } | undefined;
  for (let week = MIN_WAVE_WEEKS; week <= WEEKS_OF_YEAR - MIN_WAVE_WEEKS; week += 1) {
    const peaks = [year.slice(0, week), year.slice(week)].map((side) => Math.max(...side));
    const depth = Math.min(...peaks) - (year[week] ?? 0);
    if (depth >= MIN_VALLEY_DEPTH * range && (best === undefined || depth > best.depth))
      best = { week, depth };
  }
  return best?.week;
}
