import fc from 'fast-check';
import { computeEarsC2 } from '../../../../src/modules/health/alerts/ears-c2';

/** The week looked at, its nine weeks before it, oldest first. */
const AT = 9;
const history = fc.array(fc.nat(5_000), { minLength: 9, maxLength: 9 });

function isAlert(before: readonly (number | null)[], count: number): boolean {
  const expectation = computeEarsC2([...before, count], AT);
  return expectation !== undefined && count > expectation.threshold;
}

describe('EARS C2 by week', () => {
  it('is mean and three standard deviations of seven weeks, with two left out', () => {
    // Mean 20, deviation of the sample √(700 / 6) = 10.80.
    const expectation = computeEarsC2([10, 30, 10, 30, 15, 25, 20, 999, 999, 50], AT);
    const deviation = Math.sqrt((100 + 100 + 100 + 100 + 25 + 25) / 6);
    expect(expectation?.expected).toBe(20);
    expect(expectation?.threshold).toBeCloseTo(20 + 3 * deviation, 9);
  });

  it('takes at least chance and a usual variation for the deviation of weeks that happen to be alike', () => {
    const { expected, threshold } = computeEarsC2([100, 100, 100, 100, 100, 100, 100, 0, 0, 0], AT) ?? {};
    expect(expected).toBe(100);
    expect(threshold).toBeCloseTo(100 + 3 * Math.sqrt(100 + 15 ** 2), 9);
  });

  it('alerts of five cases after weeks of none, not of four', () => {
    const none = new Array<number>(9).fill(0);
    expect([isAlert(none, 4), isAlert(none, 5)]).toEqual([false, true]);
  });

  it('leaves weeks out that were not reported, and says nothing where more than two of seven were not', () => {
    expect(computeEarsC2([null, 10, 10, null, 10, 10, 10, 1, 1, 1], AT)?.expected).toBe(10);
    expect(computeEarsC2([null, 10, 10, null, null, 10, 10, 1, 1, 1], AT)).toBeUndefined();
  });

  it('says nothing of a series that is too short', () => {
    expect(computeEarsC2([1, 1, 1, 1, 1, 1, 1, 1, 90], 8)).toBeUndefined();
  });

  it('expects the rise that earlier years had, and no fall', () => {
    const weeks = [20, 20, 20, 20, 20, 20, 20, 20, 20, 50];
    const rising = (week: number): number => (week >= AT - 1 ? 39 : 19);
    expect(computeEarsC2(weeks, AT, rising)?.expected).toBe(40);
    expect(computeEarsC2(weeks, AT, (week) => -rising(week) + 60)?.expected).toBe(20);
    expect(computeEarsC2(weeks, AT, () => undefined)?.expected).toBe(20);
  });

  it('never alerts of a constant series', () => {
    fc.assert(fc.property(fc.nat(100_000), (count) => !isAlert(new Array<number>(9).fill(count), count)));
  });

  it('still alerts of more cases in the same week', () => {
    fc.assert(
      fc.property(history, fc.nat(9_000), fc.nat(9_000), (before, count, more) => {
        fc.pre(isAlert(before, count));
        return isAlert(before, count + more);
      }),
      { numRuns: 300 },
    );
  });

  it('still alerts where everything is some times as much', () => {
    fc.assert(
      fc.property(history, fc.nat(9_000), fc.integer({ min: 1, max: 50 }), (before, count, times) => {
        fc.pre(isAlert(before, count));
        return isAlert(
          before.map((earlier) => earlier * times),
          count * times,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('does not depend on the two weeks before, nor on the order of the seven', () => {
    fc.assert(
      fc.property(history, fc.nat(9_000), fc.nat(9_000), (before, first, second) => {
        const other = [...before.slice(0, 7).reverse(), first, second, 0];
        const [a, b] = [computeEarsC2([...before, 0], AT), computeEarsC2(other, AT)];
        expect(b?.threshold).toBeCloseTo(a?.threshold ?? Number.NaN, 6);
      }),
    );
  });
});
