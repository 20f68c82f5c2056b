import { findOffsetsMs } from './time-zone';

export type DateOrder = 'dmy' | 'mdy';

/** Options for reading dates. */
export interface DateRules {
  readonly dateOrder?: DateOrder | undefined;
  /** IANA name of the zone of times without one; UTC if absent. */
  readonly timeZone?: string | undefined;
}

/** A parsed value, or the reason why the text has none. */
export type ParseResult<Value> = { readonly value: Value } | { readonly problem: string };

const DATE =
  /^(?<first>\d{1,4})(?<separator>[-/.])(?<second>\d{1,2})\k<separator>(?<third>\d{1,4})(?:(?:T|\s+)(?<time>\d.*))?$/i;

const TIME =
  /^(?<hours>\d{1,2}):(?<minutes>\d{2})(?::(?<seconds>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?\s*(?:(?<utc>Z)|(?<sign>[+-])(?<offsetHours>\d{2})(?::?(?<offsetMinutes>\d{2}))?)?$/i;

/** Without an offset from UTC. */
const MIDNIGHT = /^0{1,2}:00(?::00(?:[.,]0{1,9})?)?\s*$/;

/** A spreadsheet's number for a date in a cell that is not formatted as a date: days since 1900. */
const SERIAL_NUMBER = /^\d{1,6}(?:[.,]\d+)?$/;

const EXPECTED = 'expected a date such as 2026-03-14, 2026-03-14 09:30, 14/03/2026 or 2026-03-14T09:30:00Z';
const FOUR_DIGITS = 'write the year with four digits, such as 2026';
const NO_SUCH_DAY = 'there is no such day';
const NO_SUCH_TIME = 'there is no such time of day';

const MINUTE_MS = 60_000;

/**
 * Parses a date in the formats of people and spreadsheets. An ambiguous date is a problem, unless the rules decide it.
 * A day without a time becomes noon in UTC, which is the same day in every zone of Africa. So does midnight without an
 * offset, because spreadsheets and databases write days that way.
 */
export function parseDate(input: string, rules: DateRules): ParseResult<Date> {
  const text = input.trim();
  if (text === '') return { problem: 'must not be empty' };
  if (SERIAL_NUMBER.test(text)) {
    return {
      problem: `${text} is a number, perhaps a spreadsheet's for a date: format the column as a date (2026-03-14) and save the file again`,
    };
  }
  const parts = DATE.exec(text)?.groups;
  if (!parts) return { problem: EXPECTED };
  const day = parseDay(parts, rules.dateOrder);
  if ('problem' in day) return day;
  if (parts.time === undefined || MIDNIGHT.test(parts.time)) {
    return { value: new Date(day.value + 12 * 60 * MINUTE_MS) };
  }
  return parseTime(parts.time, day.value, rules.timeZone);
}

type Parts = Readonly<Record<string, string | undefined>>;

/** @returns the start of the day in UTC, in milliseconds since 1970 */
function parseDay(
  { first = '', second = '', third = '' }: Parts,
  dateOrder: DateOrder | undefined,
): ParseResult<number> {
  if (first.length === 4) {
    return third.length <= 2 ? toDay(Number(first), Number(second), Number(third)) : { problem: EXPECTED };
  }
  if (third.length !== 4 || first.length > 2) {
    return { problem: third.length === 2 || first.length === 2 ? FOUR_DIGITS : EXPECTED };
  }
  const [year, a, b] = [Number(third), Number(first), Number(second)];
  const order = dateOrder ?? inferOrder(a, b);
  if (order === undefined) {
    return {
      problem:
        `can be day ${a} of month ${b} or day ${b} of month ${a}: give --date-order dmy or --date-order mdy, ` +
        'or write it as 2026-03-14',
    };
  }
  const day = order === 'dmy' ? toDay(year, b, a) : toDay(year, a, b);
  return 'problem' in day && dateOrder !== undefined
    ? { problem: `${NO_SUCH_DAY} with --date-order ${dateOrder}` }
    : day;
}

/** Returns the order of day and month if only one is possible, or if both mean the same day. */
function inferOrder(a: number, b: number): DateOrder | undefined {
  if (a > 12 || a === b) return 'dmy';
  return b > 12 ? 'mdy' : undefined;
}

function toDay(year: number, month: number, day: number): ParseResult<number> {
  const date = new Date(0);
  // Date.UTC would read the year 26 as 1926.
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? { value: date.getTime() } : { problem: NO_SUCH_DAY };
}

function parseTime(text: string, day: number, timeZone: string | undefined): ParseResult<Date> {
  const parts = TIME.exec(text)?.groups;
  if (!parts) return { problem: EXPECTED };
  const { hours = '', minutes = '', seconds = '0', fraction = '' } = parts;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return { problem: NO_SUCH_TIME };
  const local =
    day +
    (Number(hours) * 60 + Number(minutes)) * MINUTE_MS +
    Number(seconds) * 1000 +
    Number(fraction.padEnd(3, '0').slice(0, 3));
  if (parts.utc !== undefined) return { value: new Date(local) };
  if (parts.sign !== undefined) {
    const [offsetHours, offsetMinutes] = [Number(parts.offsetHours), Number(parts.offsetMinutes ?? '0')];
    if (offsetHours > 14 || offsetMinutes > 59) return { problem: 'there is no such offset from UTC' };
    const offset = (offsetHours * 60 + offsetMinutes) * MINUTE_MS;
    return { value: new Date(parts.sign === '+' ? local - offset : local + offset) };
  }
  if (timeZone === undefined) return { value: new Date(local) };
  return toUtc(local, timeZone);
}

function toUtc(local: number, timeZone: string): ParseResult<Date> {
  const [offset, secondOffset] = findOffsetsMs(local, timeZone);
  if (offset === undefined) return { problem: `clocks in ${timeZone} never showed this time` };
  if (secondOffset !== undefined) {
    return { problem: `clocks in ${timeZone} showed this time twice: write it with its offset from UTC` };
  }
  return { value: new Date(local - offset) };
}
