/** A range of counts with one colour, including both ends. */
export interface CountClass {
  readonly from: number;
  readonly to: number;
  readonly color: string;
}

const MAX_CLASSES = 5;

export const NO_CASES_COLOR = 'var(--map-0)';

/**
 * Divides counts into ranges with about the same number of countries and rounded ends, lightest first. Ranges of equal
 * length would not work: almost all countries would be in the first.
 */
export function classifyCounts(counts: readonly number[]): readonly CountClass[] {
  const sorted = counts.filter((count) => count > 0).sort((one, other) => one - other);
  const highest = sorted.at(-1);
  if (highest === undefined) return [];
  const number = Math.min(MAX_CLASSES, new Set(sorted).size);
  const ends = Array.from({ length: number - 1 }, (_, index) =>
    roundUp(sorted[Math.floor(((index + 1) * sorted.length) / number) - 1] ?? highest),
  );
  const distinct = [...new Set([...ends.filter((end) => end < highest), highest])];
  return distinct.map((to, index) => ({
    from: index === 0 ? 1 : (distinct[index - 1] ?? 0) + 1,
    to,
    color: `var(--map-${MAX_CLASSES - distinct.length + 1 + index})`,
  }));
}

/** Rounds up to two significant digits. */
function roundUp(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.ceil(count / unit) * unit;
}
