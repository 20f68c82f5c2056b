import { addDays, isEarlier, type Period, periodOf } from '../../shared/period';

/** Length of a period for which sums are stored. */
export type Grain = 'year' | 'month' | 'week' | 'day';

/** A stored sum: its length and its first day. */
interface SumCell {
  readonly grain: Grain;
  readonly start: string;
}

/** Returns the cells of which a period consists, in order: whole years, months and weeks, and the remaining days. */
export function cellsOf({ from, before }: Period): SumCell[] {
  const cells: SumCell[] = [];
  for (let start = from; isEarlier(start, before);) {
    const cell = largestCell(start, before);
    cells.push({ grain: cell.grain, start });
    start = cell.before;
  }
  return cells;
}

function largestCell(start: string, before: string): { grain: Grain; before: string } {
  for (const grain of ['year', 'month', 'week'] as const) {
    const period = periodOf(grain, start);
    if (period.from === start && !isEarlier(before, period.before)) return { grain, before: period.before };
  }
  return { grain: 'day', before: addDays(start, 1) };
}

/** Returns cells and days of a period, or of consecutive periods, as the parameters of `CELLS_OF_PERIOD`. */
export function cellParameters(periods: Period | readonly Period[]) {
  const all = [periods].flat();
  const cells = all.flatMap(cellsOf);
  return {
    grains: cells.map(({ grain }) => grain),
    starts: cells.map(({ start }) => start),
    from: all[0]?.from ?? '',
    before: all.at(-1)?.before ?? '',
  };
}
