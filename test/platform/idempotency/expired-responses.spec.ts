import { until } from '../../support/until';
import { ExpiryScenario, HOUR_MS } from '../../support/expiry-scenario';

describe('expired responses', () => {
  let scenario: ExpiryScenario;

  beforeEach(async () => {
    scenario = await ExpiryScenario.start();
  });

  afterEach(() => scenario.close());

  /** Stores responses that expire after an interval. */
  async function store(count: number, interval: string): Promise<void> {
    await scenario.client.query(
      `INSERT INTO idempotent_answer (account_id, path, key, fingerprint, body, expires_at)
       SELECT gen_random_uuid(), 'consultations.record', 'k' || n, '', 'P-10482', now() + $2::interval
       FROM generate_series(1, $1) n`,
      [count, interval],
    );
  }

  async function expireAll(): Promise<void> {
    await scenario.client.query(`UPDATE idempotent_answer SET expires_at = now() - interval '1 second'`);
  }

  const countStored = () => scenario.numberOf('SELECT count(*) FROM idempotent_answer');
  const waitUntilStored = (count: number) =>
    until(`${count} responses`, async () => (await countStored()) === count);

  it('are all deleted when a process starts; valid ones stay', async () => {
    await store(2_500, '-1 second');
    await store(3, '1 minute');
    await scenario.startPlatform();
    await waitUntilStored(3);
  });

  it('are deleted every hour if there are no calls', async () => {
    await store(1, '-1 second');
    await scenario.startPlatform();
    await waitUntilStored(0);
    for (let hour = 0; hour < 2; hour += 1) {
      await store(5, '1 minute');
      await expireAll();
      await store(1, '1 minute');
      jest.advanceTimersByTime(HOUR_MS - 1);
      expect(await countStored()).toBe(6);
      jest.advanceTimersByTime(1);
      await waitUntilStored(1);
      await scenario.client.query('TRUNCATE idempotent_answer');
    }
  });

  it('are deleted except a locked one', async () => {
    await store(5, '-1 second');
    await scenario.client.query('BEGIN');
    await scenario.client.query(`SELECT FROM idempotent_answer WHERE key = 'k3' FOR UPDATE`);
    await scenario.startPlatform();
    await waitUntilStored(1);
    await scenario.client.query('COMMIT');
  });

  it('stay if the database fails, with a warning, and are deleted an hour later', async () => {
    await store(5, '-1 second');
    await scenario.client.query('ALTER TABLE idempotent_answer RENAME TO away');
    await scenario.startPlatform();
    await scenario.waitForWarning('expired answers were not removed');
    await scenario.client.query('ALTER TABLE away RENAME TO idempotent_answer');
    jest.advanceTimersByTime(HOUR_MS);
    await waitUntilStored(0);
  });

  it('leave no timer once the process has closed', async () => {
    await scenario.expectNoTimerLeft();
  });
});
