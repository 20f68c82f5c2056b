import { badRequest, failure } from '../support/plain-caller';
import { notFound } from './failures';
import { StatisticsSuite } from './statistics-suite';

const TREND = 'health.pathologyTrend';

describe('health.pathologyTrend', () => {
  const here = new StatisticsSuite();

  beforeAll(async () => {
    await here.recordCases(
      'KE',
      ['Malaria', '2025-12-28T23:59:59.999Z'],
      ['Malaria', '2025-12-29T00:00:00Z'],
      ['paludisme', '2026-01-04T23:59:59.999Z'],
      ['Malaria', '2026-01-05T00:00:00Z'],
      ['Cholera', '2026-01-05'],
      ['Mal of Kenya', '2026-01-05'],
    );
    await here.recordCases('TZ', ['Malaria', '2026-01-10'], ['mal of  kenya', '2026-01-10']);
  });

  it('counts by ISO week, across the end of a year', async () => {
    const input = { pathologies: ['Malaria'], from: '2025-W52', to: '2026-W03', country: 'KE' };
    expect(await here.query(await here.ministry('KE'), TREND, input)).toMatchObject({
      periods: ['2025-W52', '2026-W01', '2026-W02', '2026-W03'],
      series: [{ name: 'Malaria', counts: [1, 2, 1, 0] }],
    });
  });

  it('counts several pathologies by month, in the requested order, by any of their names', async () => {
    const input = { pathologies: ['choléra', 'PALUDISME', 'Malaria'], from: '2025-11', to: '2026-01' };
    expect(await here.query(await here.ministry('KE'), TREND, input)).toMatchObject({
      periods: ['2025-11', '2025-12', '2026-01'],
      series: [
        { name: 'Cholera', counts: [0, 0, 1] },
        { name: 'Malaria', counts: [0, 2, 2] },
        { name: 'Malaria', counts: [0, 2, 2] },
      ],
    });
  });

  it('sums all countries, and their pathologies of the same name', async () => {
    const input = { pathologies: ['Malaria', 'Mal of Kenya'], from: '2026-01', to: '2026-01' };
    expect(await here.query(await here.ministry('*'), TREND, input)).toMatchObject({
      periods: ['2026-01'],
      series: [
        { name: 'Malaria', counts: [3] },
        { name: 'Mal of Kenya', counts: [2] },
      ],
    });
    expect(await here.query(await here.ministry('TZ'), TREND, input)).toMatchObject({
      series: [
        { name: 'Malaria', counts: [1] },
        { name: 'mal of  kenya', counts: [1] },
      ],
    });
  });

  it('has the cases per 100,000 inhabitants of a country, and the years of the populations', async () => {
    const input = { pathologies: ['Malaria'], from: '2025-W52', to: '2026-W01' };
    expect(await here.query(await here.ministry('KE'), TREND, input)).toStrictEqual({
      periods: ['2025-W52', '2026-W01'],
      populationYears: [2024, 2024],
      series: [{ name: 'Malaria', counts: [1, 2], per100000: [100_000 / 56_432_944, 200_000 / 56_432_944] }],
    });
    expect(await here.query(await here.ministry('*'), TREND, input)).toMatchObject({
      populationYears: [null, null],
      series: [{ counts: [1, 2], per100000: [null, null] }],
    });
  });

  it('returns 404 for a name that only another country uses', async () => {
    const input = { pathologies: ['Malaria', 'Mal of Kenya'], from: '2026-01', to: '2026-01' };
    expect(failure(await (await here.ministry('GH')).get(TREND, input))).toStrictEqual(
      notFound('pathologies[1]: no pathology is called "Mal of Kenya"'),
    );
  });

  it.each([
    [{ from: '2026-01', to: '2026-W03' }, 'to: expected a month, as from is one'],
    [{ from: '2026-W01', to: '2026-03' }, 'to: expected a week, as from is one'],
    [{ from: '2026-03', to: '2026-02' }, 'to: must not be before from'],
    [{ from: '2026', to: '2026' }, /^from: expected a month or an ISO week/],
    [{ from: '2026-Q1', to: '2026-03' }, /^from: expected a month or an ISO week/],
    [{ from: '1900-W01', to: '2026-W01' }, 'to: expected at most 530 weeks from first to last'],
    [{ pathologies: [] }, 'pathologies: expected at least one pathology'],
    [{ pathologies: Array(11).fill('Malaria') }, 'pathologies: expected at most 10 pathologies'],
    [{ pathologies: ['Malaria', ' '] }, 'pathologies[1]: must not be empty'],
  ])('refuses %j', async (fields, message) => {
    const input = { pathologies: ['Malaria'], from: '2026-01', to: '2026-02', ...fields };
    const refused = failure(await (await here.ministry('*')).get(TREND, input));
    if (typeof message === 'string') expect(refused).toStrictEqual(badRequest(message));
    else expect(refused).toMatchObject({ status: 400, message: expect.stringMatching(message) as unknown });
  });
});
