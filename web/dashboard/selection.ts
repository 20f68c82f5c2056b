import { DASHBOARD_PARAMETERS, parseShownPeriod } from '../../src/shared/dashboard-parameters';
import { MAX_TREND_LINES, type TrendStep, type TrendYears } from '../../src/shared/dashboard-values';
import { type NamedPeriod, addDays, dayOf, periodOf } from '../../src/shared/period';
import type { Locale } from '../../src/shared/locale';
import { AFRICAN_COUNTRIES } from '../shared/african-countries';
import { assignSlots, formatSlots, parseSlots } from './slots';
import { type MonthRange, parseRange } from './trend-range';

/** The dashboard's state, all of which is in the URL. */
export interface Selection {
  readonly period: NamedPeriod;
  /** ISO 3166-1 alpha-2; null for all countries that the account may see. */
  readonly country: string | null;
  /** The names of the pathologies in the trend; null for the most frequent of the period. */
  readonly pathologies: readonly string[] | null;
  /** The slots that they hold, in their order; none for those that their names lead to. */
  readonly slots: readonly number[];
  /** The name of the pathology on the map; null for all pathologies. */
  readonly mapPathology: string | null;
  /** The countries that the trend compares, each one a line; empty for a line for each pathology. */
  readonly lines: readonly string[];
  /** The length of the trend, which ends with the period, unless it has a range. */
  readonly years: TrendYears;
  readonly range: MonthRange | null;
  /** Null for the default of the period's kind. */
  readonly step: TrendStep | null;
  /** Whether map and trend show cases per 100,000 inhabitants instead of cases. */
  readonly rates: boolean;
  /** Null for the language that the server has chosen. */
  readonly lang: Locale | null;
}

/** The values of parameters that the URL omits, and the countries that the account may select. */
export interface SelectionOptions {
  readonly period: NamedPeriod;
  readonly countries: readonly string[];
  /** Whether the account may see all countries; if not, it has one country, which cannot be changed. */
  readonly canSeeAllCountries: boolean;
}

/** The number of most frequent pathologies in the trend if none are selected. */
const DEFAULT_SELECTED = 3;

/** A row of a result with a name in the language of the page. */
interface NamedRow {
  readonly name: string;
  /** Present if the name is translated. */
  readonly englishName?: string | undefined;
}

/** Returns the name that is the same in every language, so that a link shows the same to everyone. */
export function identityOf({ name, englishName = name }: NamedRow): string {
  return englishName;
}

/** Returns the identities of the pathologies in the trend. @param counts the most frequent one first */
export function selectedPathologies(
  { pathologies, lines }: Selection,
  counts: readonly NamedRow[],
): readonly string[] {
  const selected = pathologies ?? counts.slice(0, DEFAULT_SELECTED).map(identityOf);
  return lines.length > 0 ? selected.slice(0, 1) : selected;
}

/** Pathologies of the trend with the slots that they hold. */
type Pathologies = Pick<Selection, 'slots'> & { readonly pathologies: readonly string[] };

/** Returns the pathologies of the trend that a condition holds for. They keep their slots. @param shown those that it has */
export function filterPathologies(
  { slots }: Selection,
  shown: readonly string[],
  isKept: (id: string, index: number) => boolean,
): Pathologies {
  const held = assignSlots(shown, slots);
  return {
    pathologies: shown.filter(isKept),
    slots: held.filter((_, index) => isKept(shown[index] ?? '', index)),
  };
}

/** Returns the pathologies of the trend with one more, without the first if they are too many; with it alone if the trend compares countries. */
export function addPathology(selection: Selection, shown: readonly string[], id: string): Pathologies {
  const first = selection.lines.length > 0 ? shown.length : shown.length + 1 - MAX_TREND_LINES;
  const rest = filterPathologies(selection, shown, (one, index) => index >= first || one === id);
  return { pathologies: [...new Set([...rest.pathologies, id])], slots: rest.slots };
}

/** Returns the slots of the trend's lines, which are countries or pathologies. @param shown the pathologies if none are selected */
export function lineSlots({ lines, pathologies, slots }: Selection, shown: readonly string[]): number[] {
  return lines.length > 0 ? assignSlots(lines) : assignSlots(pathologies ?? shown, slots);
}

/** Returns the compared countries with one more, after the selected country. */
export function addLine({ lines, country }: Selection, code: string): string[] {
  const first = lines.length === 0 && country !== null ? [country] : lines;
  return [...new Set([...first, code])].slice(0, MAX_TREND_LINES);
}

/** Parses the query string of the page's URL. @returns the selection, and the parameters that are invalid */
export function parseSelection(
  search: string,
  { period, countries, canSeeAllCountries }: SelectionOptions,
): { selection: Selection; invalid: string[] } {
  const parameters = new URLSearchParams(search);
  const invalid: string[] = [];
  const today = getToday();
  const { slots, map, years, by, show, lang } = DASHBOARD_PARAMETERS;
  const read = <Value>(name: string, parse: (text: string) => Value | undefined): Value | null => {
    const text = parameters.get(name);
    if (text === null || text === '') return null;
    const value = parse(text);
    if (value === undefined) invalid.push(`${name}=${text}`);
    return value ?? null;
  };
  const selectedPeriod = read('period', (text) => parseShownPeriod(text, today)) ?? period;
  const [ownCountry] = countries;
  const country = read('country', (text) => countries.find((code) => code === text.toUpperCase()));
  const named = parameters.getAll('pathologies').map((name) => name.trim());
  const names = [...new Set(named.filter((name) => name !== ''))].slice(0, MAX_TREND_LINES);
  const known: readonly string[] = [...AFRICAN_COUNTRIES, ...countries];
  const lines = parameters.getAll('lines').map((code) => code.toUpperCase());
  const unknown = lines.filter((code) => !known.includes(code));
  invalid.push(...unknown.map((code) => `lines=${code}`));
  const to = parameters.get('to') ?? '';
  const range = read('from', (from) => {
    const parsed = parseRange({ from, to }, today);
    return typeof parsed === 'string' ? undefined : parsed;
  });
  if (to !== '' && range === null) invalid.push(`to=${to}`);
  return {
    selection: {
      period: selectedPeriod,
      country: canSeeAllCountries ? country : (ownCountry ?? null),
      pathologies: parameters.has('pathologies') ? names : null,
      slots: read('slots', (text) => parseSlots(slots.parse(text) ?? '', names)) ?? [],
      mapPathology: read('map', map.parse),
      lines: [...new Set(lines.filter((code) => known.includes(code)))].slice(0, MAX_TREND_LINES),
      years: read('years', years.parse) ?? 1,
      range,
      step: read('by', by.parse),
      rates: read('show', show.parse) !== null,
      lang: read('lang', lang.parse),
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
  const slots = formatSlots(selection.pathologies ?? [], selection.slots);
  if (slots !== undefined) parameters.set('slots', slots);
  if (selection.mapPathology !== null) parameters.set('map', selection.mapPathology);
  for (const code of selection.lines) parameters.append('lines', code);
  if (selection.years !== 1) parameters.set('years', String(selection.years));
  if (selection.range) {
    parameters.set('from', selection.range.from.name);
    parameters.set('to', selection.range.to.name);
  }
  if (selection.step !== null) parameters.set('by', selection.step);
  if (selection.rates) parameters.set('show', 'rates');
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
