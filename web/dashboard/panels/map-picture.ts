import { AFRICAN_COUNTRIES } from '../../shared/african-countries';
import { HATCHED } from '../charts/hatched';
import { NO_CASES_COLOR, type NumberRange } from '../charts/number-ranges';
import type { DataOf } from '../queries/queries';
import type { Selection } from '../selection';
import type { DrawingCode } from '../state/drawing';
import type { Page } from '../state/page';

/** The code of cases without a known country. */
export const UNKNOWN_COUNTRY = 'ZZ';

type Counts = DataOf<'countryBreakdown'>;

/** A country with the number that is its colour. */
export interface Measured {
  readonly country: string;
  /** Null for the rate of an unknown population. */
  readonly value: number | null;
  /** The formatted number, and the other measure. */
  readonly texts: readonly [string, string];
}

interface LegendEntry {
  readonly color: string;
  readonly text: string;
  readonly isHatched?: boolean;
}

export function createLegend(
  { text, format, selectionOptions }: Page,
  ranges: readonly NumberRange[],
  { rates }: Selection,
): LegendEntry[] {
  const write = rates ? format.rate : format.number;
  const entries = ranges.map(({ from, to, color }) => ({
    color,
    text: from === to ? write(from) : text('map.range', { from: write(from), to: write(to) }),
  }));
  return [
    ...entries.toReversed(),
    selectionOptions.canSeeAllCountries
      ? { color: NO_CASES_COLOR, text: text('map.noCases') }
      : { color: HATCHED, text: text('state.notVisible'), isHatched: true },
  ];
}

interface CountryColors {
  readonly measured: readonly Measured[];
  readonly ranges: readonly NumberRange[];
  readonly selected: string | null;
}

/** Returns a function that draws the map at a width in CSS pixels. */
export function drawCountries(
  { text, format, selectionOptions }: Page,
  { measured, ranges, selected }: CountryColors,
): (code: DrawingCode, width: number) => SVGSVGElement {
  const byCode = new Map(measured.map((one) => [one.country, one]));
  const { canSeeAllCountries, countries } = selectionOptions;
  const isVisible = (code: string): boolean => canSeeAllCountries || countries.includes(code);
  return ({ drawMap, toAfricaMap, africa }, width) =>
    drawMap(
      toAfricaMap(africa),
      {
        colorOf: (code) => {
          if (!isVisible(code)) return HATCHED;
          const value = byCode.get(code)?.value ?? 0;
          return value > 0 ? (ranges.find(({ to }) => value <= to)?.color ?? NO_CASES_COLOR) : NO_CASES_COLOR;
        },
        titleOf: (code) => {
          const missing = text(isVisible(code) ? 'map.noCases' : 'state.notVisible');
          const value = byCode.get(code)?.texts[0] ?? missing;
          return text('figure.item', { name: format.country(code), value });
        },
        selected,
      },
      { width },
    );
}

/** Returns the notes on cases whose country is unknown or not on the map. */
export function listNotes({ text, format }: Page, counts: Counts): string[] {
  const isMapped = (country: string): boolean => AFRICAN_COUNTRIES.some((code) => code === country);
  const unknown = sum(counts.filter(({ country }) => country === UNKNOWN_COUNTRY));
  const elsewhere = sum(counts.filter(({ country }) => country !== UNKNOWN_COUNTRY && !isMapped(country)));
  return [
    ...(unknown > 0 ? [text('map.unknown', { count: format.number(unknown) }, unknown)] : []),
    ...(elsewhere > 0 ? [text('map.elsewhere', { count: format.number(elsewhere) }, elsewhere)] : []),
  ];
}

function sum(counts: Counts): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
