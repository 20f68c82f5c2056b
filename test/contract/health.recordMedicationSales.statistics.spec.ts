import { type Platform, startPlatform } from '../support/platform';
import { PlainCaller, failure, payload } from '../support/plain-caller';

const MARCH = { period: '2024-03' };

describe('the statistics of medication sales', () => {
  let platform: Platform;
  let kenya: PlainCaller;
  let everywhere: PlainCaller;

  beforeAll(async () => {
    platform = await startPlatform();
    const anyone = new PlainCaller(await platform.listen());
    const admin = anyone.as(await platform.session({ role: 'admin', country: null }));
    kenya = anyone.as(await platform.session({ role: 'ministry', country: 'KE' }));
    everywhere = anyone.as(await platform.session({ role: 'ministry', country: '*' }));
    const sales = [
      { country: 'KE', medicationName: 'Paracetamol', soldAt: '2024-02-29T23:59:59.999Z', units: 1 },
      { country: 'KE', medicationName: 'Acetaminophen', soldAt: '2024-03-01T00:00:00Z', units: 10 },
      {
        country: 'KE',
        medicationName: 'Hedex',
        atcCode: 'N02BE01',
        soldAt: '2024-03-31T23:59:59Z',
        units: 20,
      },
      { country: 'KE', medicationName: 'Dawa ya homa', soldAt: '2024-03-05T10:00:00Z', units: 5 },
      { country: 'SN', medicationName: 'SRO', soldAt: '2024-03-05T10:00:00Z', units: 40 },
      { country: 'TZ', medicationName: 'Paracetamol', soldAt: '2024-03-05T10:00:00Z', units: 100 },
      {
        country: 'TZ',
        medicationName: 'DAWA YA HOMA',
        atcCode: 'N02BE51',
        soldAt: '2024-03-05T10:00:00Z',
        units: 7,
      },
      { country: 'TZ', medicationName: 'Siri ya Juma', soldAt: '2023-03-05T10:00:00Z', units: 3 },
    ];
    payload(await admin.post('health.recordMedicationSales', { sales }));
  });

  afterAll(async () => {
    await platform.close();
  });

  const read = async (caller: PlainCaller, query: string, input?: object) =>
    payload(await caller.get(`health.${query}`, input));

  it('sum units by medication, with its first code', async () => {
    expect(await read(kenya, 'medications', MARCH)).toEqual({
      success: true,
      data: [
        { name: 'Paracetamol', atcCode: 'N02BE01', unitsSold: 30 },
        { name: 'Dawa ya homa', atcCode: null, unitsSold: 5 },
      ],
    });
  });

  it('sum medications of the same name only if all countries are requested', async () => {
    expect(await read(everywhere, 'medications', MARCH)).toEqual({
      success: true,
      data: [
        { name: 'Paracetamol', atcCode: 'N02BE01', unitsSold: 130 },
        { name: 'Oral rehydration salts', atcCode: 'A07CA', unitsSold: 40 },
        { name: 'Dawa ya homa', atcCode: 'N02BE51', unitsSold: 12 },
      ],
    });
  });

  it('do not show a country the names of another', async () => {
    expect(JSON.stringify(await read(kenya, 'medications', { period: '2023' }))).not.toContain('Siri');
    const response = await kenya.get('health.countryBreakdown', {
      period: '2023',
      medication: 'Siri ya Juma',
    });
    expect(failure(response)).toStrictEqual({
      status: 404,
      code: 'NOT_FOUND',
      message: 'medication: no medication is called "Siri ya Juma"',
    });
  });

  it.each([
    [
      'Paracetamol',
      [
        { country: 'TZ', count: 100 },
        { country: 'KE', count: 30 },
      ],
    ],
    [
      'paracétamol',
      [
        { country: 'TZ', count: 100 },
        { country: 'KE', count: 30 },
      ],
    ],
    [
      'dawa  ya homa',
      [
        { country: 'TZ', count: 7 },
        { country: 'KE', count: 5 },
      ],
    ],
    ['Oral rehydration salts', [{ country: 'SN', count: 40 }]],
    ['Quinine', []],
  ])('sum units by country for %s', async (medication, data) => {
    expect(await read(everywhere, 'countryBreakdown', { ...MARCH, medication })).toEqual({
      success: true,
      data,
    });
  });

  it('sum units of a ministry’s own country only', async () => {
    expect(await read(kenya, 'countryBreakdown', { ...MARCH, medication: 'ACETAMINOPHEN' })).toEqual({
      success: true,
      data: [{ country: 'KE', count: 30 }],
    });
  });

  it('sum units by period, and compare periods', async () => {
    expect(await read(everywhere, 'summary', MARCH)).toMatchObject({
      data: { unitsSold: { count: 182, previous: 1, yearBefore: 3 } },
    });
    expect(await read(kenya, 'summary', MARCH)).toMatchObject({
      data: { unitsSold: { count: 35, previous: 1, yearBefore: 0 } },
    });
  });

  it('list the countries of sales', async () => {
    expect(await read(everywhere, 'countries')).toEqual({
      success: true,
      data: { all: true, countries: ['KE', 'SN', 'TZ'] },
    });
  });
});
