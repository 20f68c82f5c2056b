import { compareUrgency } from '../../../../src/modules/health/alerts/compare-urgency';
import { type Alert, groupAlerts } from '../../../../web/dashboard/panels/alert-groups';

const weeks = ['2026-W08', '2026-W09', '2026-W10', '2026-W11'];

function alert(pathology: string, more: Partial<Alert>): Alert {
  const cholera = { icd10: null, country: 'KE', week: '2026-W11', count: 12, expected: null, threshold: 1 };
  return { rule: 'notifiable', pathology, ...cholera, ...more };
}

function groups(...alerts: Alert[]) {
  const found = groupAlerts({ weeks, alerts: alerts.sort(compareUrgency) });
  return found.map(({ pathology, severity }) => [pathology, severity]);
}

describe('the groups of alerts that the dashboard shows', () => {
  const usual = weeks.map((week) => alert('Cholera', { week, expected: 12 }));
  const rise = alert('Scabies', { rule: 'ears-c2', expected: 1, threshold: 4, count: 5 });

  it('do not ask to act now where all weeks are usual, and put what rises before', () => {
    expect(groups(...usual, rise)).toEqual([
      ['Scabies', 'low'],
      ['Cholera', 'low'],
    ]);
  });

  it('ask to act now of one week over its level, and of a first case', () => {
    expect(groups(...usual, alert('Cholera', { count: 40, expected: 12 }), rise)[0]).toEqual([
      'Cholera',
      'high',
    ]);
    expect(groups(rise, alert('Ebola virus disease', { count: 1 }))[0]).toEqual([
      'Ebola virus disease',
      'high',
    ]);
  });

  it('look into a usual disease that recent weeks exceed, by what exceeds them', () => {
    const rising = alert('Cholera', { rule: 'ears-c2', expected: 2, threshold: 5, count: 12 });
    expect(groups(...usual, rising, rise)).toEqual([
      ['Cholera', 'medium'],
      ['Scabies', 'low'],
    ]);
  });

  it('have a disease of a country once, the latest week first and in it what the week is compared with last', () => {
    const rising = alert('Cholera', { rule: 'ears-c2', expected: 2, threshold: 5, count: 12 });
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
});
