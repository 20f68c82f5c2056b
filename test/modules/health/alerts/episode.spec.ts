import { describeEpisode, type EpisodeSeries } from '../../../../src/modules/health/alerts/episode';
import { type FiredRule, listFiredRules } from '../../../../src/modules/health/alerts/evaluate-rules';

type Count = number | null;

const repeat = (count: Count, weeks: number): Count[] => new Array<Count>(weeks).fill(count);

interface Fields {
  readonly icd10?: string | null;
  /** By default, all weeks are over. */
  readonly wholeWeeks?: number;
}

/** Returns the episode of the alert in the last week of a series. */
function findLast(counts: readonly Count[], { icd10 = null, wholeWeeks = counts.length }: Fields = {}) {
  const fired = listFiredRules({ icd10, counts }, 4);
  const alert = fired.findLast(({ week }) => week === counts.length - 1);
  if (!alert) throw new Error('the last week has no alert');
  return describeEpisode(alert, { counts, fired, wholeWeeks });
}

/** Returns the episode of an alert in the last week, with alerts in chosen weeks. */
function describeWith(alertedWeeks: readonly number[], counts: readonly Count[], fields: Partial<FiredRule>) {
  const rule = { rule: 'ears-c2', expected: 1, threshold: 4, ...fields } as const;
  const fired = alertedWeeks.map((week) => ({ ...rule, week, count: counts[week] ?? 0 }));
  const alert = { ...rule, week: counts.length - 1, count: counts.at(-1) ?? 0 };
  const series: EpisodeSeries = { counts, fired: [...fired, alert], wholeWeeks: counts.length };
  return describeEpisode(alert, series);
}

describe('the first week of an episode', () => {
  it('is the week of the alert if the week before it has none', () => {
    const counts = [...repeat(2, 59), 40];
    expect(findLast(counts)).toMatchObject({ since: 59, cases: 40 });
  });

  it('is the first of the weeks with alerts one after another, and the cases are those since then', () => {
    const counts = [...repeat(2, 50), 20, 30, 40, 50];
    expect(findLast(counts)).toMatchObject({ since: 50, cases: 140 });
  });

  it('is before one week below the threshold or without a report, but not before two', () => {
    expect(findLast([...repeat(2, 50), 20, 2, 40])).toMatchObject({ since: 50, cases: 62 });
    expect(findLast([...repeat(2, 50), 20, null, 40, 2, 30])).toMatchObject({ since: 50, cases: 92 });
    expect(findLast([...repeat(2, 50), 20, 2, 2, 40])).toMatchObject({ since: 53, cases: 40 });
    expect(findLast([...repeat(2, 50), 20, null, 2, 40])).toMatchObject({ since: 53, cases: 40 });
  });

  it('is found by the fixed rules in the weeks before the evaluated ones', () => {
    const cholera = [...repeat(0, 40), 1, 2, 1, 3, 0, 2, 1, 1, 2];
    expect(findLast(cholera, { icd10: 'A00.9' })).toMatchObject({ since: 40, cases: 13 });
    const measles = [...repeat(0, 30), 5, 5, 5, 5, 5, 5, 5];
    expect(findLast(measles, { icd10: 'B05.9' })).toMatchObject({ since: 30, cases: 35 });
  });

  it('is found by the seasonal rule in the weeks before the evaluated ones', () => {
    const season = (week: number) => Math.round(40 + 35 * Math.cos((2 * Math.PI * week) / 52));
    const years = Array.from({ length: 5 * 52 }, (_, week) => season(week));
    const high = Array.from({ length: 9 }, (_, week) => 4 * season(week));
    const counts = [...years, ...high];
    const fired = listFiredRules({ icd10: 'B54', counts }, 4);
    const alert = fired.find(({ week, rule }) => rule === 'moving-epidemic' && week === counts.length - 1);
    expect(alert && describeEpisode(alert, { counts, fired, wholeWeeks: counts.length }).since).toBe(260);
  });

  it('leaves usual weeks of an endemic disease out of an episode above the usual', () => {
    const usual = repeat(12, 60);
    expect(findLast([...usual, 60, 70], { icd10: 'A00.9' })).toMatchObject({ since: 60, cases: 130 });
    expect(findLast([...usual, 12], { icd10: 'A00.9' }).since).toBeLessThan(10);
  });
});

describe('the curve of an episode', () => {
  it('has twelve weeks up to the week of the alert, with null for weeks without a report', () => {
    const { curve } = findLast([...repeat(2, 50), null, ...repeat(2, 8), 40]);
    expect(curve).toEqual([
      { week: 48, count: 2 },
      { week: 49, count: 2 },
      { week: 50, count: null },
      ...repeat(2, 8).map((count, index) => ({ week: 51 + index, count })),
      { week: 59, count: 40 },
    ]);
  });

  it('does not include weeks after the alert', () => {
    const counts = [...repeat(2, 50), 40, 2];
    const fired = listFiredRules({ icd10: null, counts }, 4);
    const [alert] = fired;
    expect(alert?.week).toBe(50);
    const curve = alert && describeEpisode(alert, { counts, fired, wholeWeeks: 52 }).curve;
    expect(curve?.at(-1)).toEqual({ week: 50, count: 40 });
  });
});

describe('the trend of an episode', () => {
  const trendOf = (counts: readonly Count[], wholeWeeks = counts.length) =>
    findLast([...repeat(1, 40), ...counts], { wholeWeeks: 40 + wholeWeeks }).trend;

  it.each([
    ['rising', [20, 20, 30, 30]],
    ['falling', [60, 60, 40, 30]],
    ['steady', [40, 40, 42, 45]],
    ['steady', [40, 40, 38, 35]],
  ])('is %s for %j, by the latest two weeks and the two before', (trend, counts) => {
    expect(trendOf(counts)).toBe(trend);
  });

  it('is steady if the difference is less than a quarter, or within chance', () => {
    expect(trendOf([400, 400, 490, 500])).toBe('steady');
    expect(trendOf([400, 400, 500, 500])).toBe('rising');
    expect(trendOf([500, 500, 400, 400])).toBe('falling');
    expect(trendOf([8, 8, 10, 11])).toBe('steady');
  });

  it('leaves out a week that is not over', () => {
    expect(trendOf([20, 20, 40, 40, 15], 4)).toBe('rising');
    expect(trendOf([40, 40, 41, 39, 500], 4)).toBe('steady');
  });

  it('leaves out weeks without a report', () => {
    expect(trendOf([20, 20, null, 40, 40])).toBe('rising');
    expect(trendOf([20, 20, null, 40, null, 40])).toBe('rising');
  });

  it('is steady with fewer than four weeks, and for one case or two', () => {
    expect(describeWith([], [2, 3, 40], {}).trend).toBe('steady');
    for (const count of [1, 2])
      expect(findLast([...repeat(0, 20), count], { icd10: 'A98.4' }).trend).toBe('steady');
    expect(findLast([...repeat(0, 20), 3], { icd10: 'A98.4' }).trend).toBe('rising');
  });
});

describe('the confidence in an episode', () => {
  const year = repeat(1, 52);

  it('is high if the count is far above the threshold, for two weeks, after a year of reports', () => {
    expect(describeWith([52], [...year, 6, 8], {}).confidence).toBe('high');
  });

  it.each([
    ['the count is under twice the threshold', describeWith([52], [...year, 6, 7], {})],
    ['it is the first week', describeWith([], [...year, 1, 8], {})],
    ['less than half a year is reported', describeWith([24], [...repeat(1, 24), 6, 8], {})],
    ['one of the twelve weeks is not reported', describeWith([52], [...year.with(-3, null), 6, 8], {})],
  ])('is moderate if %s', (_, { confidence }) => {
    expect(confidence).toBe('moderate');
  });

  it('is low if two of these are missing', () => {
    expect(describeWith([], [...year, 1, 7], {}).confidence).toBe('low');
    expect(describeWith([], [...repeat(1, 20), null, 1, 1, 7], {}).confidence).toBe('low');
    expect(describeWith([], [...year, null, 7], {}).confidence).toBe('low');
  });

  it('is moderate for the first case of a disease of which one is an alert, without a history', () => {
    const ebola = { rule: 'notifiable', threshold: 1, expected: null } as const;
    expect(describeWith([18], [...repeat(0, 18), 1, 2], ebola).confidence).toBe('high');
    expect(describeWith([], [...repeat(0, 18), 0, 1], ebola).confidence).toBe('moderate');
  });

  it('compares an endemic disease with its usual level, not with one case', () => {
    const cholera = { rule: 'notifiable', threshold: 1, expected: 12 } as const;
    // The usual level ends at 23.7 cases.
    expect(describeWith([52], [...year, 40, 47], cholera).confidence).toBe('moderate');
    expect(describeWith([52], [...year, 40, 48], cholera).confidence).toBe('high');
  });
});
