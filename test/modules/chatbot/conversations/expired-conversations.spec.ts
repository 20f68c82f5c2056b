import { until } from '../../../support/until';
import { ExpiryScenario, HOUR_MS } from '../../../support/expiry-scenario';

describe('expired anonymous conversations', () => {
  let scenario: ExpiryScenario;

  beforeEach(async () => {
    scenario = await ExpiryScenario.start();
  });

  afterEach(() => scenario.close());

  /** Stores conversations with a question and a rated reply, last used the given interval ago. */
  async function store(count: number, ago: string, account: string | null = null): Promise<void> {
    await scenario.client.query(
      `WITH begun AS (
         INSERT INTO conversation (id, account_id, created_at, last_message_at)
         SELECT gen_random_uuid(), $3, now() - interval '1 year', now() - $2::interval FROM generate_series(1, $1)
         RETURNING id
       ), written AS (
         INSERT INTO message (conversation_id, id, role, content, model)
         SELECT id, gen_random_uuid(), role, 'I cough', 'm-1' FROM begun, (VALUES ('user'), ('assistant')) r (role)
         RETURNING conversation_id, id, role
       )
       INSERT INTO message_rating (conversation_id, message_id, rater, rating, reason)
       SELECT conversation_id, id, 'ab12', true, 'clear' FROM written WHERE role = 'assistant'`,
      [count, ago, account],
    );
  }

  const countLeft = () => scenario.numberOf('SELECT count(*) FROM conversation');
  const untilLeft = (count: number) => until(`${count} left`, async () => (await countLeft()) === count);

  async function findDeletedCounts(): Promise<unknown> {
    const { rows } = await scenario.client.query<Record<string, unknown>>(
      'SELECT replies::integer, thumbs_up::integer, thumbs_down::integer, reasons FROM deleted_reply_count',
    );
    return rows;
  }

  const countsFor = (n: number) => [{ replies: n, thumbs_up: n, thumbs_down: 0, reasons: { clear: n } }];

  it('are deleted and counted when a process starts, and no others', async () => {
    await store(450, '30 days 1 second');
    await store(3, '29 days 23:59');
    await store(4, '400 days', '00000000-0000-7000-8000-000000000001');
    await scenario.startPlatform();
    await untilLeft(7);
    expect(await scenario.numberOf(`SELECT count(*) FROM conversation WHERE account_id IS NOT NULL`)).toBe(4);
    expect(await scenario.numberOf('SELECT count(*) FROM message')).toBe(14);
    expect(await scenario.numberOf('SELECT count(*) FROM message_rating')).toBe(7);
    expect(await findDeletedCounts()).toEqual(countsFor(450));
  });

  it('are deleted with their stored responses', async () => {
    await store(1, '31 days');
    await store(1, '1 day');
    await scenario.client.query(
      `INSERT INTO idempotent_answer (account_id, path, key, fingerprint, body, expires_at)
       SELECT gen_random_uuid(), 'chatbot.rateResponse', conversation_id::text, '',
         '{"result":{"data":{"json":{"success":true,"data":{"messageId":"' || id || '"}}}}}', now() + interval '1 day'
       FROM message WHERE role = 'assistant'`,
    );
    await scenario.startPlatform();
    await untilLeft(1);
    expect(await scenario.numberOf('SELECT count(*) FROM idempotent_answer')).toBe(1);
    const { rows } = await scenario.client.query('SELECT key FROM idempotent_answer');
    const { rows: remaining } = await scenario.client.query('SELECT id::text AS key FROM conversation');
    expect(rows).toEqual(remaining);
  });

  it('remain for CHATBOT_ANONYMOUS_RETENTION_DAYS days', async () => {
    await store(1, '2 days 1 minute');
    await store(1, '1 day 23:59');
    await scenario.startPlatform({ CHATBOT_ANONYMOUS_RETENTION_DAYS: '2' });
    await untilLeft(1);
  });

  it('are deleted every hour', async () => {
    await store(1, '31 days');
    await scenario.startPlatform();
    await untilLeft(0);
    for (let hour = 1; hour <= 2; hour += 1) {
      await store(5, '31 days');
      jest.advanceTimersByTime(HOUR_MS - 1);
      expect(await countLeft()).toBe(5);
      jest.advanceTimersByTime(1);
      await untilLeft(0);
      expect(await findDeletedCounts()).toEqual(countsFor(1 + 5 * hour));
    }
  });

  it('are counted once if several processes delete at the same time', async () => {
    for (let processes = 0; processes < 3; processes += 1) await scenario.startPlatform();
    await store(1_500, '31 days');
    jest.advanceTimersByTime(HOUR_MS);
    await untilLeft(0);
    expect(await findDeletedCounts()).toEqual(countsFor(1_500));
  });

  it('are skipped if they are locked, and remain if they are used meanwhile', async () => {
    await store(5, '31 days');
    await scenario.client.query('BEGIN');
    await scenario.client.query(
      'UPDATE conversation SET last_message_at = now() WHERE id = (SELECT id FROM conversation LIMIT 1)',
    );
    await scenario.startPlatform();
    await untilLeft(1);
    await scenario.client.query('COMMIT');
    jest.advanceTimersByTime(HOUR_MS);
    await store(1, '31 days');
    jest.advanceTimersByTime(HOUR_MS);
    await untilLeft(1);
    expect(await findDeletedCounts()).toEqual(countsFor(5));
  });

  it('are deleted an hour later after a database failure, which is logged as a warning', async () => {
    await store(5, '31 days');
    await scenario.client.query('ALTER TABLE deleted_reply_count RENAME TO away');
    await scenario.startPlatform();
    await scenario.waitForWarning('expired conversations were not removed');
    expect(await countLeft()).toBe(5);
    await scenario.client.query('ALTER TABLE away RENAME TO deleted_reply_count');
    jest.advanceTimersByTime(HOUR_MS);
    await untilLeft(0);
    expect(await findDeletedCounts()).toEqual(countsFor(5));
  });

  it('leave no timer after the process has closed', async () => {
    await scenario.expectNoTimerLeft();
  });
});
