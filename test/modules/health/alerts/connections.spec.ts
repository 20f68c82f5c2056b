import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { addDays, dayOf, periodOf } from '../../../../src/shared/period';
import { startPlatform, suitePlatform } from '../../../support/platform';
import { payload, PlainCaller } from '../../../support/plain-caller';
import { until } from '../../../support/until';

const WEEKS = 10;
/** Connections of all computations; each call uses another one for single cases. */
const COMPUTATION_CONNECTIONS = 2;

describe('the database connections of alerts', () => {
  let locker: Client;
  // Before the platform closes and drops the database.
  afterAll(() => locker.end());
  // A quarter of the pool is for statistics, and half of that for those of one caller.
  const platform = suitePlatform({ DATABASE_POOL_SIZE: '60' });

  beforeAll(async () => {
    locker = new Client({ connectionString: platform.ownerUrl });
    await locker.connect();
  });

  async function countWaiting(): Promise<number> {
    // Otherwise a transaction reads the same state of the connections every time.
    await locker.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await locker.query<{ count: number }>(
      // The job that adds changes to the daily counts waits too.
      `SELECT count(*)::integer AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE NOT granted AND relation = 'pathology_count_change'::regclass
         AND query NOT LIKE '%pg_try_advisory_xact_lock%'`,
    );
    return rows[0]?.count ?? 0;
  }

  it('are limited to two for all computations, for any number of concurrent calls', async () => {
    const anyone = new PlainCaller(await platform.listen());
    const callers = [
      anyone.as(await platform.session({ role: 'ministry', country: '*', email: 'one@example.org' })),
      anyone.as(await platform.session({ role: 'ministry', country: '*', email: 'other@example.org' })),
    ];
    await locker.query('BEGIN');
    await locker.query('LOCK TABLE pathology_count_change IN ACCESS EXCLUSIVE MODE');
    const calls = Array.from({ length: WEEKS / callers.length }, (_, index) =>
      callers.map((caller, number) => {
        const day = addDays(dayOf(new Date()), -7 * (callers.length * index + number));
        return caller.get('health.alerts', { week: periodOf('week', day).name });
      }),
    ).flat();
    try {
      await until('all calls wait', async () => (await countWaiting()) >= WEEKS + COMPUTATION_CONNECTIONS);
      await setTimeout(300);
      expect(await countWaiting()).toBe(WEEKS + COMPUTATION_CONNECTIONS);
    } finally {
      await locker.query('COMMIT');
    }
    for (const response of await Promise.all(calls)) payload(response);
  });

  it('suffice for more concurrent calls than there are', async () => {
    const few = await startPlatform({ DATABASE_URL: platform.databaseUrl, DATABASE_POOL_SIZE: '8' });
    try {
      const cookie = await platform.session({ role: 'ministry', country: '*' });
      const caller = new PlainCaller(await few.listen()).as(cookie);
      const calls = Array.from({ length: WEEKS }, (_, weeks) =>
        caller.get('health.alerts', { week: periodOf('week', addDays(dayOf(new Date()), -7 * weeks)).name }),
      );
      for (const response of await Promise.all(calls)) payload(response);
    } finally {
      await few.close();
    }
  });
});
