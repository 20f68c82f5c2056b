/** Days in UTC, `YYYY-MM-DD`: the first, and the one after the last. */
export interface Period {
  readonly from: string;
  readonly before: string;
}

export const PERIOD_KINDS = ['year', 'quarter', 'month', 'week'] as const;

export type PeriodKind = (typeof PERIOD_KINDS)[number];

/** A period that has a name: `2026`, `2026-Q1`, `2026-03`, or the ISO 8601 week `2026-W11` (Monday to Sunday). */
export interface NamedPeriod extends Period {
  readonly kind: PeriodKind;
  readonly name: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const NAME = /^(?<year>(?:19|2\d)\d{2})(?:-(?:Q(?<quarter>[1-4])|W(?<week>\d{2})|(?<month>\d{2})))?$/;

/** Reads the name of a period from 1900 to 2999; undefined where there is no such period. */
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
 * A calendar month, or the whole year where no month is given.
 * @param month counted from 1
 */
export function calendarPeriod(year: number, month?: number): NamedPeriod {
  return month === undefined ? months('year', year, 0) : months('month', year, month - 1);
}

/** The period of a kind that a day in UTC (`YYYY-MM-DD`) belongs to. */
export function periodOf(kind: PeriodKind, day: string): NamedPeriod {
  const moment = timeOf(day);
  if (kind === 'week') return weekFrom(moment - weekdayOf(moment) * DAY_MS);
  const date = new Date(moment);
  const month = date.getUTCMonth();
  const first = { year: 0, quarter: month - (month % 3), month }[kind];
  return months(kind, date.getUTCFullYear(), first);
}

/** The period of the same kind that ends where this one begins. */
export function previousPeriod({ kind, from }: NamedPeriod): NamedPeriod {
  return periodOf(kind, addDays(from, -1));
}

/** The period of the same kind that begins where this one ends. */
export function nextPeriod({ kind, before }: NamedPeriod): NamedPeriod {
  return periodOf(kind, before);
}

/**
 * The same period of the year before. A week is compared with the one that began 52 weeks earlier: where years have 53
 * weeks, numbers would set different seasons side by side.
 */
export function yearBefore({ kind, from }: NamedPeriod): NamedPeriod {
  if (kind === 'week') return periodOf('week', addDays(from, -52 * 7));
  const date = new Date(timeOf(from));
  return months(kind, date.getUTCFullYear() - 1, date.getUTCMonth());
}

/** The periods from one to another of the same kind, both included; none where the second is earlier. */
export function periodsBetween(first: NamedPeriod, last: NamedPeriod): NamedPeriod[] {
  const periods: NamedPeriod[] = [];
  for (let period = first; period.from <= last.from; period = nextPeriod(period)) periods.push(period);
  return periods;
}

/** How many days a period has. */
export function daysIn({ from, before }: Period): number {
  return Math.round((timeOf(before) - timeOf(from)) / DAY_MS);
}

/** A day so many days later, or earlier where negative. */
export function addDays(day: string, days: number): string {
  return dayOf(new Date(timeOf(day) + days * DAY_MS));
}

/** The day of a moment in UTC, `YYYY-MM-DD`. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function months(kind: Exclude<PeriodKind, 'week'>, year: number, first: number): NamedPeriod {
  const length = { year: 12, quarter: 3, month: 1 }[kind];
  const name = {
    year: String(year),
    quarter: `${year}-Q${Math.floor(first / 3) + 1}`,
    month: `${year}-${String(first + 1).padStart(2, '0')}`,
  }[kind];
  return { kind, name, from: firstOfMonth(year, first), before: firstOfMonth(year, first + length) };
}

/** @param month counted from 0; 12 and more are of the following year */
function firstOfMonth(year: number, month: number): string {
  return `${year + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}

/** An ISO week of a year, which has 52 or 53 of them; undefined where it has no such week. */
function weekOf(year: number, week: number): NamedPeriod | undefined {
  // The fourth of January is always in the first week.
  const fourth = timeOf(`${year}-01-04`);
  const found = weekFrom(fourth + ((week - 1) * 7 - weekdayOf(fourth)) * DAY_MS);
  return found.name === `${year}-W${String(week).padStart(2, '0')}` ? found : undefined;
}

/** @param monday the moment at which the week begins */
function weekFrom(monday: number): NamedPeriod {
  // A week belongs to the year of its Thursday.
  const year = new Date(monday + 3 * DAY_MS).getUTCFullYear();
  const fourth = timeOf(`${year}-01-04`);
  const firstMonday = fourth - weekdayOf(fourth) * DAY_MS;
  const number = Math.round((monday - firstMonday) / (7 * DAY_MS)) + 1;
  return {
    kind: 'week',
    name: `${year}-W${String(number).padStart(2, '0')}`,
    from: dayOf(new Date(monday)),
    before: dayOf(new Date(monday + 7 * DAY_MS)),
  };
}

/** Days since Monday. */
function weekdayOf(moment: number): number {
  return (new Date(moment).getUTCDay() + 6) % 7;
}

function timeOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
