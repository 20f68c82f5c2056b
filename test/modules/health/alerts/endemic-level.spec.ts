import fc from 'fast-check';
import { computeEndemicLevel, isUsual } from '../../../../src/modules/health/alerts/endemic-level';
import { evaluateRules } from '../../../../src/modules/health/alerts/evaluate-rules';
import { compareUrgency } from '../../../../src/modules/health/alerts/compare-urgency';

const YEAR = 52;
const everyWeek = (count: number): number[] => new Array<number>(YEAR).fill(count);

function cholera(count: number, history: readonly number[]) {
  const [fired] = evaluateRules({ icd10: 'A00.9', counts: [...history, count] }, 1);
  return fired;
}

describe('what is usual of a disease of which one case is an alert', () => {
  it('is the mean of the middle half of the weeks of the year before', () => {
    const year = Array.from({ length: YEAR }, (_, week) => week % 4);
    expect(computeEndemicLevel(year)).toBe(1.5);
  });

  it('is nothing without a whole year, nor where a quarter of it had no case', () => {
    expect(computeEndemicLevel(everyWeek(12).slice(1))).toBeNull();
    expect(computeEndemicLevel(everyWeek(12).map((count, week) => (week < 13 ? 0 : count)))).toBeNull();
    expect(computeEndemicLevel(everyWeek(12).map((count, week) => (week < 12 ? 0 : count)))).not.toBeNull();
  });

  it('is nothing where most weeks have no case', () => {
    expect(computeEndemicLevel(everyWeek(0).map((_, week) => Number(week % 10 === 0)))).toBeNull();
  });

  it('takes weeks without a report for weeks without a case, which makes nothing usual', () => {
    expect(
      computeEndemicLevel(everyWeek(12).map((count, week) => (week % 2 === 0 ? null : count))),
    ).toBeLessThan(12);
  });

  it('is not an outbreak of months, however large', () => {
    const outbreak = everyWeek(12).map((count, week) => (week >= 40 ? 400 : count));
    expect(computeEndemicLevel(outbreak)).toBe(12);
    expect(computeEndemicLevel(everyWeek(0).map((_, week) => (week >= 26 ? 400 : 0)))).toBeNull();
  });

  it('still makes an alert, which says what is expected and is usual up to three deviations over it', () => {
    expect(cholera(12, everyWeek(12))).toMatchObject({ rule: 'notifiable', expected: 12, threshold: 1 });
    const usual = (count: number): boolean => {
      const fired = cholera(count, everyWeek(12));
      return fired !== undefined && isUsual(fired);
    };
    // 12 + 3 √(12 + (0.15 · 12)²) = 23.7.
    expect([usual(1), usual(23), usual(24)]).toEqual([true, true, false]);
  });

  it('is never a first case', () => {
    const first = cholera(1, everyWeek(0));
    expect(first).toMatchObject({ rule: 'notifiable', expected: null });
    expect(first && isUsual(first)).toBe(false);
  });

  it('is no measles of which the threshold knows already what is usual', () => {
    const [measles] = evaluateRules({ icd10: 'B05.9', counts: [...new Array<number>(9).fill(4), 9] }, 1);
    expect(measles).toMatchObject({ rule: 'notifiable', expected: 4, threshold: 8 });
    expect(measles && isUsual(measles)).toBe(false);
  });

  it('never makes more cases usual where fewer are not', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(300), { minLength: YEAR, maxLength: YEAR }), fc.nat(500), (year, count) => {
        const [fewer, more] = [cholera(count + 1, year), cholera(count + 2, year)];
        return !fewer || !more || isUsual(fewer) || !isUsual(more);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the order of alerts', () => {
  const of = (pathology: string, more: object = {}) => ({
    rule: 'notifiable' as const,
    week: '2026-W11',
    count: 12,
    expected: null,
    threshold: 1,
    country: 'KE',
    pathology,
    ...more,
  });

  it('has first cases and what exceeds its level before what rises, and usual weeks of notifiable diseases last', () => {
    const alerts = [
      of('usual', { expected: 12 }),
      of('usual of many', { expected: 300, count: 300 }),
      of('rise', { rule: 'ears-c2', threshold: 4, expected: 1 }),
      of('over its level', { expected: 12, count: 30, week: '2026-W10' }),
      of('first case', { count: 1 }),
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
