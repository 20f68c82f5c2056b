import { type CountryCode, parseCountry } from '../../src/shared/country';
import { type Role, ROLES } from '../../src/platform/access/role';
import { MedicationSalesService } from '../../src/modules/health/medications/medication-sales.service';
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
const NO_COUNTRY = badRequest('country: expected an ISO 3166-1 country code such as KE or KEN');

function toCountryCode(text: string): CountryCode {
  const country = parseCountry(text);
  if (!country) throw new Error(`${text} names no country`);
  return country;
}

describe('health.medicationStats', () => {
  let platform: Platform;
  let anyone: PlainCaller;

  beforeAll(async () => {
    platform = await startPlatform();
    anyone = new PlainCaller(await platform.listen());
    const sales = [
      ['KE', 'Paracetamol', 10, '2023-12-31T23:59:59.999Z'],
      ['KE', 'Paracetamol', 3, '2024-01-01T00:00:00Z'],
      ['KE', '  PARACÉTAMOL', 4, '2024-12-31T23:59:59.999Z'],
      ['KE', 'Amoxicillin', 8, '2024-06-01T00:00:00Z'],
      ['KE', 'Zinc', 7, '2024-06-01T00:00:00Z'],
      ['KE', 'Amoxicillin', 10, '2025-01-01T00:00:00Z'],
      ['TZ', 'Paracetamol', 100, '2024-06-01T00:00:00Z'],
    ] as const;
    await platform.app.get(MedicationSalesService).record(
      sales.map(([country, medicationName, units, soldAt]) => ({
        country: toCountryCode(country),
        medicationName,
        units,
        soldAt: new Date(soldAt),
      })),
    );
  });

  afterAll(async () => {
    await platform.close();
  });

  async function ministry(country: string | null): Promise<PlainCaller> {
    return anyone.as(await platform.session({ role: 'ministry', country }));
  }

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
    const caller = await ministry('KE');
    expect(payload(await caller.get('health.medicationStats', { year: 2024 }))).toStrictEqual(kenya);
    expect(payload(await caller.get('health.medicationStats', { year: 2023 }))).toStrictEqual({
      success: true,
      data: [{ name: 'Paracetamol', unitsSold: 10 }],
    });
    expect(payload(await caller.get('health.medicationStats', { year: 2022 }))).toStrictEqual({
      success: true,
      data: [],
    });
  });

  it.each(['KE', 'ke', 'KEN', 'ken', 'Ken', ' KE '])(
    'accepts %j as the ministry’s country',
    async (country) => {
      const response = await (await ministry('KE')).get('health.medicationStats', { year: 2024, country });
      expect(payload(response)).toStrictEqual(kenya);
    },
  );

  it.each([
    ['an administrator', { role: 'admin', country: null }],
    ['an administrator of one country', { role: 'admin', country: 'TZ' }],
    ['a ministry of all countries', { role: 'ministry', country: '*' }],
  ] as const)('shows %s all countries, or the requested one', async (_case, account) => {
    const caller = anyone.as(await platform.session(account));
    expect(payload(await caller.get('health.medicationStats', { year: 2024 }))).toStrictEqual(everywhere);
    const kenyan = await caller.get('health.medicationStats', { year: 2024, country: 'ken' });
    expect(payload(kenyan)).toStrictEqual(kenya);
    const none = await caller.get('health.medicationStats', { year: 2024, country: 'GH' });
    expect(payload(none)).toStrictEqual({ success: true, data: [] });
  });

  it.each(['TZ', 'tza', 'GH'])('returns 403 to a ministry of Kenya for %s', async (country) => {
    const response = await (await ministry('KE')).get('health.medicationStats', { year: 2024, country });
    expect(failure(response)).toStrictEqual({
      status: 403,
      code: 'FORBIDDEN',
      message: 'country: your account is tied to KE; leave it out or send KE (10002)',
    });
  });

  it.each([{ year: 2024 }, { year: 2024, country: 'KE' }])(
    'returns 403 with the missing claim to a ministry without a country, for %j',
    async (input) => {
      const response = await (await ministry(null)).get('health.medicationStats', input);
      expect(failure(response)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      expect(failure(response).message).toMatch(/tied to no country .*portal.*OAUTH_COUNTRY_CLAIM/);
    },
  );

  it.each(['', ' ', 'K', 'ZZ', 'XXX', 'KENY', 'Kenya', '404', '40', '*', 'ß', 'K\0', '\ud800'])(
    'refuses %j, which is not a country',
    async (country) => {
      const response = await (await ministry('*')).get('health.medicationStats', { year: 2024, country });
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
    const response = await (await ministry('KE')).get('health.medicationStats', input);
    expect(failure(response)).toStrictEqual(badRequest(problem));
  });

  it('returns 401 without a session, before it checks the input', async () => {
    expect(failure(await anyone.get('health.medicationStats', {}))).toStrictEqual(LOGIN_REQUIRED);
  });

  it.each(MAY_READ)('is allowed to a %s', async (role) => {
    const caller = anyone.as(await platform.session({ role, country: 'KE' }));
    payload(await caller.get('health.medicationStats', { year: 2024 }));
  });

  it.each(ROLES.filter((role) => !MAY_READ.includes(role)))('is denied to a %s', async (role) => {
    const caller = anyone.as(await platform.session({ role, country: 'KE' }));
    const response = await caller.get('health.medicationStats', { year: 2024 });
    expect(failure(response)).toStrictEqual(PERMISSION_REQUIRED);
  });
});
