import fc from 'fast-check';
import { computeEndemicLevel, isUsual } from '../../../../src/modules/health/alerts/endemic-level';
import { evaluateRules } from './latest-rules';
import { compareUrgency } from '../../../../src/modules/health/alerts/compare-urgency';

const YEAR = 52;
const fillYear = (count: number): number[] => new Array<number>(YEAR).fill(count);

function evaluateCholera(count: number, history: readonly number[]) {
  const [fired] = evaluateRules({ icd10: 'A00.9', counts: [...history, count] }, 1);
  return fired;
}

describe('the endemic level of a disease that alerts at one case', () => {
  it('is the mean of the middle half of the weeks of the year before', () => {
    const year = Array.from({ length: YEAR }, (_, week) => week % 4);
    expect(computeEndemicLevel(year)).toBe(1.5);
  });

  it('is null without a whole year, or if a quarter has no case', () => {
    expect(computeEndemicLevel(fillYear(12).slice(1))).toBeNull();
    expect(computeEndemicLevel(fillYear(12).map((count, week) => (week < 13 ? 0 : count)))).toBeNull();
    expect(computeEndemicLevel(fillYear(12).map((count, week) => (week < 12 ? 0 : count)))).not.toBeNull();
  });

  it('is null if most weeks have no case', () => {
    expect(computeEndemicLevel(fillYear(0).map((_, week) => Number(week % 10 === 0)))).toBeNull();
  });

  it('counts weeks without a report as weeks without a case', () => {
    const withGaps = fillYear(12).map((count, week) => (week % 2 === 0 ? null : count));
    expect(computeEndemicLevel(withGaps)).toBeLessThan(12);
  });

  it('is not raised by an outbreak of some months', () => {
    const outbreak = fillYear(12).map((count, week) => (week >= 40 ? 400 : count));
    expect(computeEndemicLevel(outbreak)).toBe(12);
    expect(computeEndemicLevel(fillYear(0).map((_, week) => (week >= 26 ? 400 : 0)))).toBeNull();
  });

  it('is the expected count of the alert, which is usual up to three deviations above it', () => {
    const usual = evaluateCholera(12, fillYear(12));
    expect(usual).toMatchObject({ rule: 'notifiable', expected: 12, threshold: 1 });
    const isUsualCount = (count: number): boolean => {
      const fired = evaluateCholera(count, fillYear(12));
      return fired !== undefined && isUsual(fired);
    };
    // 12 + 3 √(12 + (0.15 · 12)²) = 23.7.
    expect([isUsualCount(1), isUsualCount(23), isUsualCount(24)]).toEqual([true, true, false]);
  });

  it('makes a first case never usual', () => {
    const first = evaluateCholera(1, fillYear(0));
    expect(first).toMatchObject({ rule: 'notifiable', expected: null });
    expect(first && isUsual(first)).toBe(false);
  });

  it('does not apply to measles, whose threshold includes the usual cases', () => {
    const [measles] = evaluateRules({ icd10: 'B05.9', counts: [...new Array<number>(9).fill(4), 9] }, 1);
    expect(measles).toMatchObject({ rule: 'notifiable', expected: 4, threshold: 8 });
    expect(measles && isUsual(measles)).toBe(false);
  });

  it('makes no count usual if a lower count is not', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(300), { minLength: YEAR, maxLength: YEAR }), fc.nat(500), (year, count) => {
        const [fewer, more] = [evaluateCholera(count + 1, year), evaluateCholera(count + 2, year)];
        return !fewer || !more || isUsual(fewer) || !isUsual(more);
      }),
      { numRuns: 200 },
    );
  });
});

describe('compareUrgency', () => {
  const createAlert = (pathology: string, fields: object = {}) => ({
    rule: 'notifiable' as const,
    week: '2026-W11',
    count: 12,
    expected: null,
    threshold: 1,
    country: 'KE',
    pathology,
    ...fields,
  });

  it('sorts first cases and weeks over the endemic level before rises, and usual weeks last', () => {
    const alerts = [
      createAlert('usual', { expected: 12 }),
      createAlert('usual of many', { expected: 300, count: 300 }),
      createAlert('rise', { rule: 'ears-c2', threshold: 4, expected: 1 }),
      createAlert('over its level', { expected: 12, count: 30, week: '2026-W10' }),
      createAlert('first case', { count: 1 }),
    ];
    expect(alerts.sort(compareUrgency).map(({ pathology }) => pathology)).toEqual([
      'first case',
      'over its level',
      'rise',
      'usual of many',
      'usual',
    ]);
  });
});
