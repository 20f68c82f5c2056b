import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../platform/database/database';
import { ARE_RUNNING, LIST_RUNNING_CALLS } from './running-calls.sql';

const POLL_MS = 100;

/**
 * Waits for the end of the calls that may have read a record before it was erased. What they stored is visible afterwards, and
 * later calls read erased records. Call it after the commit of the erasure.
 */
export async function waitForRunningCalls(database: Database): Promise<void> {
  const calls = await database.rows(LIST_RUNNING_CALLS);
  const transactions = calls.map(({ transaction }) => transaction);
  while ((await database.one(ARE_RUNNING, { transactions })).areRunning) await wait(POLL_MS);
}
