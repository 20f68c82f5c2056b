import { badRequest, failure } from '../support/plain-caller';
import { notFound } from './failures';
import { StatisticsSuite } from './statistics-suite';

const TREND = 'health.countryTrend';
const MONTHS = { pathology: 'Cholera', from: '2026-01', to: '2026-02' };

describe('health.countryTrend', () => {
  const here = new StatisticsSuite();

  beforeAll(async () => {
    await here.recordCases(
      'KE',
      ['Cholera', '2025-12-29T00:00:00Z'],
      ['choléra', '2026-01-04T23:59:59.999Z'],
      ['Cholera', '2026-02-05'],
      ['Mal of Kenya', '2026-01-05'],
      ['Malaria', '2026-01-05'],
    );
    await here.recordCases('UG', ['Cholera', '2026-02-10'], ['mal of  kenya', '2026-02-10']);
    await here.recordCases('TZ', ['Malaria', '2026-02-10']);
  });

  const read = async (country: string, input: object) =>
    here.query(await here.ministry(country), TREND, { ...MONTHS, ...input });

  it('has a line for each country, in the requested order', async () => {
    expect(await read('*', { countries: ['UG', 'ken', 'TZ', 'UG'] })).toStrictEqual({
      name: 'Cholera',
      periods: ['2026-01', '2026-02'],
      populationYears: [2024, 2024],
      countries: [
        { country: 'UG', visible: true, counts: [0, 1], per100000: [0, 100_000 / 50_015_092] },
        {
          country: 'KE',
          visible: true,
          counts: [1, 1],
          per100000: [100_000 / 56_432_944, 100_000 / 56_432_944],
        },
        { country: 'TZ', visible: true, counts: [0, 0], per100000: [0, 0] },
      ],
    });
  });

  it('counts by ISO week, across the end of a year', async () => {
    const input = { from: '2025-W52', to: '2026-W02', countries: ['KE', 'UG'] };
    expect(await read('*', input)).toMatchObject({
      periods: ['2025-W52', '2026-W01', '2026-W02'],
      countries: [{ counts: [0, 2, 0] }, { counts: [0, 0, 0] }],
    });
  });

  it('has all countries with figures if none is named, and those of the account only', async () => {
    expect(await read('*', {})).toMatchObject({
      countries: [{ country: 'KE' }, { country: 'TZ' }, { country: 'UG' }],
    });
    expect(await read('KE', {})).toMatchObject({ countries: [{ country: 'KE', counts: [1, 1] }] });
    expect(await read('GH', {})).toMatchObject({ countries: [{ country: 'GH', counts: [0, 0] }] });
  });

  it('distinguishes a country that the account may not see from one without cases', async () => {
    const countries = ['KE', 'UG', 'ZZ'];
    expect(await read('KE', { countries })).toMatchObject({
      countries: [
        { country: 'KE', visible: true, counts: [1, 1] },
        { country: 'UG', visible: false, counts: null, per100000: null },
        { country: 'ZZ', visible: false, counts: null },
      ],
    });
    expect(await read('*', { countries })).toMatchObject({
      countries: [
        {},
        { visible: true, counts: [0, 1] },
        { visible: true, counts: [0, 0], per100000: [null, null] },
      ],
    });
  });

  it('adds no pathology that another country calls by the same name', async () => {
    const input = { pathology: 'Mal of Kenya', countries: ['KE', 'UG'] };
    expect(await read('UG', input)).toMatchObject({
      name: 'mal of  kenya',
      countries: [{ counts: null }, { counts: [0, 1] }],
    });
    expect(await read('*', input)).toMatchObject({ countries: [{ counts: [1, 0] }, { counts: [0, 1] }] });
    expect(failure(await (await here.ministry('TZ')).get(TREND, { ...MONTHS, ...input }))).toStrictEqual(
      notFound('pathology: no pathology is called "Mal of Kenya"'),
    );
  });

  it('returns 403 to a ministry without a country', async () => {
    const response = await (await here.ministry(null)).get(TREND, { ...MONTHS, countries: ['KE'] });
    expect(failure(response)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });

  it('is in the audit trail for each country that it shows', async () => {
    await read('KE', { countries: ['UG', 'KE'] });
    await read('*', { countries: ['UG', 'TZ'] });
    await read('*', {});
    const events = await here.database.query<{ country: string }[]>(
      `SELECT country FROM audit_event WHERE action = $1 ORDER BY id DESC LIMIT 4`,
      [TREND],
    );
    expect(events.map(({ country }) => country).sort()).toEqual(['*', 'KE', 'TZ', 'UG']);
  });

  it.each([
    [{ to: '2026-W03' }, 'to: expected a month, as from is one'],
    [{ countries: [] }, 'countries: expected at least one country'],
    [{ countries: ['KE', 'Uganda'] }, 'countries[1]: expected an ISO 3166-1 country code such as KE or KEN'],
    [{ countries: Array(61).fill('KE') }, 'countries: expected at most 60 countries'],
    [
      { from: '2016-W01', to: '2026-W01', countries: Array(20).fill('KE') },
      'to: expected at most 500 weeks for 20 countries',
    ],
    [{ from: '2016-W01', to: '2026-W01' }, 'to: expected at most 166 weeks for 60 countries'],
    [
      { from: '1900-W01', to: '2026-W01', countries: ['KE'] },
      'to: expected at most 530 weeks from first to last',
    ],
  ])('refuses %j', async (fields, message) => {
    const refused = failure(await (await here.ministry('*')).get(TREND, { ...MONTHS, ...fields }));
    expect(refused).toStrictEqual(badRequest(message));
  });
});
