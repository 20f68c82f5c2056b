import fc from 'fast-check';
import { createRandom } from '../../../../dev/demo/random';
import { findEpidemicPeriod } from '../../../../src/modules/health/alerts/epidemic-period';
import { fitMovingEpidemic } from '../../../../src/modules/health/alerts/moving-epidemic';
import { findWaves } from '../../../../src/modules/health/alerts/waves';

const WEEKS = 52;

/** Years of weeks, each with waves at some weeks of the year over a low of ten cases. */
function years(count: number, heights: readonly number[], size = 200): number[] {
  return Array.from({ length: count * WEEKS }, (_, week) =>
    Math.round(10 + heights.reduce((sum, height) => sum + size * wave((week % WEEKS) - height), 0)),
  );
}

function wave(distance: number): number {
  const near = Math.min(Math.abs(distance), WEEKS - Math.abs(distance));
  return Math.exp(-((near / 3) ** 2) / 2);
}

/** Weeks of a fourth year that are over the threshold of three years' history. */
function alertsIn(counts: readonly number[], history: readonly number[]): number[] {
  const model = fitMovingEpidemic(history);
  return [...counts.keys()].filter((week) => {
    const expectation = model?.(history.length + week);
    return expectation !== undefined && (counts[week] ?? 0) > expectation.threshold;
  });
}

describe('the epidemic period of a wave', () => {
  it('is where most cases are, and not longer than they climb steeply', () => {
    const { start, end } = findEpidemicPeriod(years(1, [26]));
    expect([start, end]).toEqual([21, 31]);
  });

  it('is the same of some times as many cases', () => {
    const counts = years(1, [22]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), (times) => {
        expect(findEpidemicPeriod(counts.map((count) => count * times))).toEqual(findEpidemicPeriod(counts));
      }),
    );
  });

  it('lies within the wave, whatever the counts', () => {
    const waves = fc.array(fc.nat(1_000), { minLength: 12, maxLength: 52 });
    fc.assert(
      fc.property(
        waves.filter((counts) => counts.some((count) => count > 0)),
        (counts) => {
          const { start, end } = findEpidemicPeriod(counts);
          return start >= 0 && start < end && end <= counts.length;
        },
      ),
    );
  });
});

describe('the waves of a year', () => {
  it.each([5, 18, 31, 44])('are cut where cases are fewest, wherever the height is: week %i', (height) => {
    const [only, ...others] = findWaves(years(3, [height]));
    expect(others).toEqual([]);
    const position = (height - (only?.offset ?? 0) + WEEKS) % WEEKS;
    expect(only?.length).toBe(WEEKS);
    expect(position).toBeGreaterThan(12);
    expect(position).toBeLessThan(40);
  });

  it('are two where rains come twice, each with its height inside', () => {
    const waves = findWaves(years(3, [12, 38]));
    expect(waves.map(({ length }) => length).reduce((sum, length) => sum + length, 0)).toBe(WEEKS);
    const positions = waves.map(({ offset }) => [12, 38].map((height) => (height - offset + WEEKS) % WEEKS));
    expect(waves).toHaveLength(2);
    for (const [index, { length }] of waves.entries())
      expect(positions[index]?.filter((position) => position > 3 && position < length - 3)).toHaveLength(1);
  });

  it('are none of what is always alike, nor of noise', () => {
    expect(findWaves(new Array<number>(4 * WEEKS).fill(50))).toEqual([]);
    const random = createRandom(7);
    expect(findWaves(Array.from({ length: 4 * WEEKS }, () => Math.round(100 * random())))).toEqual([]);
  });
});

describe('the moving epidemic method', () => {
  it.each([[[20]], [[46]], [[12, 38]]])(
    'does not alert of one more season like the others: %j',
    (heights) => {
      expect(alertsIn(years(1, heights), years(3, heights))).toEqual([]);
    },
  );

  it('alerts of a season that begins far too early', () => {
    const alerts = alertsIn(years(1, [18]), years(3, [30]));
    expect(alerts.length).toBeGreaterThan(2);
    expect(alerts[0]).toBeLessThan(18);
  });

  it('alerts of a season far higher than any', () => {
    const alerts = alertsIn(years(1, [30], 600), years(3, [30]));
    expect(alerts).toContain(30);
  });

  it('alerts of an epidemic in the quiet part of the year, in either of two waves', () => {
    const quiet = years(1, [12, 38]).map((count, week) => (week === 24 || week === 50 ? 120 : count));
    expect(alertsIn(quiet, years(3, [12, 38]))).toEqual([24, 50]);
  });

  it('follows figures that grow, because more report', () => {
    const growing = years(4, [30]).map((count, week) => Math.round(count * 1.2 ** (week / WEEKS)));
    expect(alertsIn(growing.slice(3 * WEEKS), growing.slice(0, 3 * WEEKS))).toEqual([]);
  });

  it('says nothing before two whole seasons, nor of a handful of cases', () => {
    expect(fitMovingEpidemic(years(3, [30]).slice(0, 2 * WEEKS - 1))).toBeUndefined();
    expect(fitMovingEpidemic(years(3, [30]).map((count) => (count > 100 ? 2 : 0)))).toBeUndefined();
    expect(fitMovingEpidemic([])).toBeUndefined();
  });

  it('has a threshold for every week that it speaks of, over what it expects when all is quiet', () => {
    const model = fitMovingEpidemic(years(3, [30]));
    for (let week = 3 * WEEKS; week < 4 * WEEKS; week += 1) {
      const { expected, threshold } = model?.(week) ?? {};
      expect(threshold).toBeGreaterThanOrEqual(4);
      expect(expected).toBeGreaterThan(0);
    }
  });

  it('never alerts of a constant series', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.integer({ min: 1, max: 5 }), (count, length) => {
        const constant = new Array<number>(length * WEEKS).fill(count);
        return alertsIn(constant.slice(0, WEEKS), constant).length === 0;
      }),
      { numRuns: 30 },
    );
  });
});
