/** A range of counts with one colour, including both ends. */
export interface CountRange {
  readonly from: number;
  readonly to: number;
  readonly color: string;
}

const MAX_RANGES = 5;

export const NO_CASES_COLOR = 'var(--map-0)';

/**
 * Divides counts into ranges with about the same number of countries and rounded ends, lightest first. Ranges of equal
 * length would not work: almost all countries would be in the first.
 */
export function divideIntoRanges(counts: readonly number[]): readonly CountRange[] {
  const sorted = counts.filter((count) => count > 0).sort((a, b) => a - b);
  const highest = sorted.at(-1);
  if (highest === undefined) return [];
  const number = Math.min(MAX_RANGES, new Set(sorted).size);
  const ends = Array.from({ length: number - 1 }, (_, index) =>
    roundUp(sorted[Math.floor(((index + 1) * sorted.length) / number) - 1] ?? highest),
  );
  const distinct = [...new Set([...ends.filter((end) => end < highest), highest])];
  return distinct.map((to, index) => ({
    from: index === 0 ? 1 : (distinct[index - 1] ?? 0) + 1,
    to,
    color: `var(--map-${MAX_RANGES - distinct.length + 1 + index})`,
  }));
}

/** Rounds up to two significant digits. */
function roundUp(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.ceil(count / unit) * unit;
}
