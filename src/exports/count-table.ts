import { type Flow, type Released, SUPPRESSED, suppressed } from './suppression';

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
    const sums = new Map<string, Place & { count: number }>();
    for (const { row, country, count } of counts) {
      for (const place of [{ row, country }, { row }, { country }, {}]) {
        const key = keyOf(place);
        sums.set(key, { ...place, count: (sums.get(key)?.count ?? 0) + count });
      }
    }
    // An order of its own, so that the choice between equals does not depend on the order of the counts.
    const entries = [...sums].filter(([, { count }]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1));
    const withheld = suppressed(
      entries.map(([, sum]) => flowOf(sum)),
      threshold,
    );
    entries.forEach(([key, { count }], index) => {
      this.released.set(key, withheld.has(index) ? SUPPRESSED : count);
    });
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
function flowOf({ row, country, count: value }: Place & { count: number }): Flow {
  const rowSum = row === undefined ? ALL_ROWS : `row ${row}`;
  const countrySum = country === undefined ? ALL_COUNTRIES : `country ${country}`;
  if (row !== undefined && country !== undefined) return { from: rowSum, to: countrySum, value };
  if (row !== undefined) return { from: ALL_ROWS, to: rowSum, value };
  return { from: countrySum, to: country === undefined ? ALL_ROWS : ALL_COUNTRIES, value };
}

function keyOf({ row, country }: Place): string {
  return JSON.stringify([row ?? null, country ?? null]);
}
