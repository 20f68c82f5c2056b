import { addDays, dayOf, daysIn, periodOf, previousPeriod } from '../../src/shared/period';
import { StatisticsSuite } from './statistics-suite';

const KENYANS = 56_432_944;
const COMPARISON = 'health.pathologyComparison';

describe('health.pathologyComparison', () => {
  const here = new StatisticsSuite();

  beforeAll(async () => {
    await here.recordCases(
      'KE',
      ['Malaria', '2024-05-06'],
      ['Malaria', '2024-05-31'],
      ['Malaria', '2024-04-30'],
      ['Malaria', '2023-05-01'],
      ['Cholera', '2023-05-02'],
      ['Cholera', '2023-05-03'],
      ['Fever of Kisumu', '2024-05-07'],
    );
    await here.recordCases('TZ', ['Malaria', '2023-05-06'], ['fever of kisumu', '2023-05-06']);
  });

  const read = async (country: string, period: string) =>
    here.query(await here.ministry(country), COMPARISON, { period });

  const nothing = {
    count: 0,
    compared: 0,
    previous: 0,
    yearBefore: 0,
    changeOnPrevious: null,
    changeOnYearBefore: null,
    per100000: 0,
  };

  it('compares each pathology and their total, also those with earlier cases only', async () => {
    expect(await read('KE', '2024-05')).toStrictEqual({
      period: '2024-05',
      until: '2024-05-31',
      comparedUntil: '2024-05-31',
      complete: true,
      total: {
        count: 3,
        compared: 3,
        previous: 1,
        yearBefore: 3,
        changeOnPrevious: 2,
        changeOnYearBefore: 0,
        per100000: 300_000 / KENYANS,
      },
      population: { people: KENYANS, year: 2024 },
      pathologies: [
        {
          name: 'Malaria',
          icd10: 'B54',
          count: 2,
          compared: 2,
          previous: 1,
          yearBefore: 1,
          changeOnPrevious: 1,
          changeOnYearBefore: 1,
          per100000: 200_000 / KENYANS,
        },
        {
          name: 'Fever of Kisumu',
          icd10: null,
          ...nothing,
          count: 1,
          compared: 1,
          per100000: 100_000 / KENYANS,
        },
        { name: 'Cholera', icd10: 'A00.9', ...nothing, yearBefore: 2, changeOnYearBefore: -1 },
      ],
    });
  });

  it('adds up the names of all countries, and shows a country only its own', async () => {
    expect(await read('*', '2024-05')).toMatchObject({
      total: { count: 3, yearBefore: 5, per100000: null },
      population: null,
      pathologies: [{ yearBefore: 2 }, { count: 1, yearBefore: 1, changeOnYearBefore: 0 }, {}],
    });
    expect(await read('GH', '2024-05')).toMatchObject({ total: nothing, pathologies: [] });
  });

  it('compares the complete days of the current year with as many days of the year before', async () => {
    const today = dayOf(new Date());
    const year = periodOf('year', today);
    const before = previousPeriod(year);
    const days = daysIn({ from: year.from, before: today });
    await here.recordCases(
      'RW',
      ['Malaria', today],
      ['Malaria', year.from],
      ['Malaria', before.from],
      // The same day of that year as today, which is not complete.
      ['Cholera', addDays(before.from, days)],
    );
    const compared = days === 0 ? 0 : 1;
    expect(await read('RW', year.name)).toMatchObject({
      until: today,
      comparedUntil: days === 0 ? null : addDays(today, -1),
      complete: false,
      total: { count: 2, compared, previous: compared },
      pathologies: [{ name: 'Malaria', count: 2, compared, yearBefore: compared }],
    });
  });
});
