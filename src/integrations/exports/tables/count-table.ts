import { type Flow, type Released, SUPPRESSED, suppressed } from '../small-numbers/suppression';

/** Which number of a table: of one row or of all, in one country or in all. */
export interface Place {
  readonly row?: string;
  readonly country?: string;
}

export interface Count extends Required<Place> {
  readonly count: number;
}

const ALL_ROWS = 'sum of rows';
const ALL_COUNTRIES = 'sum of countries';

/**
 * What was counted in one period, by row (a pathology, a medication) and country, with the sums that any export may
 * give. Whether a number is withheld is decided for all of them at once: two exports of one period, whoever made them,
 * never undo each other.
 */
export class CountTable {
  private readonly released = new Map<string, Released>();

  /** @param threshold 0 withholds nothing */
  constructor(counts: readonly Count[], threshold: number) {
    const numbers = new Map<string, { flow: Omit<Flow, 'value'>; value: number }>();
    // In an order of its own, so that the choice between equals does not depend on the order of the counts.
    for (const { row, country, count } of [...counts].sort(byPlace)) {
      if (count <= 0) continue;
      for (const place of [{ row, country }, { row }, { country }, {}]) {
        const key = keyOf(place);
        const number = numbers.get(key);
        if (number) number.value += count;
        else numbers.set(key, { flow: flowOf(place), value: count });
      }
    }
    const withheld = suppressed(
      Array.from(numbers.values(), ({ flow, value }) => ({ ...flow, value })),
      threshold,
    );
    let index = 0;
    for (const [key, { value }] of numbers) {
      this.released.set(key, withheld.has(index) ? SUPPRESSED : value);
      index += 1;
    }
  }

  /** A number as it may leave; 0 where nothing was counted. */
  at(place: Place): Released {
    return this.released.get(keyOf(place)) ?? 0;
  }
}

/**
 * A row's cells lead to their countries, these to the sum of all countries, that as the sum of all rows back to the rows. So at
 * each of them, what comes adds up to what goes.
 */
function flowOf({ row, country }: Place): Omit<Flow, 'value'> {
  const rowSum = row === undefined ? ALL_ROWS : `row ${row}`;
  const countrySum = country === undefined ? ALL_COUNTRIES : `country ${country}`;
  if (row !== undefined && country !== undefined) return { from: rowSum, to: countrySum };
  if (row !== undefined) return { from: ALL_ROWS, to: rowSum };
  return { from: countrySum, to: country === undefined ? ALL_ROWS : ALL_COUNTRIES };
}

/** Countries are never empty, nor do they have a space, so that keys of different places differ. */
function keyOf({ row, country = '' }: Place): string {
  return row === undefined ? country : `${country} ${row}`;
}

function byPlace(a: Count, b: Count): number {
  if (a.country !== b.country) return a.country < b.country ? -1 : 1;
  return a.row === b.row ? 0 : a.row < b.row ? -1 : 1;
}
