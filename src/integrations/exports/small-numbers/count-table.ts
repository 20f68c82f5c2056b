import { type Flow, type PublishedCount, SUPPRESSED, findSuppressedFlows } from './suppression';

/** Identifies a number of a table: the sum of all rows without `row`, of all countries without `country`. */
interface Cell {
  readonly row?: string;
  readonly country?: string;
}

export interface CellCount extends Required<Cell> {
  readonly count: number;
}

const ALL_ROWS = 'sum of rows';
const ALL_COUNTRIES = 'sum of countries';

/**
 * The counts of one period by row (a pathology or medication) and country, and their sums.
 * Suppression is decided for all of them at once, so that two exports of a period never reveal each other's suppressed counts.
 */
export class CountTable {
  private readonly published = new Map<string, PublishedCount>();

  /** @param threshold 0 suppresses nothing */
  constructor(counts: readonly CellCount[], threshold: number) {
    const numbers = new Map<string, { flow: Omit<Flow, 'value'>; value: number }>();
    // Sorted, so that the choice between equal values does not depend on the order of the input.
    for (const { row, country, count } of [...counts].sort(compareCells)) {
      if (count <= 0) continue;
      for (const cell of [{ row, country }, { row }, { country }, {}]) {
        const key = buildKey(cell);
        const number = numbers.get(key);
        if (number) number.value += count;
        else numbers.set(key, { flow: buildFlow(cell), value: count });
      }
    }
    const suppressed = findSuppressedFlows(
      Array.from(numbers.values(), ({ flow, value }) => ({ ...flow, value })),
      threshold,
    );
    let index = 0;
    for (const [key, { value }] of numbers) {
      this.published.set(key, suppressed.has(index) ? SUPPRESSED : value);
      index += 1;
    }
  }

  getPublishedCount(cell: Cell): PublishedCount {
    return this.published.get(buildKey(cell)) ?? 0;
  }
}

/**
 * Flows lead from a row to a country, to the sum of countries, to the sum of rows, and back to the row.
 * So the inflow of each sum equals its outflow.
 */
function buildFlow({ row, country }: Cell): Omit<Flow, 'value'> {
  const rowSum = row === undefined ? ALL_ROWS : `row ${row}`;
  const countrySum = country === undefined ? ALL_COUNTRIES : `country ${country}`;
  if (row !== undefined && country !== undefined) return { from: rowSum, to: countrySum };
  if (row !== undefined) return { from: ALL_ROWS, to: rowSum };
  return { from: countrySum, to: country === undefined ? ALL_ROWS : ALL_COUNTRIES };
}

/** Builds a unique key: a country is never empty and has no space. */
function buildKey({ row, country = '' }: Cell): string {
  return row === undefined ? country : `${country} ${row}`;
}

function compareCells(a: CellCount, b: CellCount): number {
  if (a.country !== b.country) return a.country < b.country ? -1 : 1;
  return a.row === b.row ? 0 : a.row < b.row ? -1 : 1;
}
