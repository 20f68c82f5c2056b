import fc from 'fast-check';
import { computeEarsC2 } from '../../../../src/modules/health/alerts/ears-c2';

/** Index of the evaluated week, after nine others. */
const AT = 9;
const history = fc.array(fc.nat(5_000), { minLength: 9, maxLength: 9 });

function isAlert(before: readonly (number | null)[], count: number): boolean {
  const expectation = computeEarsC2([...before, count], AT);
  return expectation !== undefined && count > expectation.threshold;
}

describe('computeEarsC2', () => {
  it('returns mean and three standard deviations of seven weeks, without the last two', () => {
    // Mean 20, standard deviation of the sample √(450 / 6) = 8.66.
    const expectation = computeEarsC2([10, 30, 10, 30, 15, 25, 20, 999, 999, 50], AT);
    const deviation = Math.sqrt((100 + 100 + 100 + 100 + 25 + 25) / 6);
    expect(expectation?.expected).toBe(20);
    expect(expectation?.threshold).toBeCloseTo(20 + 3 * deviation, 9);
  });

  it('uses at least the deviation of chance and a usual variation, if weeks are alike', () => {
    const { expected, threshold } = computeEarsC2([100, 100, 100, 100, 100, 100, 100, 0, 0, 0], AT) ?? {};
    expect(expected).toBe(100);
    expect(threshold).toBeCloseTo(100 + 3 * Math.sqrt(100 + 15 ** 2), 9);
  });

  it('alerts at five cases after weeks without a case, not at four', () => {
    const none = new Array<number>(9).fill(0);
    expect([isAlert(none, 4), isAlert(none, 5)]).toEqual([false, true]);
  });

  it('omits weeks without a report, and returns undefined if more than two of seven have none', () => {
    expect(computeEarsC2([null, 10, 10, null, 10, 10, 10, 1, 1, 1], AT)?.expected).toBe(10);
    expect(computeEarsC2([null, 10, 10, null, null, 10, 10, 1, 1, 1], AT)).toBeUndefined();
  });

  it('returns undefined for a series that is too short', () => {
    expect(computeEarsC2([1, 1, 1, 1, 1, 1, 1, 1, 90], 8)).toBeUndefined();
  });

  it('expects the rise of earlier years, but no fall', () => {
    const weeks = [20, 20, 20, 20, 20, 20, 20, 20, 20, 50];
    const rising = (week: number): number => (week >= AT - 1 ? 39 : 19);
    expect(computeEarsC2(weeks, AT, { usual: rising })?.expected).toBe(40);
    expect(computeEarsC2(weeks, AT, { usual: (week) => -rising(week) + 60 })?.expected).toBe(20);
    expect(computeEarsC2(weeks, AT, { usual: () => undefined })?.expected).toBe(20);
  });

  it('takes the weeks before alarmed ones into the baseline', () => {
    const weeks = [20, 20, 20, 20, 20, 20, 20, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90];
    const alarmed = new Set(weeks.flatMap((count, week) => (count === 90 ? [week] : [])));
    expect(computeEarsC2(weeks, 17)?.expected).toBe(90);
    expect(computeEarsC2(weeks, 17, { alarmed })?.expected).toBe(20);
  });

  it('does not alert for constant counts', () => {
    fc.assert(fc.property(fc.nat(100_000), (count) => !isAlert(new Array<number>(9).fill(count), count)));
  });

  it('also alerts for more cases in the same week', () => {
    fc.assert(
      fc.property(history, fc.nat(9_000), fc.nat(9_000), (before, count, more) => {
        fc.pre(isAlert(before, count));
        return isAlert(before, count + more);
      }),
      { numRuns: 300 },
    );
  });

  it('also alerts for a multiple of all counts', () => {
    fc.assert(
      fc.property(history, fc.nat(9_000), fc.integer({ min: 1, max: 50 }), (before, count, times) => {
        fc.pre(isAlert(before, count));
        const multiple = before.map((earlier) => earlier * times);
        return isAlert(multiple, count * times);
      }),
      { numRuns: 300 },
    );
  });

  it('does not depend on the last two weeks, nor on the order of the seven', () => {
    fc.assert(
      fc.property(history, fc.nat(9_000), fc.nat(9_000), (before, first, second) => {
        const other = [...before.slice(0, 7).reverse(), first, second, 0];
        const [a, b] = [computeEarsC2([...before, 0], AT), computeEarsC2(other, AT)];
        expect(b?.threshold).toBeCloseTo(a?.threshold ?? Number.NaN, 6);
      }),
    );
  });
});
