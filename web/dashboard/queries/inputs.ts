import {
  type NamedPeriod,
  addDays,
  countPeriods,
  nextPeriod,
  periodOf,
  previousPeriod,
  yearBefore,
} from '../../../src/shared/period';
import type { TrendStep } from '../../../src/shared/dashboard-values';
import { type Selection, convertPeriod, getToday, getTrendStep } from '../selection';

/** The inputs of the procedures and of the exports, which show the same figures. */

/** The number of points of a year. */
export const YEAR_POINTS: Readonly<Record<TrendStep, number>> = { month: 12, week: 52 };

export function periodInput({ period, country }: Selection): { period: string; country?: string } {
  return { period: period.name, ...(country !== null && { country }) };
}

/** Returns the period's last week. The current and the previous period omit it, which means the current week. */
export function alertsInput({ period, country }: Selection): { week?: string; country?: string } {
  const hasNext = nextPeriod(period).before <= getToday();
  return {
    ...(hasNext && { week: periodOf('week', addDays(period.before, -1)).name }),
    ...(country !== null && { country }),
  };
}

/** A selected country does not filter the map, so that it can be compared with the others. */
export function mapInput(
  selection: Selection,
  canSeeAllCountries: boolean,
): { period: string; country?: string; pathology?: string } {
  const { period, mapPathology } = selection;
  return {
    ...(canSeeAllCountries ? { period: period.name } : periodInput(selection)),
    ...(mapPathology !== null && { pathology: mapPathology }),
  };
}

export function trendInput(
  selection: Selection,
  pathologies: readonly string[],
): { from: string; to: string; country?: string; pathologies: string[] } {
  const { country } = selection;
  return {
    ...trendRange(selection),
    pathologies: [...pathologies],
    ...(country !== null && { country }),
  };
}

export function countryTrendInput(
  selection: Selection,
  pathology: string,
): { from: string; to: string; pathology: string; countries: string[] } {
  return { ...trendRange(selection), pathology, countries: [...selection.lines] };
}

/** The periods of the lines. */
interface TrendSpan {
  readonly first: NamedPeriod;
  readonly last: NamedPeriod;
  /** Whether they are compared with the year before: they are not longer than a year. */
  readonly isCompared: boolean;
}

export function trendSpan(selection: Selection): TrendSpan {
  const { range, years, period } = selection;
  const step = getTrendStep(selection);
  if (range) {
    const isCompared = countPeriods(range.from, range.to) <= YEAR_POINTS.month;
    return { first: periodOf(step, range.from.from), last: convertPeriod(step, range.to), isCompared };
  }
  const last = convertPeriod(step, period);
  let first = last;
  for (let steps = 1; steps < years * YEAR_POINTS[step]; steps += 1) first = previousPeriod(first);
  return { first, last, isCompared: years === 1 };
}

/** Returns the first and last period of the lines, and of the year before them if they are compared with it. */
function trendRange(selection: Selection): { from: string; to: string } {
  const { first, last, isCompared } = trendSpan(selection);
  return { from: (isCompared ? yearBefore(first) : first).name, to: last.name };
}
