import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A table of daily counts, with the names of the tables beside it. */
interface DailyTable {
  readonly table: string;
  /** Table of which `item` is a foreign key. */
  readonly catalogue: string;
  readonly item: string;
  /** The column that is summed. */
  readonly value: string;
  readonly change: string;
  readonly sum: string;
  readonly total: string;
  readonly version: string;
}

const CASES: DailyTable = {
  table: 'pathology_daily_count',
  catalogue: 'pathology',
  item: 'pathology_id',
  value: 'cases',
  change: 'pathology_count_change',
  sum: 'pathology_sum',
  total: 'pathology_total',
  version: 'pathology_count_version',
};

const UNITS: DailyTable = {
  table: 'medication_daily_units',
  catalogue: 'medication',
  item: 'medication_id',
  value: 'units',
  change: 'medication_units_change',
  sum: 'medication_sum',
  total: 'medication_total',
  version: 'medication_units_version',
};

/**
 * Creates sums of the daily counts by week, month and year, for each country and for all (`*`). Triggers on the daily counts
 * keep them, also for an operator's SQL. Writers append changes to a log, which the platform adds to the daily counts in the
 * background: writers no longer wait for each other, so that a daily count is one row instead of eight slots.
 *
 * The index of daily counts by pathology served trends, which now read the sums.
 */
export class SumDailyCounts1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX pathology_daily_count_pathology_idx');
    await mergeSlots(runner);
    for (const daily of [CASES, UNITS]) {
      await createTables(runner, daily);
      await createTriggers(runner, daily);
      await createRebuild(runner, daily);
      await runner.query(`SELECT rebuild_${daily.sum}s()`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, item, value, change, sum, total, version } of [CASES, UNITS]) {
      for (const operation of ['inserted', 'updated', 'deleted', 'truncated'])
        await runner.query(`DROP TRIGGER ${table}_${operation} ON ${table}`);
      for (const name of [`update_${sum}s`, `reset_${sum}s`, `rebuild_${sum}s`])
        await runner.query(`DROP FUNCTION ${name}()`);
      await runner.query(`
        INSERT INTO ${table} AS d (country, day, ${item}, ${value})
        SELECT country, day, ${item}, sum(${value}) FROM ${change} GROUP BY 1, 2, 3
        ON CONFLICT (country, day, ${item}) DO UPDATE SET ${value} = d.${value} + excluded.${value}`);
      await runner.query(`DROP TABLE ${change}, ${sum}, ${total}, ${version}`);
    }
    await runner.query(`
      ALTER TABLE pathology_daily_count
        DROP CONSTRAINT pathology_daily_count_pkey,
        ALTER COLUMN cases TYPE integer,
        ADD COLUMN slot smallint NOT NULL DEFAULT 0`);
    await runner.query(`
      ALTER TABLE pathology_daily_count
        ALTER COLUMN slot DROP DEFAULT,
        ADD PRIMARY KEY (country, day, pathology_id, slot)`);
    await runner.query(
      'CREATE INDEX pathology_daily_count_pathology_idx ON pathology_daily_count (pathology_id, day)',
    );
  }
}

async function mergeSlots(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TEMPORARY TABLE merged ON COMMIT DROP AS
    SELECT country, day, pathology_id, sum(cases) AS cases FROM pathology_daily_count GROUP BY 1, 2, 3`);
  await runner.query('TRUNCATE pathology_daily_count');
  await runner.query(`
    ALTER TABLE pathology_daily_count
      DROP CONSTRAINT pathology_daily_count_pkey,
      DROP COLUMN slot,
      ALTER COLUMN cases TYPE bigint`);
  await runner.query(`
    INSERT INTO pathology_daily_count (country, day, pathology_id, cases)
    SELECT country, day, pathology_id, cases FROM merged ORDER BY 1, 2, 3`);
  await runner.query('ALTER TABLE pathology_daily_count ADD PRIMARY KEY (country, day, pathology_id)');
}

/**
 * Rows of sums and totals are updated often: the free space of a page lets an update stay on it, without index entries. The
 * log has no foreign key, because each key is checked when it reaches the daily counts.
 */
async function createTables(runner: QueryRunner, daily: DailyTable): Promise<void> {
  const { catalogue, item, value, change, sum, total, version } = daily;
  await runner.query(`
    CREATE TABLE ${change} (
      country text NOT NULL,
      id bigint GENERATED ALWAYS AS IDENTITY,
      day date NOT NULL,
      ${item} uuid NOT NULL,
      ${value} bigint NOT NULL,
      PRIMARY KEY (country, id)
    )`);
  await runner.query(`
    CREATE TABLE ${sum} (
      scope text NOT NULL,
      grain text NOT NULL,
      start date NOT NULL,
      ${item} uuid NOT NULL CONSTRAINT ${sum}_${catalogue}_fkey REFERENCES ${catalogue} (id),
      ${value} bigint NOT NULL,
      PRIMARY KEY (scope, grain, start, ${item})
    ) WITH (fillfactor = 80)`);
  await runner.query(`
    CREATE TABLE ${total} (
      grain text NOT NULL,
      start date NOT NULL,
      scope text NOT NULL,
      ${value} bigint NOT NULL,
      PRIMARY KEY (grain, start, scope)
    ) WITH (fillfactor = 70)`);
  await runner.query(`
    CREATE TABLE ${version} (
      scope text PRIMARY KEY,
      changes bigint NOT NULL
    ) WITH (fillfactor = 50)`);
}

/** Creates the triggers that add every change of the daily counts to the sums, once for each statement. */
async function createTriggers(runner: QueryRunner, daily: DailyTable): Promise<void> {
  const { table, item, value, change, sum, total, version } = daily;
  const columns = `country, day, ${item} AS item`;
  const added = `SELECT ${columns}, ${value} AS value FROM added`;
  const removed = `SELECT ${columns}, -${value} FROM removed`;
  await runner.query(`
    CREATE FUNCTION update_${sum}s() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- An upsert fires both triggers, mostly one of them without rows.
      IF TG_OP = 'INSERT' THEN
        IF EXISTS (SELECT FROM added) THEN ${addToSums(daily, added)}; END IF;
      ELSIF TG_OP = 'UPDATE' THEN
        IF EXISTS (SELECT FROM added) THEN ${addToSums(daily, `${added} UNION ALL ${removed}`)}; END IF;
      ELSE ${addToSums(daily, removed)};
      END IF;
      RETURN NULL;
    END $$`);
  for (const [operation, event, tables] of [
    ['inserted', 'INSERT', 'NEW TABLE AS added'],
    ['updated', 'UPDATE', 'OLD TABLE AS removed NEW TABLE AS added'],
    ['deleted', 'DELETE', 'OLD TABLE AS removed'],
  ])
    await runner.query(`
      CREATE TRIGGER ${table}_${operation} AFTER ${event} ON ${table}
      REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION update_${sum}s()`);
  // DELETE, because TRUNCATE would wait for readers of the sums, who may wait for the truncated table.
  await runner.query(`
    CREATE FUNCTION reset_${sum}s() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM ${change};
      DELETE FROM ${sum};
      DELETE FROM ${total};
      UPDATE ${version} SET changes = changes + 1;
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER ${table}_truncated AFTER TRUNCATE ON ${table}
    FOR EACH STATEMENT EXECUTE FUNCTION reset_${sum}s()`);
}

/** @param changes a query of country, day, item and the difference of the value */
function addToSums({ item, value, sum, total, version }: DailyTable, changes: string): string {
  return `
        WITH changed (country, day, item, value) AS (${changes}), cells AS (
          SELECT scope, grain, date_trunc(grain, day::timestamp)::date AS start, item, sum(value) AS value
          FROM changed, LATERAL (VALUES (country), ('*')) AS s (scope),
            (VALUES ('day'), ('week'), ('month'), ('year')) AS g (grain)
          GROUP BY 1, 2, 3, 4
        ), summed AS (
          INSERT INTO ${sum} AS s (scope, grain, start, ${item}, ${value})
          SELECT scope, grain, start, item, value FROM cells WHERE grain <> 'day' AND value <> 0
          ORDER BY 1, 2, 3, 4
          ON CONFLICT (scope, grain, start, ${item}) DO UPDATE SET ${value} = s.${value} + excluded.${value}
        ), totalled AS (
          INSERT INTO ${total} AS t (grain, start, scope, ${value})
          SELECT grain, start, scope, sum(value) FROM cells GROUP BY 1, 2, 3 HAVING sum(value) <> 0
          ORDER BY 1, 2, 3
          ON CONFLICT (grain, start, scope) DO UPDATE SET ${value} = t.${value} + excluded.${value}
        )
        INSERT INTO ${version} AS v (scope, changes) SELECT DISTINCT scope, 1 FROM cells ORDER BY 1
        ON CONFLICT (scope) DO UPDATE SET changes = v.changes + 1`;
}

/**
 * Creates the function that computes all sums from the daily counts, for this migration and for counts that were loaded with
 * triggers off. Writers of daily counts wait until its transaction ends.
 */
async function createRebuild(runner: QueryRunner, daily: DailyTable): Promise<void> {
  const { table, item, value, sum, total, version } = daily;
  const insertSums = `INSERT INTO ${sum} (scope, grain, start, ${item}, ${value})`;
  const insertTotals = `INSERT INTO ${total} (grain, start, scope, ${value})`;
  const sumDays = (grain: string) => `${insertSums}
      SELECT country, '${grain}', date_trunc('${grain}', day::timestamp)::date, ${item}, sum(${value})
      FROM ${table} GROUP BY 1, 2, 3, 4`;
  await runner.query(`
    CREATE FUNCTION rebuild_${sum}s() RETURNS void LANGUAGE plpgsql SET work_mem = '256MB' AS $$
    BEGIN
      LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE;
      DELETE FROM ${sum};
      DELETE FROM ${total};
      ${sumDays('week')};
      ${sumDays('month')};
      ${insertSums}
      SELECT scope, 'year', date_trunc('year', start::timestamp)::date, ${item}, sum(${value})
      FROM ${sum} WHERE grain = 'month' GROUP BY 1, 2, 3, 4;
      ${insertSums}
      SELECT '*', grain, start, ${item}, sum(${value}) FROM ${sum} GROUP BY 2, 3, 4;
      ${insertTotals}
      SELECT grain, start, scope, sum(${value}) FROM ${sum} GROUP BY 1, 2, 3;
      ${insertTotals}
      SELECT 'day', day, country, sum(${value}) FROM ${table} GROUP BY 2, 3;
      ${insertTotals}
      SELECT 'day', start, '*', sum(${value}) FROM ${total} WHERE grain = 'day' GROUP BY 2;
      -- Also those of countries without rows, which had some before.
      UPDATE ${version} SET changes = changes + 1;
      INSERT INTO ${version} (scope, changes) SELECT DISTINCT scope, 1 FROM ${total} ON CONFLICT (scope) DO NOTHING;
    END $$`);
}
