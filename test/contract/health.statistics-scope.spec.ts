import { badRequest, failure, payload } from '../support/plain-caller';
import { foreignCountry } from './failures';
import { StatisticsSuite } from './statistics-suite';

/** The queries by period and country, each with a valid input. */
const QUERIES = [
  ['health.pathologies', { period: '2024-05' }],
  ['health.pathologyComparison', { period: '2024-05' }],
  ['health.medications', { period: '2024-05' }],
  ['health.pathologyTrend', { pathologies: ['Malaria'], from: '2024-05', to: '2024-06' }],
  ['health.searchPathologies', { search: 'malar', limit: 1 }],
  ['health.countryBreakdown', { period: '2024-05' }],
  ['health.reporting', { period: '2024-05' }],
  ['health.summary', { period: '2024-05' }],
] as const;

const BY_PERIOD = QUERIES.filter(([, input]) => 'period' in input);

describe('statistics by period and country', () => {
  const here = new StatisticsSuite();

  beforeAll(async () => {
    await here.recordCases(
      'KE',
      ['Malaria', '2024-05-06'],
      ['Malaria', '2024-06-06'],
      ['Cholera', '2024-05-07'],
    );
    await here.recordCases('TZ', ['Malaria', '2024-05-06'], ['Malaria', '2024-05-06']);
    await here.recordCases(null, ['Malaria', '2024-05-06']);
    await here.recordSales('KE', ['Paracetamol', '2024-05-06', 10]);
    await here.recordSales('GH', ['Paracetamol', '2024-05-06', 5], ['Amoxicillin', '2024-05-06', 7]);
  });

  describe.each(QUERIES)('%s', (procedure, input) => {
    it('shows a ministry only its own country, requested or not', async () => {
      const kenya = await here.ministry('KE');
      const everywhere = await here.ministry('*');
      const requested = await here.query(kenya, procedure, { ...input, country: 'ken' });
      expect(await here.query(kenya, procedure, input)).toStrictEqual(requested);
      expect(await here.query(everywhere, procedure, { ...input, country: 'KE' })).toStrictEqual(requested);
      expect(await here.query(everywhere, procedure, input)).not.toStrictEqual(requested);
    });

    it('returns 403 to a ministry for another country', async () => {
      const response = await (await here.ministry('KE')).get(procedure, { ...input, country: 'TZ' });
      expect(failure(response)).toStrictEqual(foreignCountry());
    });

    it('returns 403 with the missing claim to a ministry without a country', async () => {
      const response = await (await here.ministry(null)).get(procedure, input);
      expect(failure(response)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      expect(failure(response).message).toMatch(/tied to no country .*OAUTH_COUNTRY_CLAIM/);
    });

    it('accepts ZZ, the unknown country, from accounts of all countries only', async () => {
      const allowed = await (await here.ministry('*')).get(procedure, { ...input, country: 'zz' });
      expect(allowed.status).toBe(200);
      const denied = await (await here.ministry('KE')).get(procedure, { ...input, country: 'ZZ' });
      expect(failure(denied).status).toBe(403);
    });

    it('refuses text that is not a country', async () => {
      const response = await (await here.ministry('*')).get(procedure, { ...input, country: 'Kenya' });
      expect(failure(response)).toStrictEqual(
        badRequest('country: expected an ISO 3166-1 country code such as KE or KEN'),
      );
    });
  });

  it.each(BY_PERIOD)(
    '%s accepts a year, a quarter, a month and a week, and no other period',
    async (procedure, input) => {
      const ministry = await here.ministry('*');
      for (const period of ['2024', '2024-Q2', '2024-05', '2024-W19']) {
        expect((await ministry.get(procedure, { ...input, period })).status).toBe(200);
      }
      for (const period of ['2024-13', '2024-W54', '202405', '', 'May 2024']) {
        expect(failure(await ministry.get(procedure, { ...input, period }))).toStrictEqual(
          badRequest(
            'period: expected a year, a quarter, a month or an ISO week, such as 2026, 2026-Q1, 2026-03 or 2026-W11',
          ),
        );
      }
    },
  );

  it('lists pathologies and medications with their codes, most first', async () => {
    const kenya = await here.ministry('KE');
    expect(await here.query(kenya, 'health.pathologies', { period: '2024' })).toStrictEqual([
      { name: 'Malaria', icd10: 'B54', count: 2 },
      { name: 'Cholera', icd10: 'A00.9', count: 1 },
    ]);
    const everywhere = await here.ministry('*');
    expect(await here.query(everywhere, 'health.medications', { period: '2024-Q2' })).toStrictEqual([
      { name: 'Paracetamol', atcCode: 'N02BE01', unitsSold: 15 },
      { name: 'Amoxicillin', atcCode: 'J01CA04', unitsSold: 7 },
    ]);
  });

  it('lists the countries that have cases or sales and that the account may see', async () => {
    const listCountries = async (country: string | null, role: 'ministry' | 'admin' = 'ministry') =>
      payload(await (await here.as(role, country)).get('health.countries'));
    const all = { success: true, data: { all: true, countries: ['GH', 'KE', 'TZ', 'ZZ'] } };
    expect(await listCountries('*')).toStrictEqual(all);
    expect(await listCountries('*', 'admin')).toStrictEqual(all);
    const own = { success: true, data: { all: false, countries: ['KE'] } };
    expect(await listCountries('KE')).toStrictEqual(own);
    expect(await listCountries('KE', 'admin')).toStrictEqual(own);
    for (const role of ['ministry', 'admin'] as const) {
      const denied = await (await here.as(role, null)).get('health.countries');
      expect(failure(denied).status).toBe(403);
    }
  });
});
