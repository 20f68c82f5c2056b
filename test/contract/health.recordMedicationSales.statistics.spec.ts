import { type PlainCaller, failure, payload } from '../support/plain-caller';
import { notFound } from './failures';
import { ListeningSuite } from '../support/listening-suite';

const MARCH = { period: '2024-03' };

describe('the statistics of medication sales', () => {
  const here = new ListeningSuite();
  let kenya: PlainCaller;
  let everywhere: PlainCaller;

  beforeAll(async () => {
    const admin = await here.as('admin', '*');
    kenya = await here.ministry('KE');
    everywhere = await here.ministry('*');
    const sales = [
      ['KE', 'Paracetamol', undefined, '2024-02-29T23:59:59.999Z', 1],
      ['KE', 'Acetaminophen', undefined, '2024-03-01T00:00:00Z', 10],
      ['KE', 'Hedex', 'N02BE01', '2024-03-31T23:59:59Z', 20],
      ['KE', 'Dawa ya homa', undefined, '2024-03-05T10:00:00Z', 5],
      ['SN', 'SRO', undefined, '2024-03-05T10:00:00Z', 40],
      ['TZ', 'Paracetamol', undefined, '2024-03-05T10:00:00Z', 100],
      ['TZ', 'DAWA YA HOMA', 'N02BE51', '2024-03-05T10:00:00Z', 7],
      ['TZ', 'Siri ya Juma', undefined, '2023-03-05T10:00:00Z', 3],
    ].map(([country, medicationName, atcCode, soldAt, units]) => {
      return { country, medicationName, atcCode, soldAt, units };
    });
    payload(await admin.post('health.recordMedicationSales', { sales }));
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
    const input = { period: '2023', medication: 'Siri ya Juma' };
    expect(failure(await kenya.get('health.countryBreakdown', input))).toStrictEqual(
      notFound('medication: no medication is called "Siri ya Juma"'),
    );
  });

  it.each([
    ['Paracetamol', { TZ: 100, KE: 30 }],
    ['paracétamol', { TZ: 100, KE: 30 }],
    ['dawa  ya homa', { TZ: 7, KE: 5 }],
    ['Oral rehydration salts', { SN: 40 }],
    ['Quinine', {}],
  ])('sum units by country for %s', async (medication, units) => {
    expect(await read(everywhere, 'countryBreakdown', { ...MARCH, medication })).toMatchObject({
      success: true,
      data: Object.entries(units).map(([country, count]) => ({ country, count })),
    });
  });

  it('sum units of a ministry’s own country only', async () => {
    expect(await read(kenya, 'countryBreakdown', { ...MARCH, medication: 'ACETAMINOPHEN' })).toMatchObject({
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
