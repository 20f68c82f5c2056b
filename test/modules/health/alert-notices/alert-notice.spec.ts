import { countryOf } from '../../../support/countries';
import type { Alert } from '../../../../src/modules/health/alerts/alert';
import {
  type AlertNotice,
  type ReportedEpisode,
  afterReport,
  isNew,
  listNotices,
  listWithdrawn,
  planReport,
} from '../../../../src/modules/health/alert-notices/alert-notice';

const WEEKS = ['2026-W08', '2026-W09', '2026-W10', '2026-W11'];

function alertOf(changes: Partial<Alert> & { since?: string } = {}): Alert {
  const { since = '2026-W09', ...fields } = changes;
  return {
    rule: 'ears-c2',
    pathology: 'Measles',
    pathologyKey: 'measles',
    icd10: 'B05.9',
    country: countryOf('KE'),
    week: '2026-W11',
    count: 30,
    expected: 4,
    threshold: 10,
    episode: { since, cases: 60, curve: [], trend: 'rising', confidence: 'high' },
    ...fields,
  };
}

function noticeOf(...alerts: Alert[]): AlertNotice {
  const [notice] = listNotices({ weeks: alerts.map(({ week }) => week), alerts });
  if (!notice) throw new Error('there is no notice');
  return notice;
}

describe('listNotices', () => {
  it('returns one notice for a disease in a country, with the alert of the latest week', () => {
    const alerts = [alertOf({ week: '2026-W10' }), alertOf(), alertOf({ country: countryOf('UG') })];
    expect(listNotices({ weeks: WEEKS, alerts })).toMatchObject([
      { country: 'KE', disease: 'Measles', severity: 'medium', alert: { week: '2026-W11' } },
      { country: 'UG', disease: 'Measles' },
    ]);
  });

  it('names a disease by its series, whichever of its pathologies have cases', () => {
    const typhoid = alertOf({ pathology: 'Typhoid fever', icd10: 'A01.0' });
    const both = { ...typhoid, series: { name: 'Typhoid and paratyphoid fever', members: [] } };
    expect(noticeOf(typhoid).disease).toBe('Typhoid and paratyphoid fever');
    expect(noticeOf(both).disease).toBe('Typhoid and paratyphoid fever');
  });

  it('puts the most severe first', () => {
    const cholera = alertOf({
      pathology: 'Cholera',
      icd10: 'A00.9',
      rule: 'notifiable',
      threshold: 1,
      expected: null,
    });
    expect(listNotices({ weeks: WEEKS, alerts: [alertOf(), cholera] }).map(({ disease }) => disease)).toEqual(
      ['Cholera', 'Measles'],
    );
  });

  it('has the latest week with more cases than usual', () => {
    const usual = { rule: 'notifiable', threshold: 1, expected: 2 } as const;
    const alerts = [
      alertOf({ ...usual, week: '2026-W11', count: 2, since: '2025-W14' }),
      alertOf({ ...usual, week: '2026-W10', count: 58, since: '2026-W10' }),
    ];
    expect(noticeOf(...alerts)).toMatchObject({ severity: 'high', alert: { week: '2026-W10', count: 58 } });
  });

  it('has pathologies of the catalogue that have no code', () => {
    expect(noticeOf(alertOf({ pathology: 'Hepatitis B', icd10: null })).disease).toBe('Hepatitis B');
  });

  it.each([
    ['of low severity', { count: 11 }],
    ['on a pathology that a country has made up', { pathology: 'Fever of Mr Example' }],
    ['on no more cases than usual', { rule: 'notifiable', count: 4, threshold: 1 } as const],
  ])('leaves out alerts %s', (_case, changes) => {
    expect(listNotices({ weeks: WEEKS, alerts: [alertOf(changes)] })).toEqual([]);
  });
});

describe('an episode', () => {
  const reported = afterReport(noticeOf(alertOf()), undefined);

  it('is new at first, and not when it was reported', () => {
    expect(isNew(noticeOf(alertOf()), undefined)).toBe(true);
    expect(isNew(noticeOf(alertOf()), reported)).toBe(false);
  });

  it.each([
    ['goes on', { week: '2026-W12' }],
    ['began earlier than was known', { since: '2026-W07' }],
    ['began later than was known', { since: '2026-W10' }],
  ])('is the same if it %s', (_case, changes) => {
    expect(isNew(noticeOf(alertOf({ count: 40, ...changes })), reported)).toBe(false);
  });

  it('is a new one after a pause', () => {
    expect(isNew(noticeOf(alertOf({ since: '2026-W14', week: '2026-W14' })), reported)).toBe(true);
  });

  it('stays the same if cases of an earlier one are recorded late meanwhile', () => {
    const late = afterReport(noticeOf(alertOf({ week: '2026-W02', since: '2026-W02' })), reported);
    expect(isNew(noticeOf(alertOf()), late)).toBe(false);
  });

  it('stays the same for longer than the year that its first week can be away', () => {
    const later = afterReport(noticeOf(alertOf({ week: '2027-W20' })), reported);
    expect(isNew(noticeOf(alertOf({ since: '2026-W22', week: '2027-W21' })), later)).toBe(false);
  });

  it('is reported again after its cases were voided, and counted', () => {
    const ebola = alertOf({
      pathology: 'Ebola virus disease',
      icd10: 'A98.4',
      rule: 'notifiable',
      threshold: 1,
    });
    const noAlerts = { weeks: WEEKS, alerts: [] };
    const found = { weeks: WEEKS, alerts: [ebola] };
    const stored = (episodes: readonly ReportedEpisode[]) =>
      episodes.map((episode) => ({ ...episode, isOlderThanSearch: true }));
    const first = planReport(found, [], 50);
    expect(first.notices).toMatchObject([{ occurrence: 1 }]);
    const voided = listWithdrawn(noAlerts, stored(first.changed));
    expect(voided).toMatchObject([{ isWithdrawn: true }]);
    expect(listWithdrawn(noAlerts, stored(voided))).toEqual([]);
    expect(planReport(noAlerts, stored(voided), 50)).toEqual({ notices: [], changed: [] });
    expect(planReport(found, stored(voided), 50)).toMatchObject({
      notices: [{ occurrence: 2 }],
      changed: [{ occurrence: 2, isWithdrawn: false }],
    });
  });

  it.each([
    ['of other diseases, whose alerts may be old', alertOf(), true],
    [
      'that were reported during the search',
      alertOf({ pathology: 'Ebola virus disease', icd10: 'A98.4', rule: 'notifiable' }),
      false,
    ],
  ])('is not taken for voided: episodes %s', (_case, alert, isOlderThanSearch) => {
    const { changed } = planReport({ weeks: WEEKS, alerts: [alert] }, [], 50);
    const stored = changed.map((episode) => ({ ...episode, isOlderThanSearch }));
    expect(stored).toHaveLength(1);
    expect(listWithdrawn({ weeks: WEEKS, alerts: [] }, stored)).toEqual([]);
  });

  it('is not reported again by a search that began before its cases were voided', () => {
    const ebola = alertOf({ pathology: 'Ebola virus disease', icd10: 'A98.4', rule: 'notifiable' });
    const found = { weeks: WEEKS, alerts: [ebola] };
    const { changed } = planReport(found, [], 50);
    const stored = changed.map((episode) => ({ ...episode, isWithdrawn: true, isOlderThanSearch: false }));
    expect(stored).toHaveLength(1);
    expect(planReport(found, stored, 50)).toEqual({ notices: [], changed: [] });
  });

  it('is reported again if it becomes more severe, but not if it becomes so once more', () => {
    const notifiable = alertOf({ rule: 'notifiable', threshold: 5 });
    expect(isNew(noticeOf(notifiable), reported)).toBe(true);
    const severe: ReportedEpisode = afterReport(noticeOf(notifiable), reported);
    const milder = afterReport(noticeOf(alertOf()), severe);
    expect(milder.severity).toBe('high');
    expect(isNew(noticeOf(notifiable), milder)).toBe(false);
  });
});
