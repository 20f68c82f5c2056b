import { type NamedPeriod, dayOf, parsePeriod, periodOf } from '../../src/shared/calendar';
import { LOCALES, type Locale } from '../../src/shared/locale';

/** What is shown, all of which stands in the page's address. */
export interface Selection {
  readonly period: NamedPeriod;
  /** ISO 3166-1 alpha-2; null for all that the account may see. */
  readonly country: string | null;
  /** Those whose trend is shown; null for the most frequent of the period. */
  readonly pathologies: readonly string[] | null;
  /** The pathology on the map; null for all of them. */
  readonly map: string | null;
  /** Null where the period decides. */
  readonly step: TrendStep | null;
  /** Null where the browser's language decides. */
  readonly lang: Locale | null;
}

export type TrendStep = 'month' | 'week';

/** What stands for what an address does not name. */
export interface Defaults {
  readonly period: NamedPeriod;
  /** The countries to choose from; with one alone there is nothing to choose. */
  readonly countries: readonly string[];
  readonly all: boolean;
}

/** As many as can be told apart by colour and by sign. */
export const MOST_PATHOLOGIES = 6;

const ABSENT = null;

/** Reads an address. @returns the selection, and those parts of the address that mean nothing here */
export function readSelection(
  search: string,
  { period, countries, all }: Defaults,
): { selection: Selection; unread: string[] } {
  const parameters = new URLSearchParams(search);
  const unread: string[] = [];
  const read = <Value>(name: string, parse: (text: string) => Value | undefined): Value | null => {
    const text = parameters.get(name);
    if (text === null || text === '') return ABSENT;
    const value = parse(text);
    if (value === undefined) unread.push(`${name}=${text}`);
    return value ?? ABSENT;
  };
  const chosen = read('period', parsePeriod) ?? period;
  const [only] = countries;
  const country = read('country', (text) => countries.find((code) => code === text.toUpperCase()));
  const names = parameters.getAll('pathologies').map((name) => name.trim());
  return {
    selection: {
      period: chosen,
      country: all ? country : (only ?? null),
      pathologies: parameters.has('pathologies')
        ? [...new Set(names.filter((name) => name !== ''))].slice(0, MOST_PATHOLOGIES)
        : null,
      map: read('map', (text) => text),
      step: read('by', stepNamed),
      lang: read('lang', (text) => LOCALES.find((locale) => locale === text.toLowerCase())),
    },
    unread,
  };
}

/** Writes the address that shows a selection. */
export function addressOf(selection: Selection, { all }: Pick<Defaults, 'all'>): string {
  const parameters = new URLSearchParams({ period: selection.period.name });
  if (all && selection.country !== null) parameters.set('country', selection.country);
  for (const name of selection.pathologies ?? []) parameters.append('pathologies', name);
  if (selection.pathologies?.length === 0) parameters.set('pathologies', '');
  if (selection.map !== null) parameters.set('map', selection.map);
  if (selection.step !== null) parameters.set('by', selection.step);
  if (selection.lang !== null) parameters.set('lang', selection.lang);
  return `?${parameters.toString()}`;
}

/** What the points of the trend are: as chosen, else weeks where the period is one. */
export function stepOf({ step, period }: Pick<Selection, 'step' | 'period'>): TrendStep {
  return step ?? (period.kind === 'week' ? 'week' : 'month');
}

/** Today in UTC, as the figures count days. */
export function today(): string {
  return dayOf(new Date());
}

/** Whether any of a period's days are still to come. */
export function isOver({ before }: NamedPeriod): boolean {
  return before <= today();
}

/** The period of a kind that stands for another: the one with its last day, but none that has not begun. */
export function counterpart(
  kind: NamedPeriod['kind'],
  { kind: own, before, from }: NamedPeriod,
): NamedPeriod {
  const last = new Date(Date.parse(`${before}T00:00:00Z`) - 1);
  const day = own === kind ? from : dayOf(last);
  return periodOf(kind, day < today() ? day : today());
}

function stepNamed(text: string): TrendStep | undefined {
  return (['month', 'week'] as const).find((step) => step === text);
}
