import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../platform/database/database';
import { ARE_RUNNING, LIST_RUNNING_CALLS } from './running-calls.sql';

const POLL_MS = 100;
/** Longer than any call with the default limits. A transaction that somebody left open would be waited for for ever. */
const MAX_WAIT_MS = 60_000;

/** What to print if calls still run. */
export const STILL_RUNNING =
  'Calls that began before still run, and may store something: run the command again in a minute.';

/**
 * Waits for the end of the calls that may have read a record before it was erased. What they stored is visible afterwards, and
 * later calls read erased records. Call it after the commit of the erasure.
 * @returns false if some still run after a minute
 */
export async function waitForRunningCalls(database: Database): Promise<boolean> {
  const calls = await database.rows(LIST_RUNNING_CALLS);
  const transactions = calls.map(({ transaction }) => transaction);
  const endsAt = performance.now() + MAX_WAIT_MS;
  while ((await database.one(ARE_RUNNING, { transactions })).areRunning) {
    if (performance.now() > endsAt) return false;
    await wait(POLL_MS);
  }
  return true;
}
