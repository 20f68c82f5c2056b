import type { Locale } from '../../../src/shared/locale';
import { OTHER_COUNTRY_NAMES } from '../../../src/shared/country-names';
import { type PeriodFormats, dated, periodFormatsFor, startOf } from './period-formats';

export interface Formats extends PeriodFormats {
  /** A count, or a quantity to one decimal place. */
  readonly number: (value: number) => string;
  /** In thousands or millions where it is large, as at the ticks of an axis. */
  readonly compactNumber: (value: number) => string;
  /** A part of one, so that 0.042 is 4.2 %. */
  readonly percent: (part: number) => string;
  /** The same with its sign, `+` too; without one where nothing changed. */
  readonly percentChange: (part: number) => string;
  /** A day in UTC, written `YYYY-MM-DD`. */
  readonly day: (day: string) => string;
  /** Date, time of day and time zone. */
  readonly dateTime: (moment: Date) => string;
  /** The name of a country by its ISO 3166-1 alpha-2 code; for `ZZ`, that it is unknown. */
  readonly country: (code: string) => string;
  /** Such as `A, B and C`. */
  readonly list: (items: readonly string[]) => string;
}

/** The variety of each language whose conventions most of its readers in Africa share. */
export const VARIETIES: Readonly<Record<Locale, string>> = {
  en: 'en-GB',
  fr: 'fr',
  pt: 'pt-PT',
  // Which digits are in use differs by country; these are read in all, and stand in the downloads.
  ar: 'ar-u-nu-latn',
  sw: 'sw',
};

/** @param timeZone of moments, by its IANA name; the reader's where it is left out */
export function formatsFor(locale: Locale, timeZone?: string): Formats {
  const variety = VARIETIES[locale];
  const number = new Intl.NumberFormat(variety, { maximumFractionDigits: 1 });
  const compactNumber = new Intl.NumberFormat(variety, { notation: 'compact', maximumSignificantDigits: 3 });
  const percent = new Intl.NumberFormat(variety, { style: 'percent', maximumFractionDigits: 1 });
  const percentChange = new Intl.NumberFormat(variety, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const day = new Intl.DateTimeFormat(variety, { dateStyle: 'long', timeZone: 'UTC' });
  const dateTime = new Intl.DateTimeFormat(variety, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
  const countries = new Intl.DisplayNames(variety, { type: 'region' });
  const list = new Intl.ListFormat(variety, { type: 'conjunction' });
  return {
    ...periodFormatsFor(locale, variety),
    number: (value) => number.format(value),
    compactNumber: (value) => compactNumber.format(value),
    percent: (part) => percent.format(part),
    percentChange: (part) => percentChange.format(part),
    day: (text) => dated(locale, day.formatToParts(startOf(text))),
    dateTime: (moment) => dated(locale, dateTime.formatToParts(moment)),
    country: (code) => OTHER_COUNTRY_NAMES[locale][code] ?? countries.of(code) ?? code,
    list: (items) => list.format(items),
  };
}
