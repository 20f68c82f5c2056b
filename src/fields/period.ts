import { z } from 'zod';

export const yearSchema = z
  .int({ error: (issue) => (issue.input === undefined ? undefined : 'expected a year as a whole number') })
  .min(1000, 'expected a year of four digits')
  .max(9999, 'expected a year of four digits');

export const monthSchema = z
  .int({ error: 'expected a month as a whole number from 1 to 12' })
  .min(1, 'expected a month from 1 to 12')
  .max(12, 'expected a month from 1 to 12');

/** Days in UTC, `YYYY-MM-DD`: the first, and the one after the last. */
export interface Period {
  readonly from: string;
  readonly before: string;
}

/** A calendar month, or the whole year where no month is given. */
export function calendarPeriod(year: number, month?: number): Period {
  if (month === undefined) return { from: day(year, 1), before: day(year + 1, 1) };
  return { from: day(year, month), before: month === 12 ? day(year + 1, 1) : day(year, month + 1) };
}

function day(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}-01`;
}
