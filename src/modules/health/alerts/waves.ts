import { correlation, mean } from './statistics-of-weeks';

export const WEEKS_OF_YEAR = 52;

/** Weeks that are averaged to see the shape of a year. */
const SMOOTHING = 9;
/** The fewest weeks of a wave. */
const SHORTEST_WAVE = 12;
/** How deep the valley between two waves is, in relation to the year's range. */
const VALLEY = 0.4;
/** How much the cases at the year's height exceed those at its low. */
const LEAST_HEIGHT = 2;
/** How alike a year and the mean of the others are, as a correlation. */
const LEAST_LIKENESS = 0.5;

/** A wave of a year: it begins so many weeks after the history does, and every 52 weeks again. */
export interface Wave {
  readonly offset: number;
  readonly length: number;
}

/**
 * The waves of a seasonal year, cut where cases are fewest, wherever that is in the calendar: one, or two where rains come
 * twice. None where the history shows no season: its years are not alike, or nearly flat.
 *
 * @param history cases by week, oldest first
 */
export function wavesOf(history: readonly number[]): Wave[] {
  // Square roots tell of a season and not of the largest epidemic alone: the variance of counts becomes even.
  const roots = history.map(Math.sqrt);
  const year = circular(yearOf(roots));
  const low = year.indexOf(Math.min(...year));
  const years = yearsFrom(roots, low);
  if (years.length < 2 || Math.max(...year) ** 2 < LEAST_HEIGHT * Math.min(...year) ** 2) return [];
  if (likeness(years) < LEAST_LIKENESS) return [];
  const valley = secondValley([...year.slice(low), ...year.slice(0, low)]);
  if (valley === undefined) return [{ offset: low, length: WEEKS_OF_YEAR }];
  return [
    { offset: low, length: valley },
    { offset: (low + valley) % WEEKS_OF_YEAR, length: WEEKS_OF_YEAR - valley },
  ];
}

/** The mean of each week of the year, counted from the history's first. */
function yearOf(history: readonly number[]): number[] {
  const weeks = Array.from({ length: WEEKS_OF_YEAR }, (): number[] => []);
  for (const [index, count] of history.entries()) weeks[index % WEEKS_OF_YEAR]?.push(count);
  return weeks.map(mean);
}

/** The complete years that begin with a week of the year. */
function yearsFrom(history: readonly number[], week: number): number[][] {
  const years: number[][] = [];
  for (let start = week; start + WEEKS_OF_YEAR <= history.length; start += WEEKS_OF_YEAR) {
    years.push(history.slice(start, start + WEEKS_OF_YEAR));
  }
  return years;
}

function circular(year: readonly number[]): number[] {
  const half = (SMOOTHING - 1) / 2;
  const around = [...year.slice(-half), ...year, ...year.slice(0, half)];
  return year.map((_, week) => mean(around.slice(week, week + SMOOTHING)));
}

/** Correlation of each year with the mean of the others, on average. */
function likeness(years: readonly (readonly number[])[]): number {
  const smooth = years.map(circular);
  return mean(
    smooth.map((year, index) => {
      const others = smooth.filter((_, other) => other !== index);
      return correlation(
        year,
        year.map((_, week) => mean(others.map((other) => other[week] ?? 0))),
      );
    }),
  );
}

/** The deepest valley between two heights of a year that begins at its low; undefined where there is none to speak of. */
function secondValley(year: readonly number[]): number | undefined {
  const range = Math.max(...year) - Math.min(...year);
  let best: { week: number; depth: number } | undefined;
  for (let week = SHORTEST_WAVE; week <= WEEKS_OF_YEAR - SHORTEST_WAVE; week += 1) {
    const heights = [year.slice(0, week), year.slice(week)].map((side) => Math.max(...side));
    const depth = Math.min(...heights) - (year[week] ?? 0);
    if (depth >= VALLEY * range && (best === undefined || depth > best.depth)) best = { week, depth };
  }
  return best?.week;
}
