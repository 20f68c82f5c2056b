import { badRequest, failure } from '../support/plain-caller';
import { notFound } from './failures';
import { StatisticsSuite } from './statistics-suite';

const KENYANS_OF_2024 = 56_432_944;
const POPULATION_OF_KENYA = { people: KENYANS_OF_2024, year: 2024 };
const BREAKDOWN = 'health.countryBreakdown';

describe('health.countryBreakdown', () => {
  const here = new StatisticsSuite();

  beforeAll(async () => {
    await here.recordCases(
      'KE',
      ['Malaria', '2024-05-06'],
      ['Malaria', '2024-05-31'],
      ['Cholera', '2024-05-07'],
    );
    await here.recordCases('TZ', ['Malaria', '2024-05-06'], ['Plague of Tanga', '2024-05-06']);
    await here.recordCases(null, ['Malaria', '2024-05-06'], ['Malaria', '2024-06-01']);
    await here.recordSales('KE', ['Paracetamol', '2024-05-06', 10], ['Zinc sulfate', '2024-05-06', 3]);
    await here.recordSales('GH', ['acetaminophen', '2024-05-06', 25]);
  });

  it('counts all pathologies by country, most cases first, and unknown countries as ZZ', async () => {
    expect(await here.query(await here.ministry('*'), BREAKDOWN, { period: '2024-05' })).toMatchObject([
      { country: 'KE', count: 3 },
      { country: 'TZ', count: 2 },
      { country: 'ZZ', count: 1 },
    ]);
  });

  it('has the cases per 100,000 inhabitants, and the year of the population', async () => {
    expect(await here.query(await here.ministry('*'), BREAKDOWN, { period: '2024-05' })).toStrictEqual([
      { country: 'KE', count: 3, per100000: 300_000 / KENYANS_OF_2024, population: POPULATION_OF_KENYA },
      {
        country: 'TZ',
        count: 2,
        per100000: 200_000 / 68_560_157,
        population: { people: 68_560_157, year: 2024 },
      },
      { country: 'ZZ', count: 1, per100000: null, population: null },
    ]);
    await here.recordCases('KE', ['Malaria', '2014-12-31'], ['Malaria', '2026-01-31']);
    const read = async (period: string) => here.query(await here.ministry('KE'), BREAKDOWN, { period });
    expect(await read('2026-01')).toMatchObject([
      { per100000: 100_000 / KENYANS_OF_2024, population: { year: 2024 } },
    ]);
    expect(await read('2014-12')).toMatchObject([{ per100000: null, population: null }]);
    // The week begins in 2014 and belongs to 2015.
    expect(await read('2015-W01')).toMatchObject([
      { per100000: 100_000 / 47_088_526, population: { year: 2015 } },
    ]);
  });

  it('counts one pathology, by any of its names', async () => {
    const input = { period: '2024-05', pathology: 'Paludisme' };
    expect(await here.query(await here.ministry('*'), BREAKDOWN, input)).toMatchObject([
      { country: 'KE', count: 2 },
      { country: 'TZ', count: 1 },
      { country: 'ZZ', count: 1 },
    ]);
    expect(await here.query(await here.ministry('TZ'), BREAKDOWN, input)).toMatchObject([
      { country: 'TZ', count: 1 },
    ]);
  });

  it('counts the units of one medication, by any of its names', async () => {
    const input = { period: '2024-05', medication: 'PARACÉTAMOL' };
    expect(await here.query(await here.ministry('*'), BREAKDOWN, input)).toMatchObject([
      { country: 'GH', count: 25 },
      { country: 'KE', count: 10 },
    ]);
  });

  it('returns 404 for a name that only another country uses', async () => {
    const input = { period: '2024-05', pathology: 'Plague of Tanga' };
    expect(await here.query(await here.ministry('TZ'), BREAKDOWN, input)).toMatchObject([
      { country: 'TZ', count: 1 },
    ]);
    expect(failure(await (await here.ministry('KE')).get(BREAKDOWN, input))).toStrictEqual(
      notFound('pathology: no pathology is called "Plague of Tanga"'),
    );
  });

  it('returns 404 for an unknown medication', async () => {
    const input = { period: '2024-05', medication: 'Elixir of life' };
    expect(failure(await (await here.ministry('KE')).get(BREAKDOWN, input))).toStrictEqual(
      notFound('medication: no medication is called "Elixir of life"'),
    );
  });

  it('refuses a pathology and a medication together', async () => {
    const input = { period: '2024-05', pathology: 'Malaria', medication: 'Paracetamol' };
    expect(failure(await (await here.ministry('*')).get(BREAKDOWN, input))).toStrictEqual(
      badRequest('medication: must not be given together with pathology'),
    );
  });
});
