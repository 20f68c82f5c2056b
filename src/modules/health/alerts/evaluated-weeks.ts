import {
  type NamedPeriod,
  type Period,
  addDays,
  dayOf,
  periodOf,
  periodsBetween,
} from '../../../shared/period';
import { WEEKS_OF_YEAR } from './waves';

export const EVALUATED_WEEKS = 4;

export function currentWeek(): NamedPeriod {
  return periodOf('week', dayOf(new Date()));
}

/** Returns the evaluated weeks that end with a week. */
export function weeksUntil(last: NamedPeriod): NamedPeriod[] {
  return periodsBetween(periodOf('week', addDays(last.from, -7 * (EVALUATED_WEEKS - 1))), last);
}

/** Returns the name of the last week. */
export function nameOf(weeks: readonly NamedPeriod[]): string {
  return weeks.at(-1)?.name ?? '';
}

export function isCurrentWeek(weeks: readonly NamedPeriod[]): boolean {
  return nameOf(weeks) === currentWeek().name;
}

/** Returns the year before the weeks, which has the usual cases of diseases of which one case is an alert. */
export function yearBefore([first]: readonly NamedPeriod[]): Period {
  const before = first?.from ?? '';
  return { from: addDays(before, -7 * WEEKS_OF_YEAR), before };
}

/** @param weeks consecutive */
export function spanOf(weeks: readonly NamedPeriod[]): Period {
  return { from: weeks[0]?.from ?? '', before: weeks.at(-1)?.before ?? '' };
}
