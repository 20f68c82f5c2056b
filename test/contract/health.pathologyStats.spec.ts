import { type PlainCaller, badRequest, failure, payload } from '../support/plain-caller';
import { StatisticsSuite } from './statistics-suite';

describe('health.pathologyStats', () => {
  const here = new StatisticsSuite();

  beforeEach(async () => {
    await here.database.query('TRUNCATE pathology_daily_count');
  });

  const read = async (caller: PlainCaller, input: object = { year: 2024 }) =>
    payload(await caller.get('health.pathologyStats', input));

  it('returns a bare array of name and count, most cases first, then by name', async () => {
    const names = ['Measles', 'Cholera', 'Malaria', 'paludisme'];
    await here.recordCases('KE', ...names.map((name) => [name, '2024-05-06'] as const));
    expect(await read(await here.ministry('KE'), { year: 2024, month: 5 })).toStrictEqual([
      { name: 'Malaria', count: 2 },
      { name: 'Cholera', count: 1 },
      { name: 'Measles', count: 1 },
    ]);
  });

  it('counts a consultation in the month of its date in UTC, and in the year', async () => {
    await here.recordCases(
      'KE',
      ['Malaria', '2023-12-31T23:59:59.999Z'],
      ['Malaria', '2024-01-01T00:00:00Z'],
      ['Malaria', '2024-02-29T23:59:59.999Z'],
      ['Malaria', '2024-03-01T00:00:00Z'],
      ['Malaria', '2024-12-31T23:59:59.999Z'],
      ['Malaria', '2025-01-01T00:00:00Z'],
    );
    const caller = await here.ministry('KE');
    const oneCase = [{ name: 'Malaria', count: 1 }];
    for (const month of [1, 2, 3, 12]) expect(await read(caller, { year: 2024, month })).toEqual(oneCase);
    for (const month of [4, 11]) expect(await read(caller, { year: 2024, month })).toEqual([]);
    expect(await read(caller, { year: 2024 })).toEqual([{ name: 'Malaria', count: 4 }]);
    expect(await read(caller, { year: 2023 })).toEqual(oneCase);
    expect(await read(caller, { year: 2025, month: 1 })).toEqual(oneCase);
  });

  it('reads the daily counts, not the consultations', async () => {
    await here.recordCases('KE', ['Malaria', '2024-05-06T00:00:00Z']);
    await here.database.query(
      'ALTER TABLE consultation DISABLE TRIGGER consultation_is_kept; TRUNCATE consultation; ALTER TABLE consultation ENABLE TRIGGER consultation_is_kept',
    );
    expect(await read(await here.ministry('KE'))).toEqual([{ name: 'Malaria', count: 1 }]);
  });

  it('shows ministries and administrators their own country, and those of `*` all countries', async () => {
    const date = '2024-05-06';
    await here.recordCases('KE', ['Malaria', date], ['Malaria', date]);
    await here.recordCases('TZ', ['Malaria', date], ['Cholera', date]);
    await here.recordCases(null, ['Measles', date]);
    const all = [
      { name: 'Malaria', count: 3 },
      { name: 'Cholera', count: 1 },
      { name: 'Measles', count: 1 },
    ];
    expect(await read(await here.ministry('KE'))).toEqual([{ name: 'Malaria', count: 2 }]);
    expect(await read(await here.ministry('TZ'))).toEqual([
      { name: 'Cholera', count: 1 },
      { name: 'Malaria', count: 1 },
    ]);
    expect(await read(await here.ministry('GH'))).toEqual([]);
    expect(await read(await here.ministry('*'))).toEqual(all);
    expect(await read(await here.as('admin', 'KE'))).toEqual([{ name: 'Malaria', count: 2 }]);
    expect(await read(await here.as('admin', '*'))).toEqual(all);
  });

  it('does not show a country the names and spellings of another', async () => {
    const date = '2024-05-06';
    await here.recordCases('KE', ['Patient Wanjiku’s fever', date], ['Lake Fever', date]);
    await here.recordCases('TZ', ['lake fever', date]);
    expect(await read(await here.ministry('TZ'))).toEqual([{ name: 'lake fever', count: 1 }]);
    expect(await read(await here.ministry('KE'))).toEqual([
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
      await here.recordCases('TZ', [first, '2024-05-06']);
      await here.recordCases('KE', [second, '2024-05-06']);
      expect(await read(await here.ministry('*'))).toEqual([{ name: first, count: 2 }]);
    },
  );

  it('returns 403 with the missing claim to a ministry without a country', async () => {
    const response = await (await here.ministry(null)).get('health.pathologyStats', { year: 2024 });
    expect(failure(response)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(failure(response).message).toMatch(/tied to no country .*portal.*OAUTH_COUNTRY_CLAIM/);
  });

  it.each([1000, 1899, 9999])('returns an empty array for the year %i', async (year) => {
    const caller = await here.ministry('KE');
    expect(await read(caller, { year })).toEqual([]);
    for (const month of [1, 12]) expect(await read(caller, { year, month })).toEqual([]);
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
    const response = await (await here.ministry('KE')).get('health.pathologyStats', input);
    expect(failure(response)).toStrictEqual(badRequest(problem));
  });
});
