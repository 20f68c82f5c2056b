import type { DataSource } from 'typeorm';
import { insertScaleData } from '../../../../dev/demo/insert-scale-data';
import { LIST_CONSULTATIONS } from '../../../../src/modules/consultations/listing/consultation-list.sql';
import * as counts from '../../../../src/modules/consultations/counts/pathology-counts.sql';
import * as weekly from '../../../../src/modules/consultations/counts/weekly-counts.sql';
import { oneCaseCodes } from '../../../../src/modules/health/alerts/notifiable-diseases';
import * as sales from '../../../../src/modules/health/medications/medication-sales.sql';
import { migrationOptions } from '../../../../src/platform/database/data-source';
import type { Parameters, ValuesOf } from '../../../../src/platform/database/parameter';
import type { Statement } from '../../../../src/platform/database/statement';
import { cellParameters, cellsOf } from '../../../../src/platform/database/sum-cells';
import { type NamedPeriod, parsePeriod, periodsBetween } from '../../../../src/shared/period';
import { countryOf } from '../../../support/countries';
import { explain, type Plan } from '../../../support/explain';
import { type OpenDatabase, openDatabase } from '../../../support/open-database';

const CONSULTATIONS = 1_000_000;
/** The tables that grow with the consultations. */
const LARGE =
  /^(consultation|medication_sale|pathology_(daily_count|sum|total)|medication_(daily_units|sum|total))$/;

const KENYA = countryOf('KE');

describe('the query plans of statistics and lists with a million consultations', () => {
  let opened: OpenDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    opened = await openDatabase((settings) => ({ ...migrationOptions(settings), poolSize: 1 }));
    ({ dataSource } = opened);
    await insertScaleData(dataSource, {
      consultations: CONSULTATIONS,
      now: new Date('2026-11-20T00:00:00Z'),
    });
    // Changes that are not yet in the sums, as under load.
    await dataSource.query(
      `INSERT INTO pathology_count_change (country, day, pathology_id, cases)
       SELECT country, (consulted_at AT TIME ZONE 'UTC')::date, pathology_id, 1 FROM consultation LIMIT 2000`,
    );
    await dataSource.query('ANALYZE');
  }, 900_000);

  afterAll(() => opened.close());

  /** Returns the rows that the statement reads from large tables, with a plan for all values and one for these values. */
  async function readRows<P extends Parameters>(
    statement: Statement<P>,
    values: ValuesOf<P>,
  ): Promise<number> {
    const read: number[] = [];
    for (const mode of ['force_generic_plan', 'force_custom_plan']) {
      if (statement.plan === 'custom' && mode === 'force_generic_plan') continue;
      await dataSource.query(`SET plan_cache_mode = ${mode}`);
      // `query` sends unnamed statements, for which a generic plan is used too if it is forced.
      const plan = await explain(
        dataSource,
        statement.sql,
        statement.order.map((name) => values[name]),
      );
      read.push(countRows(plan));
    }
    return Math.max(...read);
  }

  it.each([
    ['2025', 1],
    ['2025-Q3', 3],
    ['2025-09', 1],
    ['2025-W37', 1],
  ])('read one sum of each item for each part of %s', async (name, parts) => {
    for (const scope of ['*', KENYA] as const) {
      const values = { scope, ...cellParameters(period(name)) };
      expect(await readRows(counts.COUNT_BY_PATHOLOGY, values)).toBeLessThanOrEqual(500 * parts);
      expect(await readRows(sales.SUM_UNITS_BY_MEDICATION, values)).toBeLessThanOrEqual(200 * parts);
    }
  });

  it('read one sum of each searched pathology and period for a trend', async () => {
    const periods = periodsBetween(period('2024-01'), period('2025-12'));
    const pathologyIds = await idsOf('Malaria', 'Cholera', 'Measles');
    for (const scope of ['*', KENYA] as const) {
      const values = {
        scope,
        ...cellParameters(periods),
        kind: 'month',
        pathologyIds,
        series: [0, 1, 2],
      } as const;
      expect(await readRows(counts.COUNT_BY_PERIOD, values)).toBeLessThanOrEqual(3 * 24);
    }
  });

  it('read one total and sum of each country and period for a trend by country', async () => {
    const cells = cellParameters(periodsBetween(period('2024-W01'), period('2025-W52')));
    const values = { ...cells, kind: 'week', pathologyIds: await idsOf('Malaria') } as const;
    const countries = [KENYA, countryOf('UG')];
    expect(await readRows(counts.COUNT_BY_COUNTRY_AND_PERIOD, { ...values, countries })).toBeLessThanOrEqual(
      2 * 2 * 104,
    );
  });

  it('read one sum of each year of the pathologies that a search finds', async () => {
    for (const scope of ['*', KENYA] as const)
      expect(
        await readRows(counts.SEARCH_PATHOLOGIES, {
          scope,
          patterns: ['%malaria%'],
          translatedKeys: [],
          limit: 20,
        }),
      ).toBeLessThanOrEqual(100);
  });

  it('read one total of each country and part of the period for countries', async () => {
    const cells = cellParameters(period('2025'));
    for (const scope of ['*', KENYA] as const)
      expect(await readRows(counts.COUNT_BY_COUNTRY, { scope, ...cells })).toBeLessThanOrEqual(55);
    const pathologyIds = await idsOf('Malaria');
    expect(
      await readRows(counts.COUNT_PATHOLOGIES_BY_COUNTRY, { ...cells, pathologyIds }),
    ).toBeLessThanOrEqual(2 * 55);
    expect(
      await readRows(counts.COUNT_PATHOLOGIES_IN_COUNTRY, { scope: KENYA, ...cells, pathologyIds }),
    ).toBeLessThanOrEqual(1);
    expect(await readRows(counts.COUNT_BY_COUNTRY_AND_NAME, cells)).toBeLessThanOrEqual(54 * 501 + 1);
  });

  it('read one total of each year, month and day for sums', async () => {
    const { from, before } = { from: '2025-01-01', before: '2025-11-20' };
    const cells = cellsOf({ from, before });
    const values = {
      froms: [from],
      befores: [before],
      positions: cells.map(() => 1),
      grains: cells.map(({ grain }) => grain),
      starts: cells.map(({ start }) => start),
    };
    expect(cells.length).toBeLessThan(20);
    for (const scope of ['*', KENYA] as const)
      for (const { sumsOfPeriods } of [counts.DAILY_CASES, sales.DAILY_UNITS])
        expect(await readRows(sumsOfPeriods, { scope, ...values })).toBeLessThanOrEqual(cells.length);
  });

  it('read one sum of each pathology and week for alerts', async () => {
    const cells = cellParameters(periodsBetween(period('2025-W25'), period('2025-W37')));
    const codes = oneCaseCodes;
    expect(await readRows(weekly.COUNT_WEEKS_IN_COUNTRY, { scope: KENYA, ...cells })).toBeLessThanOrEqual(
      13 * 500,
    );
    expect(
      await readRows(weekly.COUNT_CODED_WEEKS_IN_COUNTRY, { scope: KENYA, ...cells, codes }),
    ).toBeLessThanOrEqual(13 * codes.length);
    expect(await readRows(weekly.COUNT_CODED_WEEKS, { ...cells, codes })).toBeLessThanOrEqual(
      13 * 55 * (1 + codes.length),
    );
    const recorded = { scope: '*', from: '2025-06-16', before: '2025-09-15', codes } as const;
    expect(await readRows(weekly.LIST_WEEKS_RECORDED_LATE, recorded)).toBeLessThanOrEqual(100);
  });

  it('read one total of each country and week, and one consultation, for who reports', async () => {
    const weeks = { from: period('2024-W40').from, before: period('2025-W52').before };
    for (const scope of ['*', KENYA] as const)
      expect(await readRows(weekly.LIST_WEEKS_WITH_CASES, { scope, ...weeks })).toBeLessThanOrEqual(65 * 56);
    expect(await readRows(weekly.FIND_LAST_ARRIVAL, { country: KENYA })).toBeLessThanOrEqual(1);
  });

  it('read one row of each country to list them', async () => {
    for (const { countries } of [counts.DAILY_CASES, sales.DAILY_UNITS])
      expect(await readRows(countries, {})).toBeLessThanOrEqual(60);
  });

  it('read one page of an account’s consultations', async () => {
    const [row] = await dataSource.query<[{ accountId: string; patientId: string }]>(
      'SELECT recorded_by AS "accountId", patient_id AS "patientId" FROM consultation LIMIT 1',
    );
    const all = {
      accountId: row.accountId,
      countries: null,
      patientId: null,
      consultedFrom: null,
      consultedBefore: null,
      recordedFrom: null,
      recordedBefore: null,
      fromId: null,
      beforeId: null,
      limit: 21,
    };
    expect(await readRows(LIST_CONSULTATIONS, all)).toBeLessThanOrEqual(21);
    expect(await readRows(LIST_CONSULTATIONS, { ...all, patientId: row.patientId })).toBeLessThanOrEqual(21);
  });

  const idsOf = async (...names: readonly string[]) => {
    const rows = await dataSource.query<{ id: string }[]>(
      `SELECT id FROM pathology WHERE scope = '*' AND name = ANY ($1)`,
      [names],
    );
    expect(rows).toHaveLength(names.length);
    return rows.map(({ id }) => id);
  };
});

/** @throws Error if the plan reads all of a large table */
function countRows(plan: Plan): number {
  const { 'Node Type': type, 'Relation Name': relation = '' } = plan;
  const isLarge = LARGE.test(relation) && type !== 'ModifyTable';
  if (isLarge && type === 'Seq Scan') throw new Error(`reads all of ${relation}`);
  const perLoop = plan['Actual Rows'] + plan['Rows Removed by Filter'];
  const own = isLarge ? Math.round(perLoop * plan['Actual Loops']) : 0;
  return (plan.Plans ?? []).reduce((sum, child) => sum + countRows(child), own);
}

function period(name: string): NamedPeriod {
  const parsed = parsePeriod(name);
  if (parsed) return parsed;
  throw new TypeError(`${name} is no period`);
}
