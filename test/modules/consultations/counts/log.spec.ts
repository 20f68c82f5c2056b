import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { DAILY_CASES } from '../../../../src/modules/consultations/counts/pathology-counts.sql';
import { DAILY_UNITS } from '../../../../src/modules/health/medications/medication-sales.sql';
import { dataSourceOptions } from '../../../../src/platform/database/data-source';
import type { Database } from '../../../../src/platform/database/database';
import { Distribution } from '../../../../src/platform/database/distribution';
import { FoldJob } from '../../../../src/platform/database/fold-job';
import { statement } from '../../../../src/platform/database/statement';
import type { CountryScope } from '../../../../src/shared/country';
import { countryOf } from '../../../support/countries';
import { foldCounts } from '../../../support/daily-counts';
import { explain, type Plan } from '../../../support/explain';
import { type OpenDatabase, openDatabase } from '../../../support/open-database';
import { until } from '../../../support/until';

/** Rows up to which a version is read from the log. */
const VERSIONED = 2_000;

const KENYA = countryOf('KE');

describe('a long log of changes', () => {
  let opened: OpenDatabase;
  let dataSource: DataSource;
  let database: Database;

  beforeAll(async () => {
    opened = await openDatabase((settings) => ({ ...dataSourceOptions(settings), poolSize: 1 }));
    ({ dataSource, database } = opened);
    // Automatic statistics would hide the plans that the job's own VACUUM leaves behind.
    await query('ALTER TABLE pathology_count_change SET (autovacuum_enabled = false)');
    await query('ALTER TABLE medication_units_change SET (autovacuum_enabled = false)');
    // The VACUUM of the empty log keeps the pages of these.
    await logCases(10_000);
    await logUnits(10_000);
  });

  afterAll(() => opened.close());

  beforeEach(async () => {
    await query('TRUNCATE pathology_daily_count, medication_daily_units');
    for (const { vacuum } of [DAILY_CASES, DAILY_UNITS]) await database.run(vacuum);
  });

  const query = <Row>(sql: string, values: unknown[] = []) => dataSource.query<Row[]>(sql, values);

  async function logCases(count: number, country = 'KE'): Promise<void> {
    await query(
      `INSERT INTO pathology_count_change (country, day, pathology_id, cases)
       SELECT $2, '2024-05-06', pathology_id, 1
       FROM pathology_name, generate_series(1, $1::integer) WHERE scope = '*' AND key = 'malaria'`,
      [count, country],
    );
  }

  async function logUnits(count: number): Promise<void> {
    await query(
      `INSERT INTO medication_units_change (country, day, medication_id, units)
       SELECT 'KE', '2024-05-06', medication_id, 1
       FROM (SELECT medication_id FROM medication_name LIMIT 1) m, generate_series(1, $1::integer)`,
      [count],
    );
  }

  const readVersion = async (scope: CountryScope) =>
    (await database.one(DAILY_CASES.version, { scope })).version;

  const countLogged = async () => (await query('SELECT FROM pathology_count_change')).length;

  /** Returns the rows that a statement reads from tables and compares in joins. */
  async function readRows(sql: string, values: unknown[]): Promise<number> {
    return countRows(await explain(dataSource, sql, values));
  }

  it('is folded without reading it for each change, after a VACUUM found it empty', async () => {
    await logCases(10_000);
    await logUnits(10_000);
    for (const { fold } of [DAILY_CASES, DAILY_UNITS])
      // The portion is read, deleted and summed.
      expect(await readRows(fold.sql, [500])).toBeLessThan(5 * 500);
    expect(await countLogged()).toBe(9_500);
  });

  it.each(['force_generic_plan', 'force_custom_plan'])(
    'is read up to a limit for a version, with %s',
    async (mode) => {
      await logCases(5_000, 'TZ');
      await logCases(5_000, 'KE');
      await logUnits(10_000);
      await query(`SET plan_cache_mode = ${mode}`);
      for (const { version } of [DAILY_CASES, DAILY_UNITS])
        for (const scope of ['*', KENYA])
          expect(await readRows(version.sql, [scope])).toBeLessThanOrEqual(VERSIONED + 2);
      await query('RESET plan_cache_mode');
    },
  );

  it('is read up to a limit by a plan that was cached when it was empty', async () => {
    await query('VACUUM pathology_count_change');
    await query('SET plan_cache_mode = force_generic_plan');
    await query(`PREPARE read_version (text) AS ${DAILY_CASES.version.sql}`);
    await query(`EXECUTE read_version ('KE')`);
    await logCases(10_000, 'TZ');
    for (const scope of ['*', KENYA])
      expect(await readRows(`EXECUTE read_version ('${scope}')`, [])).toBeLessThanOrEqual(VERSIONED + 2);
    await query('DEALLOCATE read_version; RESET plan_cache_mode');
  });

  it('has the same version until a change, or another one at each read if it is too long', async () => {
    const seen = new Set<string>();
    const expectNew = async (scope: CountryScope) => {
      const version = await readVersion(scope);
      expect(seen).not.toContain(`${scope} ${version}`);
      seen.add(`${scope} ${version}`);
      return version;
    };
    await logCases(VERSIONED - 1, 'TZ');
    await logCases(1, 'KE');
    for (const scope of ['*', KENYA] as const) expect(await expectNew(scope)).toBe(await readVersion(scope));
    await logCases(1, 'TZ');
    for (const scope of ['*', '*', KENYA, KENYA] as const) await expectNew(scope);
    await foldCounts(dataSource);
    for (const scope of ['*', KENYA] as const) expect(await expectNew(scope)).toBe(await readVersion(scope));
  });

  it('is folded although it cannot be vacuumed, which is logged and tried after more changes', async () => {
    const warnings: unknown[] = [];
    Logger.overrideLogger({
      log: () => undefined,
      error: () => undefined,
      warn: (warning: unknown) => warnings.push(warning),
    });
    const run = jest.spyOn(database, 'run');
    const job = new FoldWithoutVacuum(database);
    try {
      await logCases(5_000);
      job.onApplicationBootstrap();
      await until('the log was vacuumed', () => run.mock.calls.length > 0);
      for (let folds = 1; folds <= 2; folds += 1) {
        await logCases(1);
        await until('the log is empty', async () => (await countLogged()) === 0);
      }
      await job.onModuleDestroy();
      expect(run).toHaveBeenCalledTimes(1);
    } finally {
      await job.onModuleDestroy();
      run.mockRestore();
      Logger.overrideLogger(false);
    }
    expect(warnings).toMatchObject([{ err: { message: 'relation "missing_log" does not exist' } }]);
  });
});

const FAILING_VACUUM = statement({ name: 'test_failing_vacuum', text: 'VACUUM missing_log', plan: 'custom' });

class FoldWithoutVacuum extends FoldJob {
  constructor(database: Database) {
    super(database, new Distribution(database), { ...DAILY_CASES, vacuum: FAILING_VACUUM });
  }
}

function countRows(plan: Plan): number {
  const perLoop =
    (plan['Relation Name'] === undefined ? 0 : plan['Actual Rows'] + plan['Rows Removed by Filter']) +
    plan['Rows Removed by Join Filter'];
  return (plan.Plans ?? []).reduce(
    (sum, child) => sum + countRows(child),
    Math.round(perLoop * plan['Actual Loops']),
  );
}
