import { z } from 'zod';
import type { Environment } from '../config/environment';
import type { Database } from './database';
import { statement } from './statement';

/** The time in milliseconds that a statement waits for a lock before the database looks for a deadlock. */
const FIND_DEADLOCK_TIMEOUT = statement({
  name: 'find_deadlock_timeout',
  text: `SELECT setting::integer AS "timeoutMs" FROM pg_settings WHERE name = 'deadlock_timeout'`,
  row: z.object({ timeoutMs: z.int() }),
});

/**
 * Returns a warning if the database looks for deadlocks too late: the statements have then reached their own time limit, and their
 * calls are refused instead of repeated.
 */
export async function findLateDeadlockTimeout(
  database: Pick<Database, 'one'>,
  { DATABASE_LOCK_TIMEOUT_MS: lockTimeoutMs }: Pick<Environment, 'DATABASE_LOCK_TIMEOUT_MS'>,
): Promise<string | undefined> {
  const { timeoutMs } = await database.one(FIND_DEADLOCK_TIMEOUT);
  if (timeoutMs < lockTimeoutMs) return undefined;
  return (
    `deadlock_timeout of the database is ${timeoutMs} ms, and not less than DATABASE_LOCK_TIMEOUT_MS (${lockTimeoutMs} ms): ` +
    'calls that wait for each other are refused with 503 instead of repeated; set deadlock_timeout = 300ms on the server'
  );
}
