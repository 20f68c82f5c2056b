import type { DataSource, QueryRunner } from 'typeorm';
import type { Statement } from '../../../../src/platform/database/statement';
import { until } from '../../../support/until';

/** PostgreSQL shows only the beginning of long statements. */
const BEGINNING_LENGTH = 200;

export function beginningOf({ sql }: Statement): string {
  return sql.slice(0, BEGINNING_LENGTH);
}

/** Returns the beginnings of the statements that wait for a lock. */
export async function findWaiting(database: DataSource): Promise<string[]> {
  const waiting = await database.query<{ beginning: string }[]>(
    `SELECT left(query, $1) AS beginning FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    [BEGINNING_LENGTH],
  );
  return waiting.map(({ beginning }) => beginning);
}

/** Waits until a statement waits for a lock. */
export function untilWaiting(database: DataSource, statement: Statement): Promise<void> {
  return until(`${statement.name} waits`, async () =>
    (await findWaiting(database)).includes(beginningOf(statement)),
  );
}

/** Runs work in a transaction that is committed, or rolled back if the work fails. */
export async function inTransaction(
  database: DataSource,
  work: (runner: QueryRunner) => Promise<unknown>,
): Promise<void> {
  const runner = database.createQueryRunner();
  await runner.startTransaction();
  try {
    await work(runner);
    await runner.commitTransaction();
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}
