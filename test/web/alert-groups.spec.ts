import { compareUrgency } from '../../src/modules/health/alerts/compare-urgency';
import { type Alert, groupAlerts } from '../../web/dashboard/panels/alert-groups';

const weeks = ['2026-W08', '2026-W09', '2026-W10', '2026-W11'];

const episode: Alert['episode'] = {
  since: '2026-W11',
  cases: 12,
  curve: [],
  trend: 'steady',
  confidence: 'moderate',
};

function createAlert(pathology: string, fields: Partial<Alert>): Alert {
  const cholera = { icd10: null, country: 'KE', week: '2026-W11', count: 12, expected: null, threshold: 1 };
  return { rule: 'notifiable', pathology, ...cholera, episode, ...fields };
}

function summarizeGroups(...alerts: Alert[]) {
  const found = groupAlerts({ weeks, alerts: alerts.sort(compareUrgency) });
  return found.map(({ name, severity }) => [name, severity]);
}

describe('groupAlerts', () => {
  const usual = weeks.map((week) => createAlert('Cholera', { week, expected: 12 }));
  const rising = createAlert('Cholera', { rule: 'ears-c2', expected: 2, threshold: 5, count: 12 });
  const rise = createAlert('Scabies', { rule: 'ears-c2', expected: 1, threshold: 4, count: 5 });

  it('gives usual weeks a low severity, and sorts them after a rise', () => {
    expect(summarizeGroups(...usual, rise)).toEqual([
      ['Scabies', 'low'],
      ['Cholera', 'low'],
    ]);
  });

  it('gives a week over its endemic level and a first case a high severity', () => {
    const overLevel = createAlert('Cholera', { count: 40, expected: 12 });
    expect(summarizeGroups(...usual, overLevel, rise)[0]).toEqual(['Cholera', 'high']);
    const firstCase = createAlert('Ebola virus disease', { count: 1 });
    expect(summarizeGroups(rise, firstCase)[0]).toEqual(['Ebola virus disease', 'high']);
  });

  it('gives a usual disease that rises a medium severity', () => {
    expect(summarizeGroups(...usual, rising, rise)).toEqual([
      ['Cholera', 'medium'],
      ['Scabies', 'low'],
    ]);
  });

  it('has one group for each disease and country, the latest week first', () => {
    const [group, ...others] = groupAlerts({ weeks, alerts: [...usual, rising].sort(compareUrgency) });
    expect(others).toEqual([]);
    expect(group?.alerts.map(({ week, rule }) => `${week} ${rule}`)).toEqual([
      '2026-W11 notifiable',
      '2026-W11 ears-c2',
      '2026-W10 notifiable',
      '2026-W09 notifiable',
      '2026-W08 notifiable',
    ]);
  });

  it('has the episode of the latest week, of its alert with the highest confidence', () => {
    const earlier = createAlert('Cholera', { week: '2026-W10', episode: { ...episode, confidence: 'high' } });
    const low = createAlert('Cholera', { episode: { ...episode, confidence: 'low' } });
    const moderate = createAlert('Cholera', { rule: 'ears-c2', threshold: 5, expected: 2, episode });
    for (const alerts of [
      [low, moderate, earlier],
      [earlier, moderate, low],
    ])
      expect(groupAlerts({ weeks, alerts })[0]?.episode).toEqual(episode);
  });

  it('has one group for a series, whichever of its pathologies has most cases in a week', () => {
    const [member, other] = ['Meningitis', 'Meningococcal meningitis'].map((pathology) => ({
      pathology,
      icd10: null,
      count: 6,
    }));
    if (!member || !other) throw new TypeError('two members');
    const series = { name: 'Suspected meningitis', members: [member, other] };
    const groups = groupAlerts({
      weeks,
      alerts: [
        createAlert('Meningitis', { series }),
        createAlert('Meningococcal meningitis', { series, week: '2026-W10' }),
      ],
    });
    expect(groups.map(({ name, pathologies }) => [name, pathologies])).toEqual([
      ['Suspected meningitis', ['Meningitis', 'Meningococcal meningitis']],
    ]);
  });
});
