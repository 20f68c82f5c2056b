import { runInTurns } from '../../../platform/limits/current-turns';
import { groupBy } from '../../../shared/groups';
import type { Flow } from './flow-network';
import { type PublishedCount, SUPPRESSED, findSuppressedFlows } from './suppression';

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
  private constructor(private readonly published: ReadonlyMap<string, PublishedCount>) {}

  /** Creates a table in turns of the caller. @param threshold 0 suppresses nothing */
  static async create(counts: readonly CellCount[], threshold: number): Promise<CountTable> {
    return new CountTable(await runInTurns(publishCounts(counts, threshold)));
  }

  /** Returns undefined for a cell without a count. */
  getPublishedCount(cell: Cell): PublishedCount | undefined {
    return this.published.get(buildKey(cell));
  }
}

function* publishCounts(
  counts: readonly CellCount[],
  threshold: number,
): Generator<void, ReadonlyMap<string, PublishedCount>> {
  const flows = new Map<string, { from: string; to: string; value: number }>();
  for (const { row, country, count } of sortCounts(counts)) {
    yield;
    if (count <= 0) continue;
    for (const cell of [{ row, country }, { row }, { country }, {}]) {
      const key = buildKey(cell);
      const flow = flows.get(key);
      if (flow) flow.value += count;
      else flows.set(key, { ...buildEnds(cell), value: count });
    }
  }
  const suppressed = yield* findSuppressedFlows([...flows.values()], threshold);
  const published = new Map<string, PublishedCount>();
  for (const [index, [key, { value }]] of [...flows].entries()) {
    published.set(key, suppressed.has(index) ? SUPPRESSED : value);
    yield;
  }
  return published;
}

/** Sorts counts, so that the choice between equal values does not depend on their order. One country at a time, which is short. */
function* sortCounts(counts: readonly CellCount[]): Generator<CellCount> {
  const countries = [...groupBy(counts, ({ country }) => country)];
  for (const [, cells] of countries.sort(([a], [b]) => (a < b ? -1 : 1)))
    yield* cells.sort((a, b) => (a.row === b.row ? 0 : a.row < b.row ? -1 : 1));
}

/**
 * Flows lead from a row to a country, to the sum of countries, to the sum of rows, and back to the row.
 * So the inflow of each sum equals its outflow.
 */
function buildEnds({ row, country }: Cell): Omit<Flow, 'value'> {
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
