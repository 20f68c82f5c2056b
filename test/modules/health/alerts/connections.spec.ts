import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { addDays, dayOf, periodOf } from '../../../../src/shared/calendar';
import { type Platform, startPlatform } from '../../../support/platform';
import { payload, PlainCaller } from '../../../support/plain-caller';

const WEEKS = 10;
/** Of all computations together; each caller has one more, for single cases. */
const COMPUTING = 2;

describe('the connections that alerts take', () => {
  let platform: Platform;
  let other: Client;

  beforeAll(async () => {
    platform = await startPlatform({ DATABASE_POOL_SIZE: '40' });
    other = new Client({ connectionString: platform.databaseUrl });
    await other.connect();
  });

  afterAll(async () => {
    await other.end();
    await platform.close();
  });

  async function waiting(): Promise<number> {
    const { rows } = await other.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM pg_locks WHERE NOT granted AND relation = $1::regclass',
      ['pathology_daily_count'],
    );
    return rows[0]?.count ?? 0;
  }

  it('are two for all that is computed, however many weeks are asked for at once', async () => {
    const session = await platform.session({ role: 'ministry', country: '*' });
    const caller = new PlainCaller(await platform.listen()).as(session);
    await other.query('BEGIN');
    await other.query('LOCK TABLE pathology_daily_count IN ACCESS EXCLUSIVE MODE');
    const answers = Array.from({ length: WEEKS }, (_, weeks) =>
      caller.get('health.alerts', { week: periodOf('week', addDays(dayOf(new Date()), -7 * weeks)).name }),
    );
    try {
      while ((await waiting()) < WEEKS + COMPUTING) await setTimeout(20);
      await setTimeout(300);
      expect(await waiting()).toBe(WEEKS + COMPUTING);
    } finally {
      await other.query('COMMIT');
    }
    for (const answer of await Promise.all(answers)) payload(answer);
  });
});
