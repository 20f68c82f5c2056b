import type { DataSource } from 'typeorm';
import { CASES, DAILY_CASES } from '../../src/modules/consultations/counts/pathology-counts.sql';
import { DAILY_UNITS, UNITS } from '../../src/modules/health/medications/medication-sales.sql';
import { allDailyValues } from '../../src/platform/database/daily-sums.sql';
import { Database } from '../../src/platform/database/database';
import { Distribution } from '../../src/platform/database/distribution';
import { isNotAdded } from '../../src/platform/database/fold.sql';
import { until } from './until';

/** All cases by country, day and `pathology_id`, as a relation of an SQL statement; several rows for each. */
export const ALL_CASES = `(${allDailyValues(CASES)})`;

/** All units by country, day and `medication_id`, as a relation of an SQL statement. */
export const ALL_UNITS = `(
  SELECT country, day, medication_id, sum(units) AS units FROM (${allDailyValues(UNITS)}) v GROUP BY 1, 2, 3
)`;

/**
 * Adds the logged changes to the daily counts, as the platform does in the background, and leaves the log empty. Repeated,
 * because it does nothing while the platform does the same.
 */
export async function foldCounts(source: DataSource): Promise<void> {
  const database = new Database(source);
  const isDistributed = await new Distribution(database).isDistributed();
  for (const [{ fold, steps }, daily] of [
    [DAILY_CASES, CASES],
    [DAILY_UNITS, UNITS],
  ] as const) {
    await until(`the changes of ${daily.table} are added`, async () => {
      const limit = 10_000;
      if (isDistributed) {
        await database.one(steps.mark, { limit });
        await database.one(steps.add);
      } else await database.one(fold, { limit });
      const remaining = await source.query<unknown[]>(
        `SELECT 1 FROM ${daily.change} c WHERE ${isNotAdded('c', daily)} LIMIT 1`,
      );
      return remaining.length === 0;
    });
    // On Citus, the platform deletes them later.
    await source.query(`DELETE FROM ${daily.change} WHERE portion IS NOT NULL`);
  }
}
