import fc from 'fast-check';
import { createRandom } from '../../../../dev/demo/random';
import { findEpidemicPeriod } from '../../../../src/modules/health/alerts/epidemic-period';
import { fitMovingEpidemic } from '../../../../src/modules/health/alerts/moving-epidemic';
import { findWaves } from '../../../../src/modules/health/alerts/waves';

const WEEKS = 52;

/** Creates weekly counts of years that peak in some weeks of the year, over a low of ten cases. */
function createYears(count: number, peaks: readonly number[], size = 200): number[] {
  return Array.from({ length: count * WEEKS }, (_, week) =>
    Math.round(10 + peaks.reduce((sum, peak) => sum + size * waveAt((week % WEEKS) - peak), 0)),
  );
}

function waveAt(distance: number): number {
  const near = Math.min(Math.abs(distance), WEEKS - Math.abs(distance));
  return Math.exp(-((near / 3) ** 2) / 2);
}

/** Returns the weeks of the following year that exceed the threshold. */
function findAlerts(counts: readonly number[], history: readonly number[]): number[] {
  const model = fitMovingEpidemic(history);
  return [...counts.keys()].filter((week) => {
    const expectation = model?.(history.length + week);
    return expectation !== undefined && (counts[week] ?? 0) > expectation.threshold;
  });
}

describe('findEpidemicPeriod', () => {
  it('returns the weeks with most cases, as long as the cumulative curve is steep', () => {
    const { start, end } = findEpidemicPeriod(createYears(1, [26]));
    expect([start, end]).toEqual([21, 31]);
  });

  it('returns the same weeks for a multiple of the cases', () => {
    const counts = createYears(1, [22]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), (times) => {
        expect(findEpidemicPeriod(counts.map((count) => count * times))).toEqual(findEpidemicPeriod(counts));
      }),
    );
  });

  it('returns weeks within the wave for any counts', () => {
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

describe('findWaves', () => {
  it.each([5, 18, 31, 44])('divides the year where cases are fewest, for a peak in week %i', (peak) => {
    const [only, ...others] = findWaves(createYears(3, [peak]));
    expect(others).toEqual([]);
    const position = (peak - (only?.offset ?? 0) + WEEKS) % WEEKS;
    expect(only?.length).toBe(WEEKS);
    expect(position).toBeGreaterThan(12);
    expect(position).toBeLessThan(40);
  });

  it('returns two waves for two peaks, each within a wave', () => {
    const waves = findWaves(createYears(3, [12, 38]));
    expect(waves.map(({ length }) => length).reduce((sum, length) => sum + length, 0)).toBe(WEEKS);
    const positions = waves.map(({ offset }) => [12, 38].map((peak) => (peak - offset + WEEKS) % WEEKS));
    expect(waves).toHaveLength(2);
    for (const [index, { length }] of waves.entries())
      expect(positions[index]?.filter((position) => position > 3 && position < length - 3)).toHaveLength(1);
  });

  it('returns no waves for constant counts and for noise', () => {
    expect(findWaves(new Array<number>(4 * WEEKS).fill(50))).toEqual([]);
    const random = createRandom(7);
    expect(findWaves(Array.from({ length: 4 * WEEKS }, () => Math.round(100 * random())))).toEqual([]);
  });
});

describe('fitMovingEpidemic', () => {
  it.each([[[20]], [[46]], [[12, 38]]])(
    'does not alert if a season is like the earlier ones: %j',
    (peaks) => {
      expect(findAlerts(createYears(1, peaks), createYears(3, peaks))).toEqual([]);
    },
  );

  it('alerts if a season begins far too early', () => {
    const alerts = findAlerts(createYears(1, [18]), createYears(3, [30]));
    expect(alerts.length).toBeGreaterThan(2);
    expect(alerts[0]).toBeLessThan(18);
  });

  it('alerts if a season is far higher than all before', () => {
    const alerts = findAlerts(createYears(1, [30], 600), createYears(3, [30]));
    expect(alerts).toContain(30);
  });

  it('alerts if an epidemic occurs outside the usual time, in either of two waves', () => {
    const quiet = createYears(1, [12, 38]).map((count, week) => (week === 24 || week === 50 ? 120 : count));
    expect(findAlerts(quiet, createYears(3, [12, 38]))).toEqual([24, 50]);
  });

  it('does not alert if all counts grow because more cases are reported', () => {
    const growing = createYears(4, [30]).map((count, week) => Math.round(count * 1.2 ** (week / WEEKS)));
    expect(findAlerts(growing.slice(3 * WEEKS), growing.slice(0, 3 * WEEKS))).toEqual([]);
  });

  it('returns undefined for fewer than two seasons or very few cases', () => {
    expect(fitMovingEpidemic(createYears(3, [30]).slice(0, 2 * WEEKS - 1))).toBeUndefined();
    expect(fitMovingEpidemic(createYears(3, [30]).map((count) => (count > 100 ? 2 : 0)))).toBeUndefined();
    expect(fitMovingEpidemic([])).toBeUndefined();
  });

  it('predicts a threshold and expected cases for every week', () => {
    const model = fitMovingEpidemic(createYears(3, [30]));
    for (let week = 3 * WEEKS; week < 4 * WEEKS; week += 1) {
      const { expected, threshold } = model?.(week) ?? {};
      expect(threshold).toBeGreaterThanOrEqual(4);
      expect(expected).toBeGreaterThan(0);
    }
  });

  it('does not alert for constant counts', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.integer({ min: 1, max: 5 }), (count, length) => {
        const constant = new Array<number>(length * WEEKS).fill(count);
        return findAlerts(constant.slice(0, WEEKS), constant).length === 0;
      }),
      { numRuns: 30 },
    );
  });
});
