import {
  type Evaluation,
  evaluateScenarios,
  type Score,
  scoreOf,
  usualWeeksPerYear,
} from '../../../../bench/alerts/evaluate';
import { type AlertRule } from '../../../../src/modules/health/alerts/evaluate-rules';
import { ALERT_RULES } from '../../../../src/modules/health/alerts/alerts.contract';

/** The series of the printed evaluation, fewer of each kind. */
describe('what is detected in series with known outbreaks', () => {
  let byScenario: Map<string, Evaluation[]>;

  beforeAll(() => {
    byScenario = evaluateScenarios(2, 8);
  });

  function score(rules: readonly AlertRule[], ...scenarios: readonly string[]): Score {
    const some = scenarios.flatMap((name) => byScenario.get(name) ?? []);
    return scoreOf(some.length === 0 ? [...byScenario.values()].flat() : some, rules);
  }

  it('is the same at every run', () => {
    const figures = () =>
      [...evaluateScenarios(3, 2)].map(([name, some]) => [name, scoreOf(some, ALERT_RULES)]);
    expect(figures()).toEqual(figures());
  });

  it('is three of four outbreaks, half of them within two weeks, at about one false alert a year', () => {
    const all = score(ALERT_RULES);
    expect(all.detected).toBeGreaterThan(0.75);
    expect(all.withinTwoWeeks).toBeGreaterThan(0.55);
    expect(all.medianDelay).toBeLessThanOrEqual(1);
    expect(all.falseAlertsPerYear).toBeLessThan(1.3);
    expect(all.positivePredictiveValue).toBeGreaterThan(0.6);
  });

  it('is every outbreak of Ebola and cholera, in the week of its first case', () => {
    const { detected, withinTwoWeeks, medianDelay } = score(['notifiable'], 'Ebola', 'cholera, sporadic');
    expect([detected, withinTwoWeeks, medianDelay]).toEqual([1, 1, 0]);
  });

  it('is every outbreak of endemic cholera of some size, not every week that has a case of it', () => {
    const { detected, falseAlertsPerYear } = score(ALERT_RULES, 'cholera, endemic');
    expect(detected).toBeGreaterThan(0.75);
    expect(falseAlertsPerYear).toBeLessThan(8);
    expect(usualWeeksPerYear(byScenario.get('cholera, endemic') ?? [])).toBeGreaterThan(30);
  });

  it('is what recent weeks tell of, by EARS C2', () => {
    const { detected, falseAlertsPerYear } = score(
      ['ears-c2'],
      'hepatitis A, few cases',
      'hypertension, growing, with gaps',
      'respiratory infections, always many',
    );
    expect(detected).toBeGreaterThan(0.65);
    expect(falseAlertsPerYear).toBeLessThan(1);
  });

  it('is what earlier seasons tell of, by the moving epidemic method', () => {
    const { detected, falseAlertsPerYear } = score(
      ['moving-epidemic'],
      'malaria, two rains',
      'malaria, one season',
      'influenza',
    );
    expect(detected).toBeGreaterThan(0.5);
    expect(falseAlertsPerYear).toBeLessThan(0.6);
  });

  it('is not the season itself: by EARS C2 alone it would be several times a year', () => {
    expect(score(['ears-c2'], 'malaria, one season').falseAlertsPerYear).toBeLessThan(0.6);
  });

  it.each(ALERT_RULES)('is more with %s than without', (rule) => {
    const others = ALERT_RULES.filter((other) => other !== rule);
    expect(score(ALERT_RULES).detected).toBeGreaterThan(score(others).detected);
  });
});
