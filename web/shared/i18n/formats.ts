import type { Locale } from '../../../src/shared/locale';
import { COUNTRY_NAME_OVERRIDES } from '../../../src/shared/country-name-overrides';
import { type PeriodFormats, createPeriodFormats, joinDateParts, startOfDay } from './period-formats';

export interface Formats extends PeriodFormats {
  /** A count, or a quantity to one decimal place. */
  readonly number: (value: number) => string;
  /** A number per 100,000 inhabitants, to three digits. */
  readonly rate: (value: number) => string;
  /** Abbreviates thousands and millions, for axis labels. */
  readonly compactNumber: (value: number) => string;
  /** Formats a fraction: 0.042 as 4.2 %. */
  readonly percent: (fraction: number) => string;
  /** Formats a fraction with its sign, also `+`; zero has no sign. */
  readonly percentChange: (fraction: number) => string;
  /** Formats a `YYYY-MM-DD` day. */
  readonly day: (day: string) => string;
  /** Formats date, time and time zone. */
  readonly dateTime: (date: Date) => string;
  /** Returns the name of an ISO 3166-1 alpha-2 country code; `ZZ` is the unknown country. */
  readonly country: (code: string) => string;
  /** Joins items: `A, B and C`. */
  readonly list: (items: readonly string[]) => string;
}

/** The BCP 47 tag for formatting in each language, by the conventions of most of its readers in Africa. */
export const FORMAT_TAGS: Readonly<Record<Locale, string>> = {
  en: 'en-GB',
  fr: 'fr',
  pt: 'pt-PT',
  // Arabic-speaking countries differ in their digits; all read Latin digits, which the downloads contain too.
  ar: 'ar-u-nu-latn',
  sw: 'sw',
};

/** @param timeZone of `dateTime`, an IANA name; by default the browser's */
export function createFormats(locale: Locale, timeZone?: string): Formats {
  const tag = FORMAT_TAGS[locale];
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });
  const rate = new Intl.NumberFormat(tag, { maximumSignificantDigits: 3 });
  const compactNumber = new Intl.NumberFormat(tag, { notation: 'compact', maximumSignificantDigits: 3 });
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 });
  const percentChange = new Intl.NumberFormat(tag, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  const dateTime = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
  const list = new Intl.ListFormat(tag, { type: 'conjunction' });
  return {
    ...createPeriodFormats(locale, tag),
    number: (value) => number.format(value),
    rate: (value) => rate.format(value),
    compactNumber: (value) => compactNumber.format(value),
    percent: (fraction) => percent.format(fraction),
    percentChange: (fraction) => percentChange.format(fraction),
    day: (text) => joinDateParts(locale, day.formatToParts(startOfDay(text))),
    dateTime: (date) => joinDateParts(locale, dateTime.formatToParts(date)),
    country: createCountryFormat(locale),
    list: (items) => list.format(items),
  };
}

/** Returns a function that formats country codes, for pages that need no other format. */
export function createCountryFormat(locale: Locale): Formats['country'] {
  const countries = new Intl.DisplayNames(FORMAT_TAGS[locale], { type: 'region' });
  return (code) => COUNTRY_NAME_OVERRIDES[locale][code] ?? countries.of(code) ?? code;
}
