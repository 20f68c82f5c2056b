import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { Client } from 'pg';

/** What a write is stopped at: any moment, or where it next needs one of these. */
const PLACES = [
  'anywhere',
  'rows of pathology_daily_count',
  'rows of medication_daily_units',
  'consultation',
  'consultation_claim',
  'consultation_void',
  'pathology_daily_count',
  'medication_sale',
  'medication_sale_claim',
  'medication_daily_units',
] as const;

/** The loss of connections while calls run, as when a server, a network or a process dies. */
export interface Crash {
  readonly afterMs: number;
  readonly connections: number;
  readonly at: (typeof PLACES)[number];
}

/** Some that happen at the same time, each series one after another. */
export const crashes: fc.Arbitrary<Crash[][]> = fc.array(
  fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 60 }),
      connections: fc.integer({ min: 1, max: 6 }),
      at: fc.constantFrom(...PLACES),
    }),
    { minLength: 1, maxLength: 10, size: 'max' },
  ),
  { maxLength: 2 },
);

/** How long a crash waits for somebody to come to its place. */
const PATIENCE_MS = 60;

/**
 * Ends connections in the middle of what they do: holds what their next step needs, so that they stand there with one
 * part done and another not, and terminates them there. Those that wait beside them go on.
 * @returns how many connections were ended
 */
export async function crash(databaseUrl: string, { afterMs, connections, at }: Crash): Promise<number> {
  await wait(afterMs);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    if (at === 'anywhere') return await terminate(client, connections, `state = 'active'`);
    await client.query('BEGIN');
    const rows = /^rows of (\w+)$/.exec(at)?.[1];
    await client.query(
      rows === undefined ? `LOCK TABLE ${at} IN SHARE MODE` : `SELECT FROM ${rows} FOR UPDATE`,
    );
    const deadline = Date.now() + PATIENCE_MS;
    let ended = 0;
    while (ended === 0 && Date.now() < deadline) {
      await wait(5);
      ended = await terminate(client, connections, 'pg_backend_pid() = ANY (pg_blocking_pids(pid))');
    }
    await client.query('ROLLBACK');
    return ended;
  } finally {
    await client.end();
  }
}

async function terminate(client: Client, most: number, condition: string): Promise<number> {
  // Within a transaction, PostgreSQL shows the same activity again and again.
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rowCount } = await client.query(
    `SELECT pg_terminate_backend(pid) FROM (
       SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'health-platform' AND ${condition}
       ORDER BY random() LIMIT $1
     ) victim`,
    [most],
  );
  return rowCount ?? 0;
}
