import { MAX_TREND_LINES, TREND_STEPS, TREND_YEARS } from './dashboard-values';
import { LOCALES } from './locale';
import { MAX_NAME_LENGTH } from './own-names';
import { type NamedPeriod, parsePeriod } from './period';

/** A parameter of the dashboard's address. */
export interface DashboardParameter<Value> {
  readonly maxTimes: number;
  /** Returns undefined if the text is no value of the parameter. */
  readonly parse: (text: string) => Value | undefined;
}

/** The first period that can be shown: it is compared with the year before, and no period is before 1900. */
const FIRST_DAY = '1901-01-01';

/** The parameters that the dashboard reads, in the order in which saved views have them. */
export const DASHBOARD_PARAMETERS = {
  period: once(parsePeriod),
  country: once(parseCountryCode),
  /** Empty if the reader has removed all lines. */
  pathologies: { maxTimes: MAX_TREND_LINES, parse: (text: string) => (text === '' ? text : parseName(text)) },
  /** A digit for each pathology. */
  slots: once(matching(new RegExp(`^[1-${MAX_TREND_LINES}]{1,${MAX_TREND_LINES}}$`))),
  map: once(parseName),
  lines: { maxTimes: MAX_TREND_LINES, parse: parseCountryCode },
  years: oneOf(TREND_YEARS),
  from: once(parseMonth),
  to: once(parseMonth),
  by: oneOf(TREND_STEPS),
  show: oneOf(['rates']),
  lang: once((text) => LOCALES.find((locale) => locale === text.toLowerCase())),
} as const;

/** Parses a period that the dashboard can show: from 1901 until the one that includes today. @param today in UTC, `YYYY-MM-DD` */
export function parseShownPeriod(text: string, today: string): NamedPeriod | undefined {
  const period = parsePeriod(text);
  return period && period.from >= FIRST_DAY && period.from <= today ? period : undefined;
}

function once<Value>(parse: (text: string) => Value | undefined): DashboardParameter<Value> {
  return { maxTimes: 1, parse };
}

function oneOf<Value extends string | number>(values: readonly Value[]): DashboardParameter<Value> {
  return once((text) => values.find((value) => String(value) === text));
}

function matching(pattern: RegExp): (text: string) => string | undefined {
  return (text) => (pattern.test(text) ? text : undefined);
}

/** Returns the code in capitals. Whether there is such a country is known to the account's list, or to the server. */
function parseCountryCode(text: string): string | undefined {
  return matching(/^[A-Z]{2,3}$/)(text.toUpperCase());
}

function parseName(text: string): string | undefined {
  const name = text.trim();
  return name !== '' && name.length <= MAX_NAME_LENGTH ? name : undefined;
}

function parseMonth(text: string): NamedPeriod | undefined {
  const period = parsePeriod(text.trim());
  return period?.kind === 'month' ? period : undefined;
}
