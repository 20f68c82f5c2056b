import {
  type Evaluation,
  evaluateScenarios,
  type Score,
  scoreOf,
  usualWeeksPerYear,
} from '../../../../bench/alerts/evaluate';
import type { AlertRule } from '../../../../src/modules/health/alerts/evaluate-rules';
import { evaluateRules } from './latest-rules';
import { ALERT_RULES } from '../../../../src/modules/health/alerts/alerts.contract';

/** Uses the scenarios of `npm run eval:alerts`, with fewer series of each. */
describe('the detection of known outbreaks', () => {
  let byScenario: Map<string, Evaluation[]>;

  beforeAll(() => {
    byScenario = evaluateScenarios(2, 8);
  });

  function score(rules: readonly AlertRule[], ...scenarios: readonly string[]): Score {
    const some = scenarios.flatMap((name) => byScenario.get(name) ?? []);
    return scoreOf(some.length === 0 ? [...byScenario.values()].flat() : some, rules);
  }

  it('is reproducible', () => {
    const figures = () =>
      [...evaluateScenarios(3, 2)].map(([name, some]) => [name, scoreOf(some, ALERT_RULES)]);
    expect(figures()).toEqual(figures());
  });

  it('finds three of four outbreaks, half of them within two weeks, with about one false alert per year', () => {
    const all = score(ALERT_RULES);
    expect(all.detected).toBeGreaterThan(0.75);
    expect(all.withinTwoWeeks).toBeGreaterThan(0.55);
    expect(all.medianDelay).toBeLessThanOrEqual(1);
    expect(all.falseAlertsPerYear).toBeLessThan(1.35);
    expect(all.positivePredictiveValue).toBeGreaterThan(0.6);
  });

  it('lists an outbreak that lasts for most of a year, and then takes its level for the usual one', () => {
    const before = Array.from({ length: 60 }, (_, week) => 18 + (week % 5));
    const alarmedWeeks = (weeks: number): number[] => {
      const counts = [...before, ...new Array<number>(weeks).fill(200)];
      return evaluateRules({ icd10: 'B54', counts }, 4).map(({ week }) => week - before.length);
    };
    for (const weeks of [4, 12, 20, 40])
      expect(alarmedWeeks(weeks)).toEqual(expect.arrayContaining([weeks - 1]));
    expect(alarmedWeeks(80)).toEqual([]);
  });

  it('ends an outbreak with the first week at the usual level', () => {
    const counts = [...new Array<number>(40).fill(20), ...new Array<number>(15).fill(200), 22, 19];
    const weeks = evaluateRules({ icd10: null, counts }, 4).map(({ week }) => week);
    expect(weeks).toEqual([53, 54]);
  });

  it('finds every outbreak of Ebola and cholera in the week of its first case', () => {
    const { detected, withinTwoWeeks, medianDelay } = score(['notifiable'], 'Ebola', 'cholera, sporadic');
    expect([detected, withinTwoWeeks, medianDelay]).toEqual([1, 1, 0]);
  });

  it('finds larger outbreaks of endemic cholera, and does not report every week with a case as urgent', () => {
    const { detected, falseAlertsPerYear } = score(ALERT_RULES, 'cholera, endemic');
    expect(detected).toBeGreaterThan(0.75);
    expect(falseAlertsPerYear).toBeLessThan(8);
    expect(usualWeeksPerYear(byScenario.get('cholera, endemic') ?? [])).toBeGreaterThan(30);
  });

  it('finds outbreaks by EARS C2 from recent weeks', () => {
    const { detected, falseAlertsPerYear } = score(
      ['ears-c2'],
      'hepatitis A, few cases',
      'hypertension, growing, with gaps',
      'respiratory infections, always many',
    );
    expect(detected).toBeGreaterThan(0.65);
    expect(falseAlertsPerYear).toBeLessThan(1);
  });

  it('finds outbreaks by the moving epidemic method from earlier seasons', () => {
    const { detected, falseAlertsPerYear } = score(
      ['moving-epidemic'],
      'malaria, two rains',
      'malaria, one season',
      'influenza',
    );
    expect(detected).toBeGreaterThan(0.5);
    expect(falseAlertsPerYear).toBeLessThan(0.6);
  });

  it('does not report the seasons themselves by EARS C2', () => {
    expect(score(['ears-c2'], 'malaria, one season').falseAlertsPerYear).toBeLessThan(0.6);
  });

  it.each(ALERT_RULES)('finds more outbreaks with %s than without', (rule) => {
    const others = ALERT_RULES.filter((other) => other !== rule);
    expect(score(ALERT_RULES).detected).toBeGreaterThan(score(others).detected);
  });
});
