/** Days in UTC, each `YYYY-MM-DD`. */
export interface Period {
  /** First day. */
  readonly from: string;
  /** Day after the last. */
  readonly before: string;
}

export const PERIOD_KINDS = ['year', 'quarter', 'month', 'week'] as const;

export type PeriodKind = (typeof PERIOD_KINDS)[number];

/** A period with a name: `2026`, `2026-Q1`, `2026-03`, or the ISO 8601 week `2026-W11` (Monday to Sunday). */
export interface NamedPeriod extends Period {
  readonly kind: PeriodKind;
  readonly name: string;
}

const MONTHS = { year: 12, quarter: 3, month: 1 };
const DAY_MS = 24 * 60 * 60 * 1000;
const NAME = /^(?<year>(?:19|2\d)\d{2})(?:-(?:Q(?<quarter>[1-4])|W(?<week>\d{2})|(?<month>\d{2})))?$/;

/** Parses the name of a period from 1900 to 2999. Returns undefined if there is no such period. */
export function parsePeriod(name: string): NamedPeriod | undefined {
  const parts = NAME.exec(name)?.groups;
  if (!parts) return undefined;
  const year = Number(parts.year);
  if (parts.week !== undefined) return weekOf(year, Number(parts.week));
  if (parts.quarter !== undefined) return months('quarter', year, 3 * (Number(parts.quarter) - 1));
  if (parts.month === undefined) return months('year', year, 0);
  const month = Number(parts.month);
  return month >= 1 && month <= 12 ? months('month', year, month - 1) : undefined;
}

/**
 * Returns a month, or the whole year if `month` is undefined.
 * @param month 1 to 12
 */
export function calendarPeriod(year: number, month?: number): NamedPeriod {
  return month === undefined ? months('year', year, 0) : months('month', year, month - 1);
}

/** Returns the period of a kind that includes a day in UTC (`YYYY-MM-DD`). */
export function periodOf(kind: PeriodKind, day: string): NamedPeriod {
  const time = timeOf(day);
  if (kind === 'week') return weekFrom(time - weekdayOf(time) * DAY_MS);
  const date = new Date(time);
  const month = date.getUTCMonth();
  const firstMonth = { year: 0, quarter: month - (month % 3), month }[kind];
  return months(kind, date.getUTCFullYear(), firstMonth);
}

/** Returns the period of the same kind before this one. */
export function previousPeriod({ kind, from }: NamedPeriod): NamedPeriod {
  return periodOf(kind, addDays(from, -1));
}

/** Returns the period of the same kind after this one. */
export function nextPeriod({ kind, before }: NamedPeriod): NamedPeriod {
  return periodOf(kind, before);
}

/**
 * Returns the same period of the previous year. For a week, the week 52 weeks earlier: after a year of 53 weeks, the week with
 * the same number is a week off.
 */
export function yearBefore({ kind, from }: NamedPeriod): NamedPeriod {
  if (kind === 'week') return periodOf('week', addDays(from, -52 * 7));
  const date = new Date(timeOf(from));
  return months(kind, date.getUTCFullYear() - 1, date.getUTCMonth());
}

/** Returns the periods from `first` to `last`, which have the same kind; none if `last` is earlier. */
export function periodsBetween(first: NamedPeriod, last: NamedPeriod): NamedPeriod[] {
  const periods: NamedPeriod[] = [];
  for (let period = first; period.from <= last.from; period = nextPeriod(period)) periods.push(period);
  return periods;
}

/** Returns how many periods there are from `first` to `last`, which have the same kind; 0 or less if `last` is earlier. */
export function countPeriods(first: NamedPeriod, last: NamedPeriod): number {
  const { kind } = first;
  if (kind === 'week') return daysIn({ from: first.from, before: last.from }) / 7 + 1;
  return (monthNumber(last.from) - monthNumber(first.from)) / MONTHS[kind] + 1;
}

/** Returns the number of days in a period. */
export function daysIn({ from, before }: Period): number {
  return Math.round((timeOf(before) - timeOf(from)) / DAY_MS);
}

/** Adds days to a day; a negative number subtracts. */
export function addDays(day: string, days: number): string {
  return dayOf(new Date(timeOf(day) + days * DAY_MS));
}

/** Returns the day of a date in UTC, `YYYY-MM-DD`; from the year 10000 with more digits. */
export function dayOf(date: Date): string {
  const [day = ''] = date.toISOString().split('T');
  return day.replace(/^\+0/, '');
}

/** Returns whether a day is earlier than another. The order of the texts is another one from the year 10000. */
export function isEarlier(day: string, other: string): boolean {
  return day.length === other.length ? day < other : day.length < other.length;
}

/** @param firstMonth counted from 0 */
function months(kind: Exclude<PeriodKind, 'week'>, year: number, firstMonth: number): NamedPeriod {
  const name = {
    year: String(year),
    quarter: `${year}-Q${Math.floor(firstMonth / 3) + 1}`,
    month: `${year}-${String(firstMonth + 1).padStart(2, '0')}`,
  }[kind];
  return {
    kind,
    name,
    from: firstDayOf(year, firstMonth),
    before: firstDayOf(year, firstMonth + MONTHS[kind]),
  };
}

/** @param month counted from 0; 12 and more are in the next year */
function firstDayOf(year: number, month: number): string {
  return `${year + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}

/** Returns an ISO week; undefined if the year, of 52 or 53 weeks, does not have it. */
function weekOf(year: number, week: number): NamedPeriod | undefined {
  // 4 January is always in the first week.
  const january4 = timeOf(`${year}-01-04`);
  const period = weekFrom(january4 + ((week - 1) * 7 - weekdayOf(january4)) * DAY_MS);
  return period.name === `${year}-W${String(week).padStart(2, '0')}` ? period : undefined;
}

/** @param monday start of the week, in milliseconds since 1970 */
function weekFrom(monday: number): NamedPeriod {
  // A week belongs to the year of its Thursday.
  const year = new Date(monday + 3 * DAY_MS).getUTCFullYear();
  const january4 = timeOf(`${year}-01-04`);
  const firstMonday = january4 - weekdayOf(january4) * DAY_MS;
  const number = Math.round((monday - firstMonday) / (7 * DAY_MS)) + 1;
  return {
    kind: 'week',
    name: `${year}-W${String(number).padStart(2, '0')}`,
    from: dayOf(new Date(monday)),
    before: dayOf(new Date(monday + 7 * DAY_MS)),
  };
}

/** Returns the number of months since the year 0. */
function monthNumber(day: string): number {
  const date = new Date(timeOf(day));
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
}

/** Returns the days since Monday. */
function weekdayOf(time: number): number {
  return (new Date(time).getUTCDay() + 6) % 7;
}

function timeOf(day: string): number {
  const [year = NaN, month = NaN, date] = day.split('-').map(Number);
  return Date.UTC(year, month - 1, date);
}
