import { type NamedPeriod, addDays, dayOf, parsePeriod, periodOf } from '../../src/shared/period';
import { LOCALES, type Locale } from '../../src/shared/locale';

/** The dashboard's state, all of which is in the URL. */
export interface Selection {
  readonly period: NamedPeriod;
  /** ISO 3166-1 alpha-2; null for all countries that the account may see. */
  readonly country: string | null;
  /** The names of the pathologies in the trend; null for the most frequent of the period. */
  readonly pathologies: readonly string[] | null;
  /** The name of the pathology on the map; null for all pathologies. */
  readonly mapPathology: string | null;
  /** Null for the default of the period's kind. */
  readonly step: TrendStep | null;
  /** Null for the language that the server has chosen. */
  readonly lang: Locale | null;
}

export const TREND_STEPS = ['month', 'week'] as const;

export type TrendStep = (typeof TREND_STEPS)[number];

/** The values of parameters that the URL omits, and the countries that the account may select. */
export interface SelectionOptions {
  readonly period: NamedPeriod;
  readonly countries: readonly string[];
  /** Whether the account may see all countries; if not, it has one country, which cannot be changed. */
  readonly canSeeAllCountries: boolean;
}

/** The number of distinct series styles. */
export const MAX_PATHOLOGIES = 6;

/** Parses the query string of the page's URL. @returns the selection, and the parameters that are invalid */
export function parseSelection(
  search: string,
  { period, countries, canSeeAllCountries }: SelectionOptions,
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
      country: canSeeAllCountries ? country : (ownCountry ?? null),
      pathologies: parameters.has('pathologies')
        ? [...new Set(names.filter((name) => name !== ''))].slice(0, MAX_PATHOLOGIES)
        : null,
      mapPathology: read('map', (text) => text),
      step: read('by', (text) => TREND_STEPS.find((step) => step === text)),
      lang: read('lang', (text) => LOCALES.find((locale) => locale === text.toLowerCase())),
    },
    invalid,
  };
}

/** Returns the query string of a selection, with the leading `?`. */
export function formatSelectionQuery(
  selection: Selection,
  { canSeeAllCountries }: Pick<SelectionOptions, 'canSeeAllCountries'>,
): string {
  const parameters = new URLSearchParams({ period: selection.period.name });
  if (canSeeAllCountries && selection.country !== null) parameters.set('country', selection.country);
  for (const name of selection.pathologies ?? []) parameters.append('pathologies', name);
  if (selection.pathologies?.length === 0) parameters.set('pathologies', '');
  if (selection.mapPathology !== null) parameters.set('map', selection.mapPathology);
  if (selection.step !== null) parameters.set('by', selection.step);
  if (selection.lang !== null) parameters.set('lang', selection.lang);
  return `?${parameters.toString()}`;
}

/** Returns the selected step; by default weeks if the period is a week, else months. */
export function getTrendStep({ step, period }: Pick<Selection, 'step' | 'period'>): TrendStep {
  return step ?? (period.kind === 'week' ? 'week' : 'month');
}

/** Returns today's date in UTC, as `YYYY-MM-DD`. */
export function getToday(): string {
  return dayOf(new Date());
}

export function hasEnded({ before }: NamedPeriod): boolean {
  return before <= getToday();
}

/** Converts a period to another kind: the period that contains its last day, or today if that day is in the future. */
export function convertPeriod(kind: NamedPeriod['kind'], { before }: NamedPeriod): NamedPeriod {
  const lastDay = addDays(before, -1);
  return periodOf(kind, lastDay < getToday() ? lastDay : getToday());
}
