import { Client } from 'pg';
import { until } from '../browser/until';
import { type TestDatabase, createDatabase } from '../support/database';
import { holdIntervals } from '../support/fake-clock';
import { type Platform, startPlatform } from '../support/platform';

const HOUR_MS = 60 * 60 * 1000;

describe('stored answers that have expired', () => {
  let database: TestDatabase;
  let client: Client;
  const platforms: Platform[] = [];
  /** What all of them logged: outside of requests, the first one's log is that of the process. */
  const logs: (readonly string[])[] = [];

  beforeEach(async () => {
    // Hours pass as a test says; everything else goes on as it is.
    holdIntervals();
    database = await createDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });

  afterEach(async () => {
    for (const platform of platforms.splice(0)) await platform.close();
    jest.useRealTimers();
    await client.end();
    await database.drop();
  });

  async function start(): Promise<Platform> {
    const platform = await startPlatform({ DATABASE_URL: database.url });
    platforms.push(platform);
    logs.push(platform.logLines);
    return platform;
  }

  /** Stores so many answers, which are forgotten after an interval. */
  async function store(count: number, interval: string): Promise<void> {
    await client.query(
      `INSERT INTO idempotent_answer (account_id, path, key, fingerprint, body, expires_at)
       SELECT gen_random_uuid(), 'consultations.record', 'k' || n, '', 'P-10482', now() + $2::interval
       FROM generate_series(1, $1) n`,
      [count, interval],
    );
  }

  async function expireAll(): Promise<void> {
    await client.query(`UPDATE idempotent_answer SET expires_at = now() - interval '1 second'`);
  }

  async function stored(): Promise<number> {
    const { rows } = await client.query<{ n: number }>(
      'SELECT count(*)::integer AS n FROM idempotent_answer',
    );
    return rows[0]?.n ?? -1;
  }

  const untilStored = (count: number) => until(`${count} answers`, async () => (await stored()) === count);

  it('are removed when a process starts, however many there are, and those that count are not', async () => {
    await store(2_500, '-1 second');
    await store(3, '1 minute');
    await start();
    await untilStored(3);
  });

  it('are removed every hour where nobody calls', async () => {
    await store(1, '-1 second');
    await start();
    await untilStored(0);
    for (let hour = 0; hour < 2; hour += 1) {
      await store(5, '1 minute');
      await expireAll();
      await store(1, '1 minute');
      jest.advanceTimersByTime(HOUR_MS - 1);
      expect(await stored()).toBe(6);
      jest.advanceTimersByTime(1);
      await untilStored(1);
      await client.query('TRUNCATE idempotent_answer');
    }
  });

  it('do not wait for one that somebody has locked', async () => {
    await store(5, '-1 second');
    await client.query('BEGIN');
    await client.query(`SELECT FROM idempotent_answer WHERE key = 'k3' FOR UPDATE`);
    const platform = await start();
    await until('4 removed', async () => {
      const [row] = await platform.database.query<{ n: number }[]>(
        'SELECT count(*)::integer AS n FROM idempotent_answer',
      );
      return row?.n === 1;
    });
    await client.query('COMMIT');
  });

  it('stay where the database fails, which is a warning, and go an hour later', async () => {
    await store(5, '-1 second');
    await client.query('ALTER TABLE idempotent_answer RENAME TO away');
    await start();
    await until('a warning', () => {
      const said = logs.flat().filter((line) => line.includes('expired answers were not removed'));
      return Promise.resolve(said.length === 1 && said.every((line) => line.includes('"level":40')));
    });
    await client.query('ALTER TABLE away RENAME TO idempotent_answer');
    jest.advanceTimersByTime(HOUR_MS);
    await untilStored(0);
  });

  it('have no timer left once the process has closed', async () => {
    const platform = await start();
    expect(jest.getTimerCount()).toBeGreaterThan(0);
    await platform.close();
    expect(jest.getTimerCount()).toBe(0);
    platforms.pop();
  });
});
