import { addDays, dayOf, periodOf, previousPeriod, yearBefore } from '../../src/fields/calendar';
import { badRequest, failure } from '../support/plain-caller';
import { StatisticsPlatform } from './statistics-platform';

describe('health.summary', () => {
  let here: StatisticsPlatform;

  beforeAll(async () => {
    here = await StatisticsPlatform.start();
    await here.cases(
      'KE',
      ...Array.from({ length: 3 }, () => ['Malaria', '2024-02-29'] as const),
      ['Cholera', '2024-02-01'],
      ['Malaria', '2024-01-31'],
      ['Malaria', '2024-01-01'],
      ['Malaria', '2023-02-28'],
    );
    await here.cases('TZ', ['Malaria', '2024-02-10']);
    await here.sales('KE', ['Paracetamol', '2024-02-29', 30], ['Paracetamol', '2024-01-31', 40]);
  });

  afterAll(async () => {
    await here.close();
  });

  it('compares a month that is over with the whole month before and the whole month a year before', async () => {
    expect(await here.data(await here.ministry('KE'), 'health.summary', { period: '2024-02' })).toStrictEqual(
      {
        period: '2024-02',
        until: '2024-02-29',
        complete: true,
        cases: { count: 4, previous: 2, yearBefore: 1, changeOnPrevious: 1, changeOnYearBefore: 3 },
        unitsSold: {
          count: 30,
          previous: 40,
          yearBefore: 0,
          changeOnPrevious: -0.25,
          changeOnYearBefore: null,
        },
        pathologies: 2,
        countries: 1,
      },
    );
  });

  it('sums the countries, and counts those with cases', async () => {
    const everywhere = await here.data(await here.ministry('*'), 'health.summary', { period: '2024-Q1' });
    expect(everywhere).toMatchObject({ cases: { count: 7 }, pathologies: 2, countries: 2 });
  });

  it('answers zeros where there is nothing', async () => {
    const nothing = {
      count: 0,
      previous: 0,
      yearBefore: 0,
      changeOnPrevious: null,
      changeOnYearBefore: null,
    };
    expect(
      await here.data(await here.ministry('GH'), 'health.summary', { period: '2024-W09' }),
    ).toStrictEqual({
      period: '2024-W09',
      until: '2024-03-03',
      complete: true,
      cases: nothing,
      unitsSold: nothing,
      pathologies: 0,
      countries: 0,
    });
  });

  it('compares a year that is not over with as many days of the year before', async () => {
    const today = dayOf(new Date());
    const year = periodOf('year', today);
    const before = previousPeriod(year);
    const sameDay = addDays(before.from, daysSince(year.from, today));
    await here.cases(
      'RW',
      ['Malaria', today],
      ['Malaria', sameDay],
      ['Malaria', before.from],
      // Later in the year before than this year has come: not compared.
      ...(sameDay < addDays(before.before, -1) ? [['Malaria', addDays(sameDay, 1)] as const] : []),
    );
    expect(await here.data(await here.ministry('RW'), 'health.summary', { period: year.name })).toMatchObject(
      {
        until: today,
        complete: addDays(today, 1) === year.before,
        cases: { count: 1, previous: 2, yearBefore: 2, changeOnPrevious: -0.5 },
      },
    );
    expect(yearBefore(year)).toStrictEqual(before);
  });

  it('has nothing to compare for a period that has not begun', async () => {
    const next = periodOf('year', addDays(periodOf('year', dayOf(new Date())).before, 400));
    expect(await here.data(await here.ministry('KE'), 'health.summary', { period: next.name })).toMatchObject(
      {
        complete: false,
        cases: { count: 0, previous: 0, yearBefore: 0, changeOnPrevious: null },
      },
    );
  });

  it('refuses to be asked without a period', async () => {
    const response = await (await here.ministry('KE')).get('health.summary', {});
    expect(failure(response)).toStrictEqual(badRequest('period: required, expected string'));
  });
});

function daysSince(from: string, day: string): number {
  return Math.round((Date.parse(day) - Date.parse(from)) / 86_400_000);
}
