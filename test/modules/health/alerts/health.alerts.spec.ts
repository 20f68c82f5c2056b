import { z } from 'zod';
import { type Role, ROLES } from '../../../../src/platform/access/role';
import { addDays, dayOf, nextPeriod, periodOf } from '../../../../src/shared/calendar';
import { ListeningPlatform } from '../../../support/listening-platform';
import {
  badRequest,
  failure,
  LOGIN_REQUIRED,
  payload,
  PERMISSION_REQUIRED,
  PlainCaller,
} from '../../../support/plain-caller';

const MAY_SEE: readonly Role[] = ['ministry', 'admin'];

const today = dayOf(new Date());
const thisWeek = periodOf('week', today);

const answer = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({
    weeks: z.array(z.string()),
    alerts: z.array(
      z.strictObject({
        rule: z.string(),
        pathology: z.string(),
        icd10: z.string().nullable(),
        country: z.string(),
        week: z.string(),
        count: z.int(),
        expected: z.number().nullable(),
        threshold: z.number(),
      }),
    ),
  }),
});

describe('health.alerts', () => {
  let here: ListeningPlatform;

  beforeAll(async () => {
    here = await ListeningPlatform.start();
  });

  afterAll(async () => {
    await here.close();
  });

  beforeEach(async () => {
    await here.database.query('TRUNCATE pathology_daily_count');
  });

  /** Records so many cases on one day; answers their identifiers. */
  async function record(caller: PlainCaller, pathologyName: string, cases: { day?: string; times?: number }) {
    const { day = today, times = 1 } = cases;
    const ids: string[] = [];
    for (let left = times; left > 0; left -= 1) {
      const recorded = payload(
        await caller.post('consultations.record', {
          patientId: 'P',
          pathologyName,
          consultationDate: `${day}T00:00:00Z`,
        }),
      );
      ids.push(z.object({ data: z.object({ id: z.string() }) }).parse(recorded).data.id);
    }
    return ids;
  }

  /** One case of a common disease in each of the twelve weeks before this one: the country reports. */
  async function reportForWeeks(caller: PlainCaller, pathologyName: string): Promise<void> {
    for (let week = 1; week <= 12; week += 1)
      await record(caller, pathologyName, { day: addDays(thisWeek.from, -7 * week) });
  }

  async function alertsOf(caller: PlainCaller, input: object = {}) {
    return answer.parse(payload(await caller.get('health.alerts', input))).data;
  }

  it('answers the four weeks that end with the current one, and no alert where nothing happened', async () => {
    const { weeks, alerts } = await alertsOf(await here.ministry('KE'));
    expect(weeks).toHaveLength(4);
    expect(weeks.at(-1)).toBe(thisWeek.name);
    expect(alerts).toEqual([]);
  });

  it('answers the four weeks that end with the one asked for, across the end of a year', async () => {
    const { weeks } = await alertsOf(await here.ministry('KE'), { week: '2021-W02' });
    expect(weeks).toEqual(['2020-W52', '2020-W53', '2021-W01', '2021-W02']);
  });

  it('shows an outbreak that was recorded', async () => {
    const caller = await here.doctor('SN');
    await reportForWeeks(caller, 'Hepatitis A');
    await record(caller, 'Hepatitis A', { times: 8 });
    const { alerts } = await alertsOf(await here.ministry('SN'));
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
      },
    ]);
  });

  it('shows an outbreak of what the catalogue does not have', async () => {
    const caller = await here.doctor('ML');
    await reportForWeeks(caller, 'Malaria');
    await record(caller, 'Mysterious lake fever', { times: 6 });
    const { alerts } = await alertsOf(await here.ministry('ML'));
    expect(alerts).toMatchObject([{ rule: 'ears-c2', pathology: 'Mysterious lake fever', icd10: null }]);
  });

  it('takes weeks in which a country recorded nothing at all for missing, not for zero', async () => {
    await record(await here.doctor('BJ'), 'Hepatitis A', { times: 8 });
    expect((await alertsOf(await here.ministry('BJ'))).alerts).toEqual([]);
  });

  it('compares cases of long ago with what came before them, not with today', async () => {
    const caller = await here.doctor('KE');
    await reportForWeeks(caller, 'Hepatitis A');
    await record(caller, 'Hepatitis A', { times: 8 });
    const week = periodOf('week', addDays(thisWeek.from, -7)).name;
    expect((await alertsOf(await here.ministry('KE'), { week })).alerts).toEqual([]);
  });

  it('alerts of one case of Ebola at once, in a country that never recorded anything', async () => {
    const ministryOfUganda = await here.ministry('UG');
    expect((await alertsOf(ministryOfUganda)).alerts).toEqual([]);
    await record(await here.doctor('UG'), 'Ebola', {});
    expect((await alertsOf(ministryOfUganda)).alerts).toEqual([
      {
        rule: 'notifiable',
        pathology: 'Ebola virus disease',
        icd10: 'A98.4',
        country: 'UG',
        week: thisWeek.name,
        count: 1,
        expected: null,
        threshold: 1,
      },
    ]);
  });

  it('alerts of measles from five cases in a week, not of four', async () => {
    await record(await here.doctor('NE'), 'Measles', { times: 4 });
    expect((await alertsOf(await here.ministry('NE'))).alerts).toEqual([]);
    await record(await here.doctor('TD'), 'Measles', { times: 5 });
    expect((await alertsOf(await here.ministry('TD'))).alerts).toMatchObject([
      { rule: 'notifiable', count: 5, threshold: 5 },
    ]);
  });

  it('puts notifiable diseases first, then the latest week, then what is furthest over its threshold', async () => {
    const caller = await here.doctor('CM');
    await reportForWeeks(caller, 'Malaria');
    const lastWeek = addDays(thisWeek.from, -7);
    await record(caller, 'Lassa fever', { day: addDays(thisWeek.from, -14) });
    await record(caller, 'Hepatitis A', { times: 7, day: lastWeek });
    await record(caller, 'Hepatitis E', { times: 6 });
    await record(caller, 'Scabies', { times: 9 });
    const { alerts } = await alertsOf(await here.ministry('CM'));
    expect(alerts.map(({ pathology }) => pathology)).toEqual([
      'Lassa fever',
      'Scabies',
      'Hepatitis E',
      'Hepatitis A',
    ]);
  });

  it('does not count consultations that were voided', async () => {
    const caller = await here.doctor('KE');
    const [ebola] = await record(caller, 'Ebola', {});
    const [measles] = await record(caller, 'Measles', { times: 5 });
    for (const id of [ebola, measles])
      payload(await caller.post('consultations.void', { id, reason: 'Slip' }));
    expect((await alertsOf(await here.ministry('KE'))).alerts).toEqual([]);
  });

  it('shows a ministry its own country only, and an administrator or `*` all', async () => {
    for (const country of ['KE', 'TZ', null])
      await record(await here.doctor(country), 'Marburg virus disease', {});
    const countriesOf = async (caller: PlainCaller, input: object = {}): Promise<string[]> =>
      (await alertsOf(caller, input)).alerts.map(({ country }) => country);
    expect(await countriesOf(await here.ministry('KE'))).toEqual(['KE']);
    expect(await countriesOf(await here.ministry('GH'))).toEqual([]);
    const administrator = await here.as('admin', 'KE');
    for (const caller of [administrator, await here.ministry('*')]) {
      expect(await countriesOf(caller)).toEqual(['KE', 'TZ', 'ZZ']);
      expect(await countriesOf(caller, { country: 'TZ' })).toEqual(['TZ']);
    }
  });

  it('judges each country by its own history', async () => {
    const [kenya, ghana] = [await here.doctor('KE'), await here.doctor('GH')];
    for (const caller of [kenya, ghana]) await reportForWeeks(caller, 'Malaria');
    for (let week = 1; week <= 12; week += 1)
      await record(ghana, 'Scabies', { times: 6, day: addDays(thisWeek.from, -7 * week) });
    for (const caller of [kenya, ghana]) await record(caller, 'Scabies', { times: 7 });
    const { alerts } = await alertsOf(await here.ministry('*'));
    expect(alerts.filter(({ week }) => week === thisWeek.name)).toMatchObject([{ country: 'KE' }]);
  });

  it('does not let a ministry ask for another country', async () => {
    const response = await (await here.ministry('KE')).get('health.alerts', { country: 'TZ' });
    expect(failure(response)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });

  it('says what is missing to a ministry whose account is tied to no country', async () => {
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
  ])('says what is wrong with %j', async (input, problem) => {
    const response = await (await here.ministry('KE')).get('health.alerts', input);
    expect(failure(response)).toStrictEqual(badRequest(problem));
  });

  it('asks a caller without a session to log in', async () => {
    expect(failure(await here.anyone.get('health.alerts', {}))).toStrictEqual(LOGIN_REQUIRED);
  });

  it.each(MAY_SEE)('lets a %s see', async (role) => {
    await alertsOf(await here.as(role, 'KE'));
  });

  it.each(ROLES.filter((role) => !MAY_SEE.includes(role)))('does not let a %s see', async (role) => {
    const caller = await here.as(role, 'KE');
    expect(failure(await caller.get('health.alerts', {}))).toStrictEqual(PERMISSION_REQUIRED);
  });
});
