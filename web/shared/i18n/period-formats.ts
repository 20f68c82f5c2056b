import { type NamedPeriod, addDays } from '../../../src/shared/calendar';
import type { Locale } from '../../../src/shared/locale';

export interface PeriodFormats {
  /** Such as `March 2026` or `Week 11, 2026 (9–15 March)`. */
  readonly period: (period: NamedPeriod) => string;
  /** For where there is little room, such as `Mar 2026` or `W11 2026`. */
  readonly periodShort: (period: NamedPeriod) => string;
}

/** Texts with the places `{number}`, `{digits}` (two of them), `{year}` and `{days}`, which are the first and last. */
interface PeriodNames {
  readonly quarters: readonly [first: string, second: string, third: string, fourth: string];
  readonly quarterInShort: string;
  readonly week: string;
  readonly weekInShort: string;
}

/**
 * `Intl` has no format for quarters and ISO weeks. In French and Portuguese they have no article, so that they can
 * follow a preposition as years and months do; two digits tell a week from half a year.
 */
const NAMES: Readonly<Record<Locale, PeriodNames>> = {
  en: {
    quarters: ['Q1 {year}', 'Q2 {year}', 'Q3 {year}', 'Q4 {year}'],
    quarterInShort: 'Q{number} {year}',
    week: 'Week {number}, {year} ({days})',
    weekInShort: 'W{digits} {year}',
  },
  fr: {
    quarters: ['T1 {year}', 'T2 {year}', 'T3 {year}', 'T4 {year}'],
    quarterInShort: 'T{number} {year}',
    week: 'S{digits}-{year} ({days})',
    weekInShort: 'S{digits}-{year}',
  },
  pt: {
    quarters: ['T1 {year}', 'T2 {year}', 'T3 {year}', 'T4 {year}'],
    quarterInShort: 'T{number} {year}',
    week: 'S{digits}-{year} ({days})',
    weekInShort: 'S{digits}-{year}',
  },
  ar: {
    quarters: ['الربع الأول {year}', 'الربع الثاني {year}', 'الربع الثالث {year}', 'الربع الرابع {year}'],
    quarterInShort: 'الربع {number}، {year}',
    week: 'الأسبوع {number}، {year} ({days})',
    // There is no common abbreviation, and the word is too long for an axis: the text around has to say it.
    weekInShort: '{digits}/{year}',
  },
  sw: {
    quarters: ['Robo ya 1, {year}', 'Robo ya 2, {year}', 'Robo ya 3, {year}', 'Robo ya 4, {year}'],
    quarterInShort: 'R{number} {year}',
    week: 'Wiki ya {number}, {year} ({days})',
    weekInShort: 'W{digits} {year}',
  },
};

/** @param variety of the language, as a BCP 47 tag */
export function periodFormatsFor(locale: Locale, variety: string): PeriodFormats {
  const names = NAMES[locale];
  const month = new Intl.DateTimeFormat(variety, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const monthInShort = new Intl.DateTimeFormat(variety, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const days = new Intl.DateTimeFormat(variety, { day: 'numeric', month: 'long', timeZone: 'UTC' });

  function filled(text: string, period: NamedPeriod): string {
    return text
      .replace('{number}', String(numberOf(period)))
      .replace('{digits}', period.name.slice(-2))
      .replace('{year}', period.name.slice(0, 4))
      .replace('{days}', () =>
        dated(locale, days.formatRangeToParts(startOf(period.from), startOf(addDays(period.before, -1)))),
      );
  }
  return {
    period: (period) => {
      switch (period.kind) {
        case 'year':
          return period.name;
        case 'quarter':
          return filled(names.quarters[numberOf(period) - 1] ?? names.quarterInShort, period);
        case 'month':
          return month.format(startOf(period.from));
        case 'week':
          return filled(names.week, period);
      }
    },
    periodShort: (period) => {
      switch (period.kind) {
        case 'year':
          return period.name;
        case 'quarter':
          return filled(names.quarterInShort, period);
        case 'month':
          return monthInShort.format(startOf(period.from));
        case 'week':
          return filled(names.weekInShort, period);
      }
    },
  };
}

/** A date or a range of dates as text. In French the first of a month is "1er", which `Intl` does not know. */
export function dated(
  locale: Locale,
  parts: readonly { readonly type: string; readonly value: string }[],
): string {
  const isFirst = ({ type, value }: (typeof parts)[number]): boolean => type === 'day' && value === '1';
  return parts.map((one) => (locale === 'fr' && isFirst(one) ? '1er' : one.value)).join('');
}

/** The beginning of a day in UTC, written `YYYY-MM-DD`. */
export function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** The number of a quarter or week, which follows the year, a hyphen and a letter. */
function numberOf({ name }: NamedPeriod): number {
  return Number(name.slice('2026-W'.length));
}
