import { type NamedPeriod, countPeriods, parsePeriod, periodOf } from '../../src/shared/period';

/** The first and the last month of a trend. */
export interface MonthRange {
  readonly from: NamedPeriod;
  readonly to: NamedPeriod;
}

/** The first month that can be selected: it is compared with the year before, and no period is before 1900. */
export const FIRST_MONTH = '1901-01';

/** The procedures return ten years of weeks at most. */
export const MAX_MONTHS = 120;

export type RangeProblem = 'month' | 'future' | 'order' | 'length';

/** Returns the range of two months such as `2026-03`, or why there is none. @param today in UTC, `YYYY-MM-DD` */
export function parseRange(
  { from, to }: Readonly<Record<keyof MonthRange, string>>,
  today: string,
): MonthRange | RangeProblem {
  const [first, last] = [parsePeriod(from.trim()), parsePeriod(to.trim())];
  if (first?.kind !== 'month' || last?.kind !== 'month' || first.name < FIRST_MONTH) return 'month';
  if (last.from > periodOf('month', today).from) return 'future';
  const months = countPeriods(first, last);
  if (months < 1) return 'order';
  return months > MAX_MONTHS ? 'length' : { from: first, to: last };
}
