/** A range of counts that have one colour, both ends included. */
export interface CountClass {
  readonly from: number;
  readonly to: number;
  readonly color: string;
}

const MOST_CLASSES = 5;

/** The colour of a country without a case. */
export const NO_CASES_COLOR = 'var(--map-0)';

/**
 * Ranges that hold about as many countries each, with round ends, lightest first. Counts differ so much that ranges of
 * equal length would leave all countries but one in the first.
 */
export function classesOf(counts: readonly number[]): readonly CountClass[] {
  const sorted = counts.filter((count) => count > 0).sort((one, other) => one - other);
  const highest = sorted.at(-1);
  if (highest === undefined) return [];
  const number = Math.min(MOST_CLASSES, new Set(sorted).size);
  const ends = Array.from({ length: number - 1 }, (_, index) =>
    rounded(sorted[Math.floor(((index + 1) * sorted.length) / number) - 1] ?? highest),
  );
  const distinct = [...new Set([...ends.filter((end) => end < highest), highest])];
  return distinct.map((to, index) => ({
    from: index === 0 ? 1 : (distinct[index - 1] ?? 0) + 1,
    to,
    color: `var(--map-${MOST_CLASSES - distinct.length + 1 + index})`,
  }));
}

/** Up to two digits that are not zero. */
function rounded(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.ceil(count / unit) * unit;
}
