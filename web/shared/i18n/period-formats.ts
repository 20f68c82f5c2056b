import { type NamedPeriod, addDays } from '../../../src/shared/period';
import type { Locale } from '../../../src/shared/locale';

export interface PeriodFormats {
  /** Returns for example `March 2026` or `Week 11, 2026 (9–15 March)`. */
  readonly period: (period: NamedPeriod) => string;
  /** Returns for example `Mar 2026` or `W11 2026`. */
  readonly periodShort: (period: NamedPeriod) => string;
}

/** Templates. `{digits}` is the number with two digits; `{days}` is the range from the first to the last day. */
interface PeriodNames {
  readonly quarters: readonly [first: string, second: string, third: string, fourth: string];
  readonly quarterShort: string;
  readonly week: string;
  readonly weekShort: string;
}

/** Without an article, so that a preposition can precede them; weeks have two digits, because S1 and S2 can mean half-years. */
const FRENCH_AND_PORTUGUESE: PeriodNames = {
  quarters: ['T1 {year}', 'T2 {year}', 'T3 {year}', 'T4 {year}'],
  quarterShort: 'T{number} {year}',
  week: 'S{digits}-{year} ({days})',
  weekShort: 'S{digits}-{year}',
};

/** `Intl` has no formats for quarters and ISO weeks. */
const NAMES: Readonly<Record<Locale, PeriodNames>> = {
  en: {
    quarters: ['Q1 {year}', 'Q2 {year}', 'Q3 {year}', 'Q4 {year}'],
    quarterShort: 'Q{number} {year}',
    week: 'Week {number}, {year} ({days})',
    weekShort: 'W{digits} {year}',
  },
  fr: FRENCH_AND_PORTUGUESE,
  pt: FRENCH_AND_PORTUGUESE,
  ar: {
    quarters: ['الربع الأول {year}', 'الربع الثاني {year}', 'الربع الثالث {year}', 'الربع الرابع {year}'],
    quarterShort: 'الربع {number}، {year}',
    week: 'الأسبوع {number}، {year} ({days})',
    // Arabic has no common abbreviation of "week", and the word is too long for an axis label.
    weekShort: '{digits}/{year}',
  },
  sw: {
    quarters: ['Robo ya 1, {year}', 'Robo ya 2, {year}', 'Robo ya 3, {year}', 'Robo ya 4, {year}'],
    quarterShort: 'R{number} {year}',
    week: 'Wiki ya {number}, {year} ({days})',
    weekShort: 'W{digits} {year}',
  },
};

/** @param tag the BCP 47 tag for formatting in the language */
export function createPeriodFormats(locale: Locale, tag: string): PeriodFormats {
  const names = NAMES[locale];
  const month = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const monthShort = new Intl.DateTimeFormat(tag, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const days = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', timeZone: 'UTC' });

  function fillTemplate(template: string, period: NamedPeriod): string {
    return template
      .replace('{number}', String(numberOf(period)))
      .replace('{digits}', period.name.slice(-2))
      .replace('{year}', period.name.slice(0, 4))
      .replace('{days}', () =>
        joinDateParts(
          locale,
          days.formatRangeToParts(startOfDay(period.from), startOfDay(addDays(period.before, -1))),
        ),
      );
  }
  return {
    period: (period) => {
      switch (period.kind) {
        case 'year':
          return period.name;
        case 'quarter':
          return fillTemplate(names.quarters[numberOf(period) - 1] ?? names.quarterShort, period);
        case 'month':
          return month.format(startOfDay(period.from));
        case 'week':
          return fillTemplate(names.week, period);
      }
    },
    periodShort: (period) => {
      switch (period.kind) {
        case 'year':
          return period.name;
        case 'quarter':
          return fillTemplate(names.quarterShort, period);
        case 'month':
          return monthShort.format(startOfDay(period.from));
        case 'week':
          return fillTemplate(names.weekShort, period);
      }
    },
  };
}

/** Joins the parts of a date. In French the first of a month is "1er", which `Intl` does not support. */
export function joinDateParts(
  locale: Locale,
  parts: readonly { readonly type: string; readonly value: string }[],
): string {
  const isFirst = ({ type, value }: (typeof parts)[number]): boolean => type === 'day' && value === '1';
  return parts.map((part) => (locale === 'fr' && isFirst(part) ? '1er' : part.value)).join('');
}

/** @param day in UTC, as `YYYY-MM-DD` */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** Returns the number of a quarter or week. */
function numberOf({ name }: NamedPeriod): number {
  return Number(name.slice('2026-W'.length));
}
