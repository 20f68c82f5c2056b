import fc from 'fast-check';
import { CountTable, type Count } from '../../../src/integrations/exports/tables/count-table';
import { SUPPRESSED, suppressed } from '../../../src/integrations/exports/small-numbers/suppression';
import { processorTimeOf } from '../../support/processor-time';

/** A table of rows by countries as nested arrays, and how it is written to a `CountTable`. */
type Cells = readonly (readonly number[])[];

function countsOf(cells: Cells): Count[] {
  return cells.flatMap((row, r) => row.map((count, c) => ({ row: `r${r}`, country: `c${c}`, count })));
}

/** Every number that may be published of a table, sums last in each direction: null where it is withheld. */
function published(cells: Cells, threshold: number): (number | null)[][] {
  const table = new CountTable(countsOf(cells), threshold);
  const countries = [...(cells[0] ?? []).map((_, c) => `c${c}`), undefined];
  return [...cells.map((_, r) => `r${r}`), undefined].map((row) =>
    countries.map((country) => {
      const released = table.at({ row, country });
      return released === SUPPRESSED ? null : released;
    }),
  );
}

function withSums(cells: Cells): number[][] {
  const rows = cells.map((row) => [...row, sum(row)]);
  return [...rows, (rows[0] ?? []).map((_, c) => sum(rows.map((row) => row[c] ?? 0)))];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** All tables that look the same from outside, by trying every value of every withheld cell. */
function* lookalikes(shown: readonly (readonly (number | null)[])[], most: number): Generator<number[][]> {
  const height = shown.length - 1;
  const width = (shown[0]?.length ?? 1) - 1;
  const cells: number[][] = Array.from({ length: height }, () => []);
  function* fill(at: number): Generator<number[][]> {
    const r = Math.floor(at / width);
    if (r === height) {
      const whole = withSums(cells);
      if (fits(whole[height] ?? [], shown[height] ?? [])) yield whole;
      return;
    }
    const c = at % width;
    const cell = shown[r]?.[c];
    const row = cells[r] ?? [];
    for (let value = cell ?? 1; value <= (cell ?? most); value += 1) {
      row[c] = value;
      if (c === width - 1 && !fits([sum(row)], [shown[r]?.[width] ?? null])) continue;
      yield* fill(at + 1);
    }
  }
  yield* fill(0);
}

/** Whether numbers may be what is shown of them; what is withheld is at least 1. */
function fits(numbers: readonly number[], shown: readonly (number | null)[]): boolean {
  return shown.every((look, index) => (look === null ? (numbers[index] ?? 0) >= 1 : look === numbers[index]));
}

describe('withholding small numbers', () => {
  const column = (...numbers: number[]): (number | null)[] =>
    published(
      numbers.map((number) => [number]),
      5,
    ).map((row) => row[0] ?? null);

  it('withholds nothing without a threshold', () => {
    expect(
      published(
        [
          [1, 2],
          [3, 0],
        ],
        0,
      ),
    ).toEqual(
      withSums([
        [1, 2],
        [3, 0],
      ]),
    );
    expect(
      published(
        [
          [1, 2],
          [3, 0],
        ],
        1,
      ),
    ).toEqual(
      withSums([
        [1, 2],
        [3, 0],
      ]),
    );
  });

  it('withholds numbers from 1 to less than the threshold, and shows zeros', () => {
    expect(column(4, 3, 5, 0, 90)).toEqual([null, null, 5, 0, 90, 102]);
  });

  it('withholds the smallest other number where a total would give a single one away', () => {
    expect(column(2, 70, 8, 0, 90)).toEqual([null, 70, null, 0, 90, 170]);
  });

  it('withholds a third number where two of 1 would be given away by their sum', () => {
    expect(column(1, 1, 70, 90)).toEqual([null, null, null, 90, 162]);
    expect(column(1, 2, 70, 90)).toEqual([null, null, 70, 90, 163]);
  });

  it('withholds the total where all that it is made of is withheld', () => {
    expect(column(3)).toEqual([null, null]);
    expect(column(3, 0, 0)).toEqual([null, 0, 0, null]);
    expect(column(1, 1)).toEqual([null, null, null]);
  });

  it('withholds across rows and countries until no line gives a number away', () => {
    const shown = published(
      [
        [2, 20, 30],
        [40, 50, 60],
        [70, 80, 90],
      ],
      5,
    );
    const withheld = shown.map((row) => row.filter((number) => number === null).length);
    expect(shown[0]?.[0]).toBeNull();
    expect(withheld.filter((number) => number === 1)).toEqual([]);
    expect(sum(withheld)).toBe(4);
  });

  it('answers the same numbers in the same way, in whatever order they come', () => {
    fc.assert(
      fc.property(table(4, 3), fc.integer({ min: 3, max: 6 }), (cells, threshold) => {
        const counts = countsOf(cells);
        const back = new CountTable([...counts].reverse(), threshold);
        const there = new CountTable(counts, threshold);
        for (const place of counts) expect(back.at(place)).toBe(there.at(place));
      }),
    );
  });

  it.each([
    ['one country', 4, 1],
    ['three countries', 3, 3],
    ['two countries', 4, 2],
  ])(
    'leaves whoever knows the shown numbers, the sums and the threshold with more than one value for each, in %s',
    (_name, height, width) => {
      let attacked = 0;
      fc.assert(
        fc.property(table(height, width), fc.integer({ min: 3, max: 5 }), (cells, threshold) => {
          const shown = published(cells, threshold);
          const known = withSums(cells);
          for (const [r, row] of shown.entries()) {
            for (const [c, look] of row.entries()) {
              if (look === null) continue;
              expect(look).toBe(known[r]?.[c]);
              expect(look === 0 || look >= threshold).toBe(true);
            }
          }
          const withheld = shown.flatMap((row, r) =>
            row.flatMap((look, c) => (look === null ? [[r, c] as const] : [])),
          );
          // Values up to a little over the largest are enough: a ring moves its numbers by one.
          if (withheld.length === 0 || withheld.length > 9) return;
          const values = withheld.map(() => new Set<number>());
          for (const like of lookalikes(shown, Math.max(...cells.flat()) + 1)) {
            withheld.forEach(([r, c], index) => values[index]?.add(like[r]?.[c] ?? 0));
            if (values.every(({ size }) => size > 1)) break;
          }
          attacked += 1;
          expect(values.map(({ size }) => size).filter((size) => size < 2)).toEqual([]);
        }),
        { numRuns: 300 },
      );
      expect(attacked).toBeGreaterThan(60);
    },
  );

  it('takes a table of 300 rows in 54 countries in well under the time of a request', async () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
    const cells = Array.from({ length: 300 }, () =>
      Array.from({ length: 54 }, () => (random() < 0.6 ? 0 : Math.floor(random() ** 6 * 3000))),
    );
    expect(await processorTimeOf(() => new CountTable(countsOf(cells), 5))).toBeLessThan(5_000);
  });

  it('knows of flows that lead nowhere', () => {
    expect([...suppressed([], 5)]).toEqual([]);
    expect([...suppressed([{ from: 'a', to: 'b', value: 3 }], 5)]).toEqual([0]);
  });
});

/** Mostly small numbers, so that there is something to withhold and little to try. */
function table(height: number, width: number): fc.Arbitrary<number[][]> {
  const cell = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 3, max: 9 }));
  const row = fc.array(cell, { minLength: width, maxLength: width });
  return fc.array(row, { minLength: height, maxLength: height });
}
