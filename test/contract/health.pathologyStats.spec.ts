import { type Role, ROLES } from '../../src/platform/access/role';
import { type Platform, startPlatform } from '../support/platform';
import {
  LOGIN_REQUIRED,
  PERMISSION_REQUIRED,
  PlainCaller,
  badRequest,
  failure,
  payload,
} from '../support/plain-caller';

const MAY_READ: readonly Role[] = ['ministry', 'admin'];

describe('health.pathologyStats', () => {
  let platform: Platform;
  let anyone: PlainCaller;

  beforeAll(async () => {
    platform = await startPlatform();
    anyone = new PlainCaller(await platform.listen());
  });

  afterAll(async () => {
    await platform.close();
  });

  beforeEach(async () => {
    await platform.database.query('TRUNCATE pathology_daily_count');
  });

  async function record(
    country: string | null,
    ...cases: readonly [name: string, date: string][]
  ): Promise<void> {
    const caller = anyone.as(await platform.session({ role: 'doctor', country }));
    for (const [pathologyName, consultationDate] of cases) {
      payload(await caller.post('consultations.record', { patientId: 'P', pathologyName, consultationDate }));
    }
  }

  async function ministry(country: string | null): Promise<PlainCaller> {
    return anyone.as(await platform.session({ role: 'ministry', country }));
  }

  it('returns a bare array of name and count, most cases first, then by name', async () => {
    const date = '2024-05-06T00:00:00Z';
    await record('KE', ['Measles', date], ['Cholera', date], ['Malaria', date], ['paludisme', date]);
    const stats = payload(
      await (await ministry('KE')).get('health.pathologyStats', { year: 2024, month: 5 }),
    );
    expect(stats).toStrictEqual([
      { name: 'Malaria', count: 2 },
      { name: 'Cholera', count: 1 },
      { name: 'Measles', count: 1 },
    ]);
  });

  it('counts a consultation in the month of its date in UTC, and in the year', async () => {
    await record(
      'KE',
      ['Malaria', '2023-12-31T23:59:59.999Z'],
      ['Malaria', '2024-01-01T00:00:00Z'],
      ['Malaria', '2024-02-29T23:59:59.999Z'],
      ['Malaria', '2024-03-01T00:00:00Z'],
      ['Malaria', '2024-12-31T23:59:59.999Z'],
      ['Malaria', '2025-01-01T00:00:00Z'],
    );
    const caller = await ministry('KE');
    const count = async (period: object): Promise<unknown> =>
      payload(await caller.get('health.pathologyStats', period));
    const oneCase = [{ name: 'Malaria', count: 1 }];
    for (const month of [1, 2, 3, 12]) expect(await count({ year: 2024, month })).toEqual(oneCase);
    for (const month of [4, 11]) expect(await count({ year: 2024, month })).toEqual([]);
    expect(await count({ year: 2024 })).toEqual([{ name: 'Malaria', count: 4 }]);
    expect(await count({ year: 2023 })).toEqual(oneCase);
    expect(await count({ year: 2025, month: 1 })).toEqual(oneCase);
  });

  it('reads the daily counts, not the consultations', async () => {
    await record('KE', ['Malaria', '2024-05-06T00:00:00Z']);
    await platform.database.query(
      'ALTER TABLE consultation DISABLE TRIGGER consultation_is_kept; TRUNCATE consultation; ALTER TABLE consultation ENABLE TRIGGER consultation_is_kept',
    );
    const stats = payload(await (await ministry('KE')).get('health.pathologyStats', { year: 2024 }));
    expect(stats).toEqual([{ name: 'Malaria', count: 1 }]);
  });

  it('shows a ministry its own country, and administrators and ministries of `*` all countries', async () => {
    const date = '2024-05-06T00:00:00Z';
    await record('KE', ['Malaria', date], ['Malaria', date]);
    await record('TZ', ['Malaria', date], ['Cholera', date]);
    await record(null, ['Measles', date]);
    const statsOf = async (caller: PlainCaller): Promise<unknown> =>
      payload(await caller.get('health.pathologyStats', { year: 2024 }));
    const all = [
      { name: 'Malaria', count: 3 },
      { name: 'Cholera', count: 1 },
      { name: 'Measles', count: 1 },
    ];
    expect(await statsOf(await ministry('KE'))).toEqual([{ name: 'Malaria', count: 2 }]);
    expect(await statsOf(await ministry('TZ'))).toEqual([
      { name: 'Cholera', count: 1 },
      { name: 'Malaria', count: 1 },
    ]);
    expect(await statsOf(await ministry('GH'))).toEqual([]);
    expect(await statsOf(await ministry('*'))).toEqual(all);
    for (const country of [null, 'KE']) {
      expect(await statsOf(anyone.as(await platform.session({ role: 'admin', country })))).toEqual(all);
    }
  });

  it('does not show a country the names and spellings of another', async () => {
    const date = '2024-05-06T00:00:00Z';
    await record('KE', ['Patient Wanjiku’s fever', date], ['Lake Fever', date]);
    await record('TZ', ['lake fever', date]);
    const statsOf = async (country: string): Promise<unknown> =>
      payload(await (await ministry(country)).get('health.pathologyStats', { year: 2024 }));
    expect(await statsOf('TZ')).toEqual([{ name: 'lake fever', count: 1 }]);
    expect(await statsOf('KE')).toEqual([
      { name: 'Lake Fever', count: 1 },
      { name: 'Patient Wanjiku’s fever', count: 1 },
    ]);
  });

  it.each([
    ['River Fever', 'river fever'],
    ['swamp fever', 'Swamp Fever'],
  ])(
    'sums the same name of several countries, with the spelling written first: %s before %s',
    async (first, second) => {
      const date = '2024-05-06T00:00:00Z';
      await record('TZ', [first, date]);
      await record('KE', [second, date]);
      const stats = payload(await (await ministry('*')).get('health.pathologyStats', { year: 2024 }));
      expect(stats).toEqual([{ name: first, count: 2 }]);
    },
  );

  it('returns 403 with the missing claim to a ministry without a country', async () => {
    const response = await (await ministry(null)).get('health.pathologyStats', { year: 2024 });
    expect(failure(response)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(failure(response).message).toMatch(/tied to no country .*portal.*OAUTH_COUNTRY_CLAIM/);
  });

  it.each([1000, 1899, 9999])('returns an empty array for the year %i', async (year) => {
    const caller = await ministry('KE');
    expect(payload(await caller.get('health.pathologyStats', { year }))).toEqual([]);
    expect(payload(await caller.get('health.pathologyStats', { year, month: 12 }))).toEqual([]);
  });

  it.each([
    [{}, 'year: required, expected number'],
    [{ month: 3 }, 'year: required, expected number'],
    [{ year: 999 }, 'year: expected a year of four digits'],
    [{ year: 10_000 }, 'year: expected a year of four digits'],
    [{ year: -2024 }, 'year: expected a year of four digits'],
    [{ year: 2024.5 }, 'year: expected a year as a whole number'],
    [{ year: '2024' }, 'year: expected a year as a whole number'],
    [{ year: null }, 'year: expected a year as a whole number'],
    [{ year: 1e300 }, 'year: expected a year as a whole number; year: expected a year of four digits'],
    [{ year: 2024, month: 0 }, 'month: expected a month from 1 to 12'],
    [{ year: 2024, month: 13 }, 'month: expected a month from 1 to 12'],
    [{ year: 2024, month: -1 }, 'month: expected a month from 1 to 12'],
    [{ year: 2024, month: 1.5 }, 'month: expected a month as a whole number from 1 to 12'],
    [{ year: 2024, month: '3' }, 'month: expected a month as a whole number from 1 to 12'],
    [{ year: 2024, month: null }, 'month: expected a month as a whole number from 1 to 12'],
    [{ year: 1, month: 13 }, 'year: expected a year of four digits; month: expected a month from 1 to 12'],
  ])('refuses %j and describes the problem', async (input, problem) => {
    const response = await (await ministry('KE')).get('health.pathologyStats', input);
    expect(failure(response)).toStrictEqual(badRequest(problem));
  });

  it('returns 401 without a session, before it checks the input', async () => {
    expect(failure(await anyone.get('health.pathologyStats', {}))).toStrictEqual(LOGIN_REQUIRED);
  });

  it.each(MAY_READ)('is allowed to a %s', async (role) => {
    const caller = anyone.as(await platform.session({ role, country: 'KE' }));
    payload(await caller.get('health.pathologyStats', { year: 2024 }));
  });

  it.each(ROLES.filter((role) => !MAY_READ.includes(role)))('is denied to a %s', async (role) => {
    const caller = anyone.as(await platform.session({ role, country: 'KE' }));
    const response = await caller.get('health.pathologyStats', { year: 2024 });
    expect(failure(response)).toStrictEqual(PERMISSION_REQUIRED);
  });
});
