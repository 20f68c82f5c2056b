import { addDays, nextPeriod, periodOf } from '../../../../src/shared/period';
import { badRequest, failure, payload, type PlainCaller } from '../../../support/plain-caller';
import { AlertsSuite, recordCase, thisWeek } from './alerts-suite';

describe('health.alerts', () => {
  const here = new AlertsSuite();

  /** Records cases on one day; returns their ids. */
  async function record(caller: PlainCaller, pathologyName: string, { daysAgo = 0, times = 1 } = {}) {
    const ids: string[] = [];
    for (let left = times; left > 0; left -= 1) ids.push(await recordCase(caller, pathologyName, daysAgo));
    return ids;
  }

  /** Records cases in each of the twelve weeks before this one, so that the country counts as reporting. */
  async function recordTwelveWeeks(caller: PlainCaller, pathologyName: string, times = 1): Promise<void> {
    for (let week = 1; week <= 12; week += 1)
      await record(caller, pathologyName, { daysAgo: 7 * week, times });
  }

  it('returns the four weeks until the current one, and no alerts without cases', async () => {
    const { weeks, alerts } = await here.findAlerts(await here.ministry('KE'));
    expect(weeks).toHaveLength(4);
    expect(weeks.at(-1)).toBe(thisWeek.name);
    expect(alerts).toEqual([]);
  });

  it('returns the four weeks until the requested one, across the end of a year', async () => {
    const { weeks } = await here.findAlerts(await here.ministry('KE'), { week: '2021-W02' });
    expect(weeks).toEqual(['2020-W52', '2020-W53', '2021-W01', '2021-W02']);
  });

  /** Returns the curve with some cases in each of the twelve weeks until the current one. */
  const lastTwelveWeeks = (counts: readonly number[]) =>
    counts.map((count, index) => ({
      week: periodOf('week', addDays(thisWeek.from, 7 * (index - 11))).name,
      count,
    }));

  it('returns an outbreak', async () => {
    const caller = await here.doctor('SN');
    await recordTwelveWeeks(caller, 'Hepatitis A');
    await record(caller, 'Hepatitis A', { times: 8 });
    const { alerts } = await here.findAlerts(await here.ministry('SN'));
    expect(alerts).toEqual([
      {
        rule: 'ears-c2',
        pathology: 'Hepatitis A',
        icd10: 'B15.9',
        country: 'SN',
        week: thisWeek.name,
        count: 8,
        expected: 1,
        threshold: 4,
        episode: {
          since: thisWeek.name,
          cases: 8,
          curve: lastTwelveWeeks([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 8]),
          trend: 'steady',
          confidence: 'low',
        },
      },
    ]);
  });

  it('returns since when an outbreak lasts, its cases, its curve, and whether they rise', async () => {
    const weeks = [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 9, 2, 12, 30, 31];
    await here.insertWeeks('Hepatitis A', 'SN', weeks);
    const { alerts } = await here.findAlerts(await here.ministry('SN'));
    const since = periodOf('week', addDays(thisWeek.from, -28)).name;
    const found = alerts.map(({ week, episode }) => [week, episode.since, episode.cases, episode.trend]);
    const weekOf = (weeksAgo: number) => periodOf('week', addDays(thisWeek.from, -7 * weeksAgo)).name;
    expect(found).toEqual([
      [weekOf(0), since, 84, 'rising'],
      [weekOf(1), since, 53, 'rising'],
      [weekOf(2), since, 23, 'steady'],
    ]);
    expect(alerts[0]?.episode).toMatchObject({
      curve: lastTwelveWeeks(weeks.slice(-12)),
      confidence: 'moderate',
    });
  });

  it('returns null in the curve for weeks without any record of the country', async () => {
    await here.insertWeeks('Hepatitis A', 'SN', [2, 2, 2, 2, 2, 2, 2, 2, 0, 2, 2, 20]);
    const { alerts } = await here.findAlerts(await here.ministry('SN'));
    expect(alerts[0]?.episode.curve.map(({ count }) => count)).toEqual([
      2,
      2,
      2,
      2,
      2,
      2,
      2,
      2,
      null,
      2,
      2,
      20,
    ]);
  });

  it('returns an outbreak of a pathology that is not in the catalogue', async () => {
    const caller = await here.doctor('ML');
    await recordTwelveWeeks(caller, 'Malaria');
    await record(caller, 'Mysterious lake fever', { times: 6 });
    const { alerts } = await here.findAlerts(await here.ministry('ML'));
    expect(alerts).toMatchObject([{ rule: 'ears-c2', pathology: 'Mysterious lake fever', icd10: null }]);
  });

  it('treats weeks without any record of the country as missing, not as zero', async () => {
    await record(await here.doctor('BJ'), 'Hepatitis A', { times: 8 });
    expect((await here.findAlerts(await here.ministry('BJ'))).alerts).toEqual([]);
  });

  it('evaluates an earlier week without later cases', async () => {
    const caller = await here.doctor('KE');
    await recordTwelveWeeks(caller, 'Hepatitis A');
    await record(caller, 'Hepatitis A', { times: 8 });
    const week = periodOf('week', addDays(thisWeek.from, -7)).name;
    expect((await here.findAlerts(await here.ministry('KE'), { week })).alerts).toEqual([]);
  });

  it('returns one case of Ebola at once, in a country without other records', async () => {
    const ministryOfUganda = await here.ministry('UG');
    expect((await here.findAlerts(ministryOfUganda)).alerts).toEqual([]);
    await record(await here.doctor('UG'), 'Ebola', {});
    expect((await here.findAlerts(ministryOfUganda)).alerts).toEqual([
      {
        rule: 'notifiable',
        pathology: 'Ebola virus disease',
        icd10: 'A98.4',
        country: 'UG',
        week: thisWeek.name,
        count: 1,
        expected: null,
        threshold: 1,
        episode: {
          since: thisWeek.name,
          cases: 1,
          curve: lastTwelveWeeks([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
          trend: 'steady',
          confidence: 'moderate',
        },
      },
    ]);
  });

  it('returns five cases of measles in a week, but not four', async () => {
    await record(await here.doctor('NE'), 'Measles', { times: 4 });
    expect((await here.findAlerts(await here.ministry('NE'))).alerts).toEqual([]);
    await record(await here.doctor('TD'), 'Measles', { times: 5 });
    expect((await here.findAlerts(await here.ministry('TD'))).alerts).toMatchObject([
      { rule: 'notifiable', count: 5, threshold: 5 },
    ]);
  });

  it('sorts notifiable diseases first, then the latest week, then the highest ratio to the threshold', async () => {
    const caller = await here.doctor('CM');
    await recordTwelveWeeks(caller, 'Malaria');
    await record(caller, 'Lassa fever', { daysAgo: 14 });
    await record(caller, 'Hepatitis A', { times: 7, daysAgo: 7 });
    await record(caller, 'Hepatitis E', { times: 6 });
    await record(caller, 'Scabies', { times: 9 });
    const { alerts } = await here.findAlerts(await here.ministry('CM'));
    const sorted = ['Lassa fever', 'Scabies', 'Hepatitis E', 'Hepatitis A'];
    expect(alerts.map(({ pathology }) => pathology)).toEqual(sorted);
  });

  it('does not count voided consultations', async () => {
    const caller = await here.doctor('KE');
    const [ebola] = await record(caller, 'Ebola', {});
    const [measles] = await record(caller, 'Measles', { times: 5 });
    for (const id of [ebola, measles])
      payload(await caller.post('consultations.void', { id, reason: 'Slip' }));
    expect((await here.findAlerts(await here.ministry('KE'))).alerts).toEqual([]);
  });

  it('shows ministries and administrators their own country, and those of `*` all countries', async () => {
    for (const country of ['KE', 'TZ', null])
      await record(await here.doctor(country), 'Marburg virus disease', {});
    const countriesOf = async (caller: PlainCaller, input: object = {}): Promise<string[]> =>
      (await here.findAlerts(caller, input)).alerts.map(({ country }) => country);
    expect(await countriesOf(await here.ministry('KE'))).toEqual(['KE']);
    expect(await countriesOf(await here.ministry('GH'))).toEqual([]);
    expect(await countriesOf(await here.as('admin', 'KE'))).toEqual(['KE']);
    for (const caller of [await here.as('admin', '*'), await here.ministry('*')]) {
      expect(await countriesOf(caller)).toEqual(['KE', 'TZ', 'ZZ']);
      expect(await countriesOf(caller, { country: 'TZ' })).toEqual(['TZ']);
    }
  });

  it('evaluates each country by its own history', async () => {
    const [kenya, ghana] = [await here.doctor('KE'), await here.doctor('GH')];
    for (const caller of [kenya, ghana]) await recordTwelveWeeks(caller, 'Malaria');
    await recordTwelveWeeks(ghana, 'Scabies', 6);
    for (const caller of [kenya, ghana]) await record(caller, 'Scabies', { times: 7 });
    const { alerts } = await here.findAlerts(await here.ministry('*'));
    expect(alerts.filter(({ week }) => week === thisWeek.name)).toMatchObject([{ country: 'KE' }]);
  });

  it('returns 403 to a ministry for another country', async () => {
    const response = await (await here.ministry('KE')).get('health.alerts', { country: 'TZ' });
    expect(failure(response)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });

  it('returns 403 with the missing claim to a ministry without a country', async () => {
    const response = await (await here.ministry(null)).get('health.alerts', {});
    expect(failure(response)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(failure(response).message).toMatch(/tied to no country/);
  });

  it.each([
    [{ week: '2026-W54' }, 'week: expected an ISO week such as 2026-W11'],
    [{ week: '2026-03' }, 'week: expected an ISO week such as 2026-W11'],
    [{ week: nextPeriod(thisWeek).name }, 'week: must not be after the current week'],
    [{ week: '2999-W01' }, 'week: must not be after the current week'],
    [{ country: 'Kenya' }, 'country: expected an ISO 3166-1 country code such as KE or KEN'],
  ])('refuses %j and describes the problem', async (input, problem) => {
    const response = await (await here.ministry('KE')).get('health.alerts', input);
    expect(failure(response)).toStrictEqual(badRequest(problem));
  });
});
