import type { DataSource } from 'typeorm';
import { CASES, DAILY_CASES } from '../../src/modules/consultations/counts/pathology-counts.sql';
import { DAILY_UNITS, UNITS } from '../../src/modules/health/medications/medication-sales.sql';
import { allDailyValues } from '../../src/platform/database/daily-sums.sql';
import { Database } from '../../src/platform/database/database';

/** All cases by country, day and `pathology_id`, as a relation of an SQL statement; several rows for each. */
export const ALL_CASES = `(${allDailyValues(CASES)})`;

/** All units by country, day and `medication_id`, as a relation of an SQL statement. */
export const ALL_UNITS = `(
  SELECT country, day, medication_id, sum(units) AS units FROM (${allDailyValues(UNITS)}) v GROUP BY 1, 2, 3
)`;

/** Adds the logged changes to the daily counts, as the platform does in the background. */
export async function foldCounts(source: DataSource): Promise<void> {
  const database = new Database(source);
  for (const { fold } of [DAILY_CASES, DAILY_UNITS]) {
    const limit = 10_000;
    await database.one(fold, { limit });
  }
}
