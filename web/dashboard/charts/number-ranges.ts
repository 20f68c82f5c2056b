/** A range of numbers with one colour, including its upper end. */
export interface NumberRange {
  /** The lower end; of rates, it belongs to the range below. */
  readonly from: number;
  readonly to: number;
  readonly color: string;
}

const MAX_RANGES = 5;

export const NO_CASES_COLOR = 'var(--map-0)';

/** Ends of ranges in each power of ten, the finest first. */
const ENDS = [[1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]] as const;

/**
 * Divides numbers into ranges that end with rounded numbers, lightest first. The ends are in constant ratios, so that small
 * numbers never have the colour of numbers many times as large. Ranges of equal length would have almost all countries in
 * the first one, and ranges of equally many countries would put 3 beside 64.
 * @param whole whether the numbers are counts
 */
export function divideIntoRanges(numbers: readonly number[], whole: boolean): readonly NumberRange[] {
  const positive = numbers.filter((number) => number > 0);
  if (positive.length === 0) return [];
  const [lowest, highest] = [Math.min(...positive), Math.max(...positive)];
  const ends = [...findEnds(lowest, highest, whole), highest];
  return ends.map((to, index) => {
    const below = ends[index - 1] ?? 0;
    return {
      from: whole ? below + 1 : below,
      to,
      color: `var(--map-${MAX_RANGES - ends.length + 1 + index})`,
    };
  });
}

/** Returns the finest rounded ends between two numbers that are not too many. */
function findEnds(lowest: number, highest: number, whole: boolean): readonly number[] {
  const powers = [Math.floor(Math.log10(lowest)), Math.floor(Math.log10(highest))] as const;
  for (const steps of ENDS) {
    const ends: number[] = [];
    for (let power = powers[0]; power <= powers[1]; power += 1)
      ends.push(...steps.map((step) => Number((step * 10 ** power).toPrecision(2))));
    const between = ends.filter((end) => end >= lowest && end < highest && (!whole || Number.isInteger(end)));
    if (between.length < MAX_RANGES) return between;
  }
  // More powers of ten than colours: the highest ones differ most.
  return Array.from(
    { length: MAX_RANGES - 1 },
    (_, index) => 10 ** (powers[1] - MAX_RANGES + 2 + index),
  ).filter((end) => end < highest);
}
