import { reportingContract } from '../../src/modules/health/reporting/reporting.contract';
import { addDays, dayOf, periodOf } from '../../src/shared/period';
import { badRequest, failure } from '../support/plain-caller';
import { StatisticsSuite } from './statistics-suite';

const REPORTING = 'health.reporting';

describe('health.reporting', () => {
  const here = new StatisticsSuite();
  const begun = Date.now() - 60_000;

  // 2024-W10 to 2024-W13 are the weeks whose Thursday is in March.
  beforeAll(async () => {
    await here.recordCases(
      'KE',
      ...['2024-03-04', '2024-03-17', '2024-03-18', '2024-03-31'].map((day) => ['Malaria', day] as const),
    );
    await here.recordCases('UG', ['Malaria', '2024-02-10'], ['Cholera', '2024-03-05']);
    await here.recordCases('TZ', ['Malaria', '2024-02-25']);
    // The first day of the twelve weeks before, and the day before it.
    await here.recordCases('RW', ['Malaria', '2023-12-11']);
    await here.recordCases('GH', ['Malaria', '2023-12-10']);
    await here.recordCases(null, ['Malaria', '2024-03-05']);
  });

  const read = async (country: string, input: object) =>
    here.query(await here.ministry(country), REPORTING, input);
  const arrival = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;

  it('has the weeks that each country reported, and how late it is', async () => {
    expect(await read('*', { period: '2024-03' })).toStrictEqual({
      period: '2024-03',
      over: true,
      fullyReported: false,
      weeks: 4,
      expected: 4,
      reporting: 2,
      countries: [
        { country: 'GH', expected: false, weeksReported: 0, weeksLate: null, lastArrival: arrival },
        { country: 'KE', expected: true, weeksReported: 4, weeksLate: 0, lastArrival: arrival },
        { country: 'RW', expected: true, weeksReported: 0, weeksLate: 15, lastArrival: arrival },
        { country: 'TZ', expected: true, weeksReported: 0, weeksLate: 5, lastArrival: arrival },
        { country: 'UG', expected: true, weeksReported: 1, weeksLate: 3, lastArrival: arrival },
      ],
    });
  });

  it('is fully reported when each expected country has a case in each week', async () => {
    expect(await read('KE', { period: '2024-03' })).toMatchObject({
      fullyReported: true,
      expected: 1,
      reporting: 1,
      countries: [{ country: 'KE' }],
    });
    expect(await read('*', { period: '2024-W11', country: 'KE' })).toMatchObject({
      weeks: 1,
      fullyReported: true,
    });
    expect(await read('UG', { period: '2024-W11' })).toMatchObject({
      fullyReported: false,
      countries: [{ country: 'UG', weeksReported: 0, weeksLate: 1 }],
    });
  });

  it('expects a country from its first case in the period', async () => {
    await here.recordCases('BW', ['Malaria', '2020-06-15']);
    expect(await read('BW', { period: '2020-06' })).toMatchObject({
      fullyReported: false,
      expected: 1,
      countries: [{ expected: true, weeksReported: 1, weeksLate: 1 }],
    });
  });

  it('has when the last record of a country arrived, whatever its date', async () => {
    const { data } = reportingContract.reporting.output.shape;
    const { countries } = data.parse(await read('KE', { period: '2024-03' }));
    expect(Date.parse(countries[0]?.lastArrival ?? '')).toBeGreaterThan(begun);
    expect(await read('SN', { period: '2024-03' })).toStrictEqual({
      period: '2024-03',
      over: true,
      fullyReported: false,
      weeks: 4,
      expected: 0,
      reporting: 0,
      countries: [],
    });
  });

  it('counts the weeks that are over of a period that is not', async () => {
    const today = dayOf(new Date());
    const year = periodOf('year', today);
    const lastWeek = addDays(periodOf('week', today).from, -7);
    await here.recordCases('NA', ['Malaria', lastWeek], ['Malaria', today]);
    await here.recordCases('MZ', ['Malaria', addDays(lastWeek, -21)]);
    const thisWeek = await read('NA', { period: periodOf('week', today).name });
    expect(thisWeek).toMatchObject({
      over: false,
      fullyReported: false,
      weeks: 0,
      countries: [{ expected: true, weeksLate: 0 }],
    });
    expect(await read('NA', { period: year.name })).toMatchObject({ over: false, fullyReported: false });
    expect(await read('MZ', { period: periodOf('week', today).name })).toMatchObject({
      countries: [{ country: 'MZ', expected: true, weeksReported: 0, weeksLate: 3 }],
    });
  });

  it('refuses an input without a period', async () => {
    const response = await (await here.ministry('KE')).get(REPORTING, {});
    expect(failure(response)).toStrictEqual(badRequest('period: required, expected string'));
  });
});
