import fc from 'fast-check';
import { type CellCount, CountTable } from '../../../src/integrations/exports/small-numbers/count-table';
import { SUPPRESSED, findSuppressedFlows } from '../../../src/integrations/exports/small-numbers/suppression';
import type { Flow } from '../../../src/integrations/exports/small-numbers/flow-network';
import { runInTurns } from '../../../src/platform/limits/current-turns';
import { countTurns } from '../../support/count-turns';
import { measureProcessorTime } from '../../support/processor-time';

/** Counts by row and country. */
type Cells = readonly (readonly number[])[];

function toCellCounts(cells: Cells): CellCount[] {
  return cells.flatMap((row, r) => row.map((count, c) => ({ row: `r${r}`, country: `c${c}`, count })));
}

/** Returns a table's published numbers with the sums last, and null for suppressed ones. */
async function publish(cells: Cells, threshold: number): Promise<(number | null)[][]> {
  const table = await CountTable.create(toCellCounts(cells), threshold);
  const countries = [...(cells[0] ?? []).map((_, c) => `c${c}`), undefined];
  return [...cells.map((_, r) => `r${r}`), undefined].map((row) =>
    countries.map((country) => {
      const published = table.getPublishedCount({ row, country }) ?? 0;
      return published === SUPPRESSED ? null : published;
    }),
  );
}

function addSums(cells: Cells): number[][] {
  const rows = cells.map((row) => [...row, sum(row)]);
  return [...rows, (rows[0] ?? []).map((_, c) => sum(rows.map((row) => row[c] ?? 0)))];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Yields all tables with the same published numbers, by trying every value up to `max` in every suppressed cell. */
function* generateCandidates(
  published: readonly (readonly (number | null)[])[],
  max: number,
): Generator<number[][]> {
  const height = published.length - 1;
  const width = (published[0]?.length ?? 1) - 1;
  const cells: number[][] = Array.from({ length: height }, () => []);
  function* fill(position: number): Generator<number[][]> {
    const r = Math.floor(position / width);
    if (r === height) {
      const candidate = addSums(cells);
      if (matches(candidate[height] ?? [], published[height] ?? [])) yield candidate;
      return;
    }
    const c = position % width;
    const cell = published[r]?.[c];
    const row = cells[r] ?? [];
    for (let value = cell ?? 1; value <= (cell ?? max); value += 1) {
      row[c] = value;
      if (c === width - 1 && !matches([sum(row)], [published[r]?.[width] ?? null])) continue;
      yield* fill(position + 1);
    }
  }
  yield* fill(0);
}

/** Returns whether numbers equal the published ones and are at least 1 where suppressed. */
function matches(numbers: readonly number[], published: readonly (number | null)[]): boolean {
  return published.every((shown, index) =>
    shown === null ? (numbers[index] ?? 0) >= 1 : shown === numbers[index],
  );
}

describe('suppression', () => {
  const publishColumn = async (...numbers: number[]): Promise<(number | null)[]> => {
    const cells = numbers.map((number) => [number]);
    return (await publish(cells, 5)).map((row) => row[0] ?? null);
  };

  it('suppresses nothing with a threshold of 0 or 1', async () => {
    const cells = [
      [1, 2],
      [3, 0],
    ];
    expect(await publish(cells, 0)).toEqual(addSums(cells));
    expect(await publish(cells, 1)).toEqual(addSums(cells));
  });

  it('suppresses numbers from 1 to less than the threshold, but not zeros', async () => {
    expect(await publishColumn(4, 3, 5, 0, 90)).toEqual([null, null, 5, 0, 90, 102]);
  });

  it('also suppresses the smallest other number when the total would reveal a single one', async () => {
    expect(await publishColumn(2, 70, 8, 0, 90)).toEqual([null, 70, null, 0, 90, 170]);
  });

  it('also suppresses a third number when the sum would reveal two of 1', async () => {
    expect(await publishColumn(1, 1, 70, 90)).toEqual([null, null, null, 90, 162]);
    expect(await publishColumn(1, 2, 70, 90)).toEqual([null, null, 70, 90, 163]);
  });

  it('suppresses the total when all its parts are suppressed or 0', async () => {
    expect(await publishColumn(3)).toEqual([null, null]);
    expect(await publishColumn(3, 0, 0)).toEqual([null, 0, 0, null]);
    expect(await publishColumn(1, 1)).toEqual([null, null, null]);
  });

  it('suppresses numbers until no row or country total reveals one', async () => {
    const published = await publish(
      [
        [2, 20, 30],
        [40, 50, 60],
        [70, 80, 90],
      ],
      5,
    );
    const suppressedByRow = published.map((row) => row.filter((number) => number === null).length);
    expect(published[0]?.[0]).toBeNull();
    expect(suppressedByRow.filter((number) => number === 1)).toEqual([]);
    expect(sum(suppressedByRow)).toBe(4);
  });

  it('does not depend on the order of the counts', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCells(4, 3), fc.integer({ min: 3, max: 6 }), async (cells, threshold) => {
        const counts = toCellCounts(cells);
        const reversed = await CountTable.create([...counts].reverse(), threshold);
        const table = await CountTable.create(counts, threshold);
        for (const cell of counts)
          expect(reversed.getPublishedCount(cell)).toBe(table.getPublishedCount(cell));
      }),
    );
  });

  it.each([
    ['one country', 4, 1],
    ['three countries', 3, 3],
    ['two countries', 4, 2],
  ])(
    'leaves more than one possible value for each suppressed number, in %s',
    async (_name, height, width) => {
      let attacks = 0;
      await fc.assert(
        fc.asyncProperty(
          arbitraryCells(height, width),
          fc.integer({ min: 3, max: 5 }),
          async (cells, threshold) => {
            const published = await publish(cells, threshold);
            const actual = addSums(cells);
            for (const [r, row] of published.entries()) {
              for (const [c, number] of row.entries()) {
                if (number === null) continue;
                expect(number).toBe(actual[r]?.[c]);
                expect(number === 0 || number >= threshold).toBe(true);
              }
            }
            const suppressed = published.flatMap((row, r) =>
              row.flatMap((number, c) => (number === null ? [[r, c] as const] : [])),
            );
            if (suppressed.length === 0 || suppressed.length > 9) return;
            const values = suppressed.map(() => new Set<number>());
            // The largest value plus 1 is enough: a cycle can change its numbers by 1.
            for (const candidate of generateCandidates(published, Math.max(...cells.flat()) + 1)) {
              suppressed.forEach(([r, c], index) => values[index]?.add(candidate[r]?.[c] ?? 0));
              if (values.every(({ size }) => size > 1)) break;
            }
            attacks += 1;
            expect(values.map(({ size }) => size).filter((size) => size < 2)).toEqual([]);
          },
        ),
        { numRuns: 120 },
      );
      expect(attacks).toBeGreaterThan(60);
    },
  );

  it.each([
    ['300 rows in 54 countries', randomCells(300, 54)],
    // Cycles through thousands of names of 1 are long to find.
    ['300 rows in 10 countries, and 5,000 of one country', [...randomCells(300, 10), ...ones(5_000)]],
  ])('processes %s in under 5 seconds', async (_name, cells) => {
    expect(await measureProcessorTime(() => CountTable.create(toCellCounts(cells), 5))).toBeLessThan(5_000);
  });

  it.each<[string, (row: number) => readonly (readonly [country: number, count: number])[]]>([
    [
      '1 in one country and many in another',
      () => [
        [0, 1],
        [1, 100],
      ],
    ],
    ['1 in one of 200 countries', (row) => [[row % 200, 1]]],
    [
      '1 in one of 50 countries and many in the next',
      (row) => [
        [row % 50, 1],
        [(row + 1) % 50, 100 + row],
      ],
    ],
    [
      '1 in one of 200 countries and many in two others',
      (row) => [
        [row % 200, 1],
        [(row * 7 + 1) % 200, 100 + row],
        [(row * 13 + 5) % 200, 50 + row],
      ],
    ],
    [
      '4 in one of 200 countries and many in two others',
      (row) => [
        [row % 200, 4],
        [(row * 7 + 1) % 200, 100 + row],
        [(row * 13 + 5) % 200, 50 + row],
      ],
    ],
  ])('takes at most three times as many steps for twice as many rows, with %s', (_name, cellsOf) => {
    const [single = 0, double = 0] = [1_000, 2_000].map((rows) => countSteps(toFlows(rows, cellsOf)));
    expect(double).toBeLessThan(3 * single);
    expect(double).toBeLessThan(2_000_000);
  });

  it('suppresses a small value in a network without cycles', async () => {
    const flow = { from: 'a', to: 'b', value: 3 };
    expect([...(await runInTurns(findSuppressedFlows([], 5)))]).toEqual([]);
    expect([...(await runInTurns(findSuppressedFlows([flow], 5)))]).toEqual([0]);
  });

  it('takes turns of its caller, at least one for each count and each sum', async () => {
    const cells = Array.from({ length: 500 }, (_, row) => [1 + (row % 9)]);
    expect(await countTurns(() => CountTable.create(toCellCounts(cells), 5))).toBeGreaterThan(1_000);
  });
});

/** Returns the flows of a table with so many rows. */
function toFlows(
  rows: number,
  cellsOf: (row: number) => readonly (readonly [country: number, count: number])[],
): Flow[] {
  const flows = new Map<string, Flow>();
  const add = ({ from, to, value }: Flow): void => {
    const key = `${from} ${to}`;
    flows.set(key, { from, to, value: value + (flows.get(key)?.value ?? 0) });
  };
  for (let row = 0; row < rows; row += 1)
    for (const [country, value] of cellsOf(row)) {
      add({ from: `row ${row}`, to: `country ${country}`, value });
      add({ from: 'rows', to: `row ${row}`, value });
      add({ from: `country ${country}`, to: 'countries', value });
      add({ from: 'countries', to: 'rows', value });
    }
  return [...flows.values()];
}

function countSteps(flows: readonly Flow[]): number {
  const steps = findSuppressedFlows(flows, 5);
  let count = 0;
  while (steps.next().done !== true) count += 1;
  return count;
}

/** Generates mostly small numbers, so that much is suppressed and few values have to be tried. */
function arbitraryCells(height: number, width: number): fc.Arbitrary<number[][]> {
  const cell = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 3, max: 9 }));
  const row = fc.array(cell, { minLength: width, maxLength: width });
  return fc.array(row, { minLength: height, maxLength: height });
}

/** Generates the same numbers each time, most of them 0 or small. */
function randomCells(height: number, width: number): number[][] {
  let seed = 7;
  const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
  return Array.from({ length: height }, () =>
    Array.from({ length: width }, () => (random() < 0.6 ? 0 : Math.floor(random() ** 6 * 3000))),
  );
}

function ones(height: number): number[][] {
  return Array.from({ length: height }, () => [1]);
}
