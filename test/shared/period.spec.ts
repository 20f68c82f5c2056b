import fc from 'fast-check';
import {
  type PeriodKind,
  PERIOD_KINDS,
  addDays,
  dayOf,
  daysIn,
  nextPeriod,
  parsePeriod,
  periodOf,
  countPeriods,
  periodsBetween,
  previousPeriod,
  yearBefore,
} from '../../src/shared/period';

const kinds = fc.constantFrom(...PERIOD_KINDS);
const days = fc
  .integer({ min: Date.UTC(1901, 0, 1), max: Date.UTC(2998, 11, 31) })
  .map((time) => dayOf(new Date(time)));

function parse(name: string) {
  const period = parsePeriod(name);
  if (!period) throw new Error(`${name} is not a period`);
  return period;
}

describe('periods', () => {
  it.each([
    ['2026', 'year', '2026-01-01', '2027-01-01'],
    ['2026-Q1', 'quarter', '2026-01-01', '2026-04-01'],
    ['2026-Q4', 'quarter', '2026-10-01', '2027-01-01'],
    ['2024-02', 'month', '2024-02-01', '2024-03-01'],
    ['2026-12', 'month', '2026-12-01', '2027-01-01'],
    // Examples of ISO 8601: weeks that are partly in another year.
    ['2026-W01', 'week', '2025-12-29', '2026-01-05'],
    ['2020-W53', 'week', '2020-12-28', '2021-01-04'],
    ['2021-W01', 'week', '2021-01-04', '2021-01-11'],
    ['2026-W53', 'week', '2026-12-28', '2027-01-04'],
    ['2026-W11', 'week', '2026-03-09', '2026-03-16'],
  ])('%s is a %s from %s to the day before %s', (name, ...[kind, from, before]) => {
    expect(parsePeriod(name)).toStrictEqual({ kind, name, from, before });
  });

  it.each([
    ...['', '26', '1899', '3000', '02026', '2026-', '2026-0', '2026-13', '2026-00', '2026-3', '2026-Q0'],
    ...['2026-Q5', '2026-q1', '2026Q1', '2026-W00', '2026-W54', '2025-W53', '2026-w01', '2026-W1', '202603'],
    ...['2026-03-01', ' 2026', '2026 ', '2026\n'],
  ])('%j is not the name of a period', (name) => {
    expect(parsePeriod(name)).toBeUndefined();
  });

  it('can be parsed from their names, and include the given day', () => {
    fc.assert(
      fc.property(kinds, days, (kind, day) => {
        const period = periodOf(kind, day);
        expect(parsePeriod(period.name)).toStrictEqual(period);
        expect(period.from <= day && day < period.before).toBe(true);
      }),
    );
  });

  it('have no gaps between them', () => {
    fc.assert(
      fc.property(kinds, days, (kind, day) => {
        const period = periodOf(kind, day);
        expect(nextPeriod(period).from).toBe(period.before);
        expect(previousPeriod(period).before).toBe(period.from);
        expect(previousPeriod(nextPeriod(period))).toStrictEqual(period);
      }),
    );
  });

  it('start on the same day of the week or month in the previous year', () => {
    fc.assert(
      fc.property(kinds, days, (kind, day) => {
        const period = periodOf(kind, day);
        const before = yearBefore(period);
        expect(before.kind).toBe(kind);
        if (kind === 'week') expect(before.from).toBe(addDays(period.from, -364));
        else expect(before.from.slice(4)).toBe(period.from.slice(4));
      }),
    );
  });

  it.each([
    ['year', 365],
    ['quarter', 92],
    ['month', 31],
    ['week', 7],
  ] as const)('a %s has %i days', (kind: PeriodKind, count: number) => {
    expect(daysIn(periodOf(kind, '2026-07-14'))).toBe(count);
  });

  it('have a week 53 in the years of ISO 8601 with 53 weeks', () => {
    const long = Array.from({ length: 40 }, (_, index) => 2000 + index).filter(
      (year) => parsePeriod(`${year}-W53`) !== undefined,
    );
    expect(long).toStrictEqual([2004, 2009, 2015, 2020, 2026, 2032, 2037]);
  });

  it('are listed for a range; none if it ends before it starts', () => {
    const names = (from: string, to: string) =>
      periodsBetween(parse(from), parse(to)).map(({ name }) => name);
    expect(names('2025-11', '2026-02')).toStrictEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    expect(names('2026-W52', '2027-W01')).toStrictEqual(['2026-W52', '2026-W53', '2027-W01']);
    expect(names('2026-03', '2026-03')).toStrictEqual(['2026-03']);
    expect(names('2026-03', '2026-02')).toStrictEqual([]);
  });

  it('are counted without being listed', () => {
    fc.assert(
      fc.property(kinds, days, fc.integer({ min: -30, max: 300 }), (kind, day, more) => {
        const first = periodOf(kind, day);
        let last = first;
        for (let step = 0; step < Math.abs(more); step += 1)
          last = more < 0 ? previousPeriod(last) : nextPeriod(last);
        expect(countPeriods(first, last)).toBe(more + 1);
      }),
      { numRuns: 200 },
    );
    expect(countPeriods(parse('1900-W01'), parse('2999-W52'))).toBeGreaterThan(57_000);
  });
});
