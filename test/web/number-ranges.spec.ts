import { divideIntoRanges } from '../../web/dashboard/charts/number-ranges';

describe('the ranges of the map', () => {
  const endsOf = (numbers: readonly number[], whole = true) =>
    divideIntoRanges(numbers, whole).map(({ from, to }) => [from, to]);

  it('has no ranges without numbers above zero', () => {
    expect(endsOf([])).toEqual([]);
    expect(endsOf([0, 0])).toEqual([]);
  });

  it('ends ranges with rounded counts, so that 3 cases never have the colour of 64', () => {
    expect(endsOf([3, 4, 9, 30, 64])).toEqual([
      [1, 5],
      [6, 10],
      [11, 20],
      [21, 50],
      [51, 64],
    ]);
  });

  it('has fine ranges for counts that are close together', () => {
    expect(endsOf([130, 160, 175, 254, 555])).toEqual([
      [1, 150],
      [151, 200],
      [201, 300],
      [301, 500],
      [501, 555],
    ]);
  });

  it('has one range for one count', () => {
    expect(endsOf([7])).toEqual([[1, 7]]);
  });

  it('does not divide counts at halves', () => {
    expect(endsOf([1, 2, 3])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  it('divides rates below one, each range beginning where the one below ends', () => {
    expect(endsOf([0.0151, 0.04], false)).toEqual([
      [0, 0.02],
      [0.02, 0.03],
      [0.03, 0.04],
    ]);
  });

  it('has five ranges at most, and the darkest colour is the highest', () => {
    const ranges = divideIntoRanges([1, 10, 1_000, 100_000, 10_000_000], true);
    expect(ranges.length).toBeLessThanOrEqual(5);
    expect(ranges.at(-1)).toEqual({ from: 1_000_001, to: 10_000_000, color: 'var(--map-5)' });
  });
});
