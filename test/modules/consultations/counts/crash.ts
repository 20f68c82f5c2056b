import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { Client } from 'pg';

/** Locks at which a crash stops writes; `anywhere` without a lock. */
const LOCKS = [
  'anywhere',
  'rows of pathology_daily_count',
  'rows of medication_daily_units',
  'consultation',
  'consultation_claim',
  'consultation_void',
  'pathology_daily_count',
  'pathology_count_change',
  'pathology_sum',
  'medication_sale',
  'medication_sale_claim',
  'medication_daily_units',
  'medication_units_change',
] as const;

/** The loss of connections while calls run, as after a failure of a server, network or process. */
export interface Crash {
  readonly afterMs: number;
  readonly connections: number;
  readonly at: (typeof LOCKS)[number];
}

/** Concurrent series of crashes. */
export const crashes: fc.Arbitrary<Crash[][]> = fc.array(
  fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 60 }),
      connections: fc.integer({ min: 1, max: 6 }),
      at: fc.constantFrom(...LOCKS),
    }),
    { minLength: 1, maxLength: 10, size: 'max' },
  ),
  { maxLength: 2 },
);

/** Longest time to wait for a connection at the lock. */
const MAX_WAIT_MS = 60;

/**
 * Terminates connections in the middle of a transaction: takes a lock that they need, and terminates those that wait for it.
 * @returns the number of terminated connections
 */
export async function crash(ownerUrl: string, { afterMs, connections, at }: Crash): Promise<number> {
  await wait(afterMs);
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    if (at === 'anywhere') return await terminate(client, connections, `state = 'active'`);
    await client.query('BEGIN');
    const table = /^rows of (\w+)$/.exec(at)?.[1];
    await client.query(table ? `SELECT FROM ${table} FOR UPDATE` : `LOCK TABLE ${at} IN SHARE MODE`);
    const deadline = Date.now() + MAX_WAIT_MS;
    let terminated = 0;
    while (terminated === 0 && Date.now() < deadline) {
      await wait(5);
      terminated = await terminate(client, connections, 'pg_backend_pid() = ANY (pg_blocking_pids(pid))');
    }
    await client.query('ROLLBACK');
    return terminated;
  } finally {
    await client.end();
  }
}

async function terminate(client: Client, max: number, condition: string): Promise<number> {
  // Otherwise a transaction sees the activity of its first query.
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rowCount } = await client.query(
    `SELECT pg_terminate_backend(pid) FROM (
       SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND usename <> current_user AND ${condition}
       ORDER BY random() LIMIT $1
     ) victim`,
    [max],
  );
  return rowCount ?? 0;
}
