import { type PlainCaller, badRequest, failure, payload } from '../support/plain-caller';
import { foreignCountry } from './failures';
import { StatisticsSuite } from './statistics-suite';

const NO_COUNTRY = badRequest('country: expected an ISO 3166-1 country code such as KE or KEN');

describe('health.medicationStats', () => {
  const here = new StatisticsSuite();

  beforeAll(async () => {
    await here.recordSales(
      'KE',
      ['Paracetamol', '2023-12-31T23:59:59.999Z', 10],
      ['Paracetamol', '2024-01-01T00:00:00Z', 3],
      ['  PARACÉTAMOL', '2024-12-31T23:59:59.999Z', 4],
      ['Amoxicillin', '2024-06-01', 8],
      ['Zinc', '2024-06-01', 7],
      ['Amoxicillin', '2025-01-01T00:00:00Z', 10],
    );
    await here.recordSales('TZ', ['Paracetamol', '2024-06-01', 100]);
  });

  const read = async (caller: PlainCaller, input: object) =>
    payload(await caller.get('health.medicationStats', input));

  const kenya = {
    success: true,
    data: [
      { name: 'Amoxicillin', unitsSold: 8 },
      { name: 'Paracetamol', unitsSold: 7 },
      { name: 'Zinc sulfate', unitsSold: 7 },
    ],
  };
  const everywhere = {
    success: true,
    data: [
      { name: 'Paracetamol', unitsSold: 107 },
      { name: 'Amoxicillin', unitsSold: 8 },
      { name: 'Zinc sulfate', unitsSold: 7 },
    ],
  };

  it('returns the units sold in a calendar year in UTC, best-selling first', async () => {
    const caller = await here.ministry('KE');
    const of2023 = [{ name: 'Paracetamol', unitsSold: 10 }];
    expect(await read(caller, { year: 2024 })).toStrictEqual(kenya);
    expect(await read(caller, { year: 2023 })).toStrictEqual({ success: true, data: of2023 });
    expect(await read(caller, { year: 2022 })).toStrictEqual({ success: true, data: [] });
  });

  it.each(['KE', 'ke', 'KEN', 'ken', 'Ken', ' KE '])(
    'accepts %j as the ministry’s country',
    async (country) => {
      expect(await read(await here.ministry('KE'), { year: 2024, country })).toStrictEqual(kenya);
    },
  );

  it.each([
    ['an administrator of all countries', 'admin', '*'],
    ['a ministry of all countries', 'ministry', '*'],
  ] as const)('shows %s all countries, or the requested one', async (_case, role, own) => {
    const caller = await here.as(role, own);
    expect(await read(caller, { year: 2024 })).toStrictEqual(everywhere);
    expect(await read(caller, { year: 2024, country: 'ken' })).toStrictEqual(kenya);
    expect(await read(caller, { year: 2024, country: 'GH' })).toStrictEqual({ success: true, data: [] });
  });

  it.each(['TZ', 'tza', 'GH'])(
    'returns 403 to a ministry and an administrator of Kenya for %s',
    async (country) => {
      for (const caller of [await here.ministry('KE'), await here.as('admin', 'KE')]) {
        const response = await caller.get('health.medicationStats', { year: 2024, country });
        expect(failure(response)).toStrictEqual(foreignCountry());
      }
    },
  );

  it.each([{ year: 2024 }, { year: 2024, country: 'KE' }])(
    'returns 403 with the missing claim to a ministry and an administrator without a country, for %j',
    async (input) => {
      for (const caller of [await here.ministry(null), await here.as('admin', null)]) {
        const response = await caller.get('health.medicationStats', input);
        expect(failure(response)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
        expect(failure(response).message).toMatch(/tied to no country .*portal.*OAUTH_COUNTRY_CLAIM/);
      }
    },
  );

  it.each(['', ' ', 'K', 'ZZ', 'XXX', 'KENY', 'Kenya', '404', '40', '*', 'ß', 'K\0', '\ud800'])(
    'refuses %j, which is not a country',
    async (country) => {
      const ministry = await here.ministry('*');
      const response = await ministry.get('health.medicationStats', { year: 2024, country });
      expect(failure(response)).toStrictEqual(NO_COUNTRY);
    },
  );

  it.each([
    [{}, 'year: required, expected number'],
    [{ year: 999 }, 'year: expected a year of four digits'],
    [{ year: 10_000 }, 'year: expected a year of four digits'],
    [{ year: '2024' }, 'year: expected a year as a whole number'],
    [{ year: 2024, country: 7 }, 'country: expected string, received number'],
    [{ year: 2024, country: null }, 'country: expected string, received null'],
    [
      { year: 0, country: 'Kenya' },
      'year: expected a year of four digits; country: expected an ISO 3166-1 country code such as KE or KEN',
    ],
  ])('refuses %j and describes the problem', async (input, problem) => {
    const response = await (await here.ministry('KE')).get('health.medicationStats', input);
    expect(failure(response)).toStrictEqual(badRequest(problem));
  });
});
