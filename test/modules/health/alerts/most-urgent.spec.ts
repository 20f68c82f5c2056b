import type { Alert } from '../../../../src/modules/health/alerts/alert';
import { MAX_OWN_ALERTS, MostUrgentAlerts } from '../../../../src/modules/health/alerts/most-urgent';
import { countryOf } from '../../../support/countries';

const alertOf = (pathology: string, count: number, icd10: string | null): Alert => ({
  rule: 'ears-c2',
  pathologyKey: pathology,
  pathology,
  icd10,
  country: countryOf('KE'),
  week: '2026-W10',
  count,
  expected: 4,
  threshold: 10,
  episode: { since: '2026-W10', cases: count, curve: [], trend: 'steady', confidence: 'low' },
});

describe('the alerts of a country with many pathologies that are not in the catalogue', () => {
  it('are all of the catalogue’s and the most urgent of the others, in whatever order they come', () => {
    const collected = new MostUrgentAlerts();
    const counts = Array.from({ length: 3 * MAX_OWN_ALERTS }, (_none, index) => 11 + ((index * 7) % 3_000));
    for (const [index, count] of counts.entries()) collected.add([alertOf(`Own ${index}`, count, null)]);
    collected.add([alertOf('Cholera', 11, 'A00.9')]);
    const [cholera, ...own] = collected.list();
    expect(cholera?.pathology).toBe('Cholera');
    const expected = counts.toSorted((a, b) => b - a).slice(0, MAX_OWN_ALERTS);
    expect(own.map(({ count }) => count)).toEqual(expected);
  });
});
