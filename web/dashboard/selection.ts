import { type NamedPeriod, addDays, dayOf, parsePeriod, periodOf } from '../../src/shared/calendar';
import { LOCALES, type Locale } from '../../src/shared/locale';

/** What the page shows; the URL contains all of it. */
export interface Selection {
  readonly period: NamedPeriod;
  /** ISO 3166-1 alpha-2; null for all countries that the account may see. */
  readonly country: string | null;
  /** The names of the pathologies in the trend; null for the most frequent of the period. */
  readonly pathologies: readonly string[] | null;
  /** The name of the pathology on the map; null for all pathologies. */
  readonly map: string | null;
  /** Null if it depends on the kind of period. */
  readonly step: TrendStep | null;
  /** Null for the language that the server has chosen. */
  readonly lang: Locale | null;
}

export const TREND_STEPS = ['month', 'week'] as const;

export type TrendStep = (typeof TREND_STEPS)[number];

/** The values of parameters that the URL omits, and the countries that the account may select. */
export interface Defaults {
  readonly period: NamedPeriod;
  readonly countries: readonly string[];
  /** Whether the account may see all countries; if not, it has one country, which cannot be changed. */
  readonly all: boolean;
}

/** The number of distinct series styles. */
export const MAX_PATHOLOGIES = 6;

/** Parses the query string of the page's URL. @returns the selection, and the parameters that are invalid */
export function parseSelection(
  search: string,
  { period, countries, all }: Defaults,
): { selection: Selection; invalid: string[] } {
  const parameters = new URLSearchParams(search);
  const invalid: string[] = [];
  const read = <Value>(name: string, parse: (text: string) => Value | undefined): Value | null => {
    const text = parameters.get(name);
    if (text === null || text === '') return null;
    const value = parse(text);
    if (value === undefined) invalid.push(`${name}=${text}`);
    return value ?? null;
  };
  const selectedPeriod = read('period', parsePeriod) ?? period;
  const [ownCountry] = countries;
  const country = read('country', (text) => countries.find((code) => code === text.toUpperCase()));
  const names = parameters.getAll('pathologies').map((name) => name.trim());
  return {
    selection: {
      period: selectedPeriod,
      country: all ? country : (ownCountry ?? null),
      pathologies: parameters.has('pathologies')
        ? [...new Set(names.filter((name) => name !== ''))].slice(0, MAX_PATHOLOGIES)
        : null,
      map: read('map', (text) => text),
      step: read('by', (text) => TREND_STEPS.find((step) => step === text)),
      lang: read('lang', (text) => LOCALES.find((locale) => locale === text.toLowerCase())),
    },
    invalid,
  };
}

/** Returns the query string of a selection, with the leading `?`. */
export function selectionUrl(selection: Selection, { all }: Pick<Defaults, 'all'>): string {
  const parameters = new URLSearchParams({ period: selection.period.name });
  if (all && selection.country !== null) parameters.set('country', selection.country);
  for (const name of selection.pathologies ?? []) parameters.append('pathologies', name);
  if (selection.pathologies?.length === 0) parameters.set('pathologies', '');
  if (selection.map !== null) parameters.set('map', selection.map);
  if (selection.step !== null) parameters.set('by', selection.step);
  if (selection.lang !== null) parameters.set('lang', selection.lang);
  return `?${parameters.toString()}`;
}

/** Returns the selected step; by default weeks if the period is a week, else months. */
export function trendStepOf({ step, period }: Pick<Selection, 'step' | 'period'>): TrendStep {
  return step ?? (period.kind === 'week' ? 'week' : 'month');
}

/** Returns today's date in UTC, as `YYYY-MM-DD`. */
export function today(): string {
  return dayOf(new Date());
}

export function isOver({ before }: NamedPeriod): boolean {
  return before <= today();
}

/** Returns the period of a kind that contains the last day of another period, or today if that day is in the future. */
export function convertPeriod(
  kind: NamedPeriod['kind'],
  { kind: oldKind, before, from }: NamedPeriod,
): NamedPeriod {
  const day = oldKind === kind ? from : addDays(before, -1);
  return periodOf(kind, day < today() ? day : today());
}
