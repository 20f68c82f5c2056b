import { addDays, dayOf, daysIn, periodOf, previousPeriod } from '../../src/shared/period';
import { badRequest, failure } from '../support/plain-caller';
import { StatisticsSuite } from './statistics-suite';

describe('health.summary', () => {
  const here = new StatisticsSuite();

  beforeAll(async () => {
    await here.recordCases(
      'KE',
      ...Array.from({ length: 3 }, () => ['Malaria', '2024-02-29'] as const),
      ['Cholera', '2024-02-01'],
      ['Malaria', '2024-01-31'],
      ['Malaria', '2024-01-01'],
      ['Malaria', '2023-02-28'],
    );
    await here.recordCases('TZ', ['Malaria', '2024-02-10']);
    await here.recordSales('KE', ['Paracetamol', '2024-02-29', 30], ['Paracetamol', '2024-01-31', 40]);
  });

  const read = async (country: string, period: string) =>
    here.query(await here.ministry(country), 'health.summary', { period });

  it('compares a past month with the month before and the same month of the year before', async () => {
    expect(await read('KE', '2024-02')).toStrictEqual({
      period: '2024-02',
      until: '2024-02-29',
      comparedUntil: '2024-02-29',
      complete: true,
      cases: {
        count: 4,
        compared: 4,
        previous: 2,
        yearBefore: 1,
        changeOnPrevious: 1,
        changeOnYearBefore: 3,
        per100000: 400_000 / 56_432_944,
      },
      unitsSold: {
        count: 30,
        compared: 30,
        previous: 40,
        yearBefore: 0,
        changeOnPrevious: -0.25,
        changeOnYearBefore: null,
        per100000: 3_000_000 / 56_432_944,
      },
      pathologies: 2,
      countries: 1,
      population: { people: 56_432_944, year: 2024 },
    });
  });

  it('sums all countries, and counts those with cases', async () => {
    const cases = { count: 7, per100000: null };
    const expected = { cases, pathologies: 2, countries: 2, population: null };
    expect(await read('*', '2024-Q1')).toMatchObject(expected);
  });

  it('returns zeros without cases and sales', async () => {
    const nothing = {
      count: 0,
      compared: 0,
      previous: 0,
      yearBefore: 0,
      changeOnPrevious: null,
      changeOnYearBefore: null,
      per100000: 0,
    };
    expect(await read('GH', '2024-W09')).toStrictEqual({
      period: '2024-W09',
      until: '2024-03-03',
      comparedUntil: '2024-03-03',
      complete: true,
      cases: nothing,
      unitsSold: nothing,
      pathologies: 0,
      countries: 0,
      population: { people: 34_427_414, year: 2024 },
    });
  });

  it('compares the complete days of the current year with as many days of the year before', async () => {
    const today = dayOf(new Date());
    const year = periodOf('year', today);
    const before = previousPeriod(year);
    const days = daysIn({ from: year.from, before: today });
    const lastCompared = addDays(before.from, days - 1);
    await here.recordCases(
      'RW',
      ['Malaria', today],
      ['Malaria', year.from],
      ['Malaria', before.from],
      ['Malaria', lastCompared],
      // The same day of that year as today, which is not complete.
      ['Malaria', addDays(lastCompared, 1)],
    );
    // On 1 January, no day of the year is complete.
    expect(await read('RW', year.name)).toMatchObject({
      until: today,
      comparedUntil: days === 0 ? null : addDays(today, -1),
      complete: false,
      cases: {
        count: 2,
        compared: days === 0 ? 0 : 1,
        previous: days === 0 ? 0 : 2,
        changeOnPrevious: days === 0 ? null : -0.5,
      },
    });
  });

  it('compares nothing for a period that has not begun', async () => {
    const next = periodOf('year', addDays(periodOf('year', dayOf(new Date())).before, 400));
    expect(await read('KE', next.name)).toMatchObject({
      complete: false,
      cases: { count: 0, previous: 0, yearBefore: 0, changeOnPrevious: null },
    });
  });

  it('refuses an input without a period', async () => {
    const response = await (await here.ministry('KE')).get('health.summary', {});
    expect(failure(response)).toStrictEqual(badRequest('period: required, expected string'));
  });
});
