import { randomUUID } from 'node:crypto';
import {
  DELETE_STORED_RESPONSES,
  FIND_CONVERSATIONS,
  FIND_MESSAGES,
  LOCK_EXPIRED_CONVERSATIONS,
} from '../../../../src/modules/chatbot/conversations/conversations.sql';
import { RATING_STATISTICS } from '../../../../src/modules/chatbot/ratings/reply-counts.sql';
import type { Parameters, ValuesOf } from '../../../../src/platform/database/parameter';
import type { Statement } from '../../../../src/platform/database/statement';
import { type Platform, startPlatform } from '../../../support/platform';

const ACCOUNT = '00000000-0000-7000-8000-000000000001';
const CONVERSATION = '00000000-0000-4000-8000-000000000001';

describe('how the database finds conversations and what was said in them', () => {
  let platform: Platform;

  /** 4,000 conversations, one in twenty of an account, over ten years that end this month. */
  beforeAll(async () => {
    platform = await startPlatform();
    const { database } = platform;
    await database.query(
      `INSERT INTO conversation (id, account_id, created_at, last_message_at)
       SELECT CASE WHEN n = 1 THEN $2::uuid ELSE gen_random_uuid() END,
         CASE WHEN n % 20 = 0 THEN $1::uuid WHEN n % 2 = 0 THEN gen_random_uuid() END, t, t
       FROM generate_series(1, 4000) n, LATERAL (SELECT now() - n * interval '22 hours' AS t) moment`,
      [ACCOUNT, CONVERSATION],
    );
    await database.query(
      `INSERT INTO message (conversation_id, id, role, content, created_at)
       SELECT c.id, gen_random_uuid(), role, repeat('What to do about a fever? ', 10), c.created_at
       FROM conversation c, (VALUES ('user'), ('assistant'), ('user'), ('assistant')) r (role)`,
    );
    await database.query(
      `INSERT INTO idempotent_answer (account_id, path, key, fingerprint, body, expires_at)
       SELECT gen_random_uuid(), path, m.id, '', format('{"conversationId":"%s","messageId":"%s"}', m.conversation_id, m.id),
         now() + interval '1 day'
       FROM message m, (VALUES ('chatbot.sendMessage'), ('consultations.record')) p (path)
       WHERE m.role = 'assistant'`,
    );
    await database.query('ANALYZE');
  });

  afterAll(async () => {
    await platform.close();
  });

  async function plan<P extends Parameters>(
    { sql, order }: Statement<P>,
    values: ValuesOf<P>,
  ): Promise<string> {
    const rows = await platform.database.query<{ 'QUERY PLAN': string }[]>(
      `EXPLAIN ${sql}`,
      order.map((name) => values[name]),
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  it('reads a page of an account’s conversations in the order of the index', async () => {
    for (const after of [
      { lastUsed: null, lastId: null },
      { lastUsed: 1_773_482_400_000_000, lastId: CONVERSATION },
    ]) {
      const found = await plan(FIND_CONVERSATIONS, { accountId: ACCOUNT, ...after, count: 21 });
      expect(found).toContain('Index Scan Backward using conversation_account_idx');
      expect(found).toMatch(/Index Cond: .*account_id.*ROW\(last_message_at, id\)/);
      expect(found).not.toMatch(/Sort|Seq Scan/);
    }
  });

  it('reads a page of a conversation in the order of the index', async () => {
    for (const after of [null, CONVERSATION]) {
      const found = await plan(FIND_MESSAGES, {
        conversationId: CONVERSATION,
        accountId: null,
        network: '203.0.113.7',
        after,
        count: 21,
      });
      expect(found).toContain('Index Scan Backward using message_position_idx');
      expect(found).toMatch(/Index Cond: .*conversation_id.*"position" </);
      expect(found).not.toContain('Seq Scan on message m');
    }
  });

  it('reads no conversation of an account when it looks for those that have expired', async () => {
    expect(await plan(LOCK_EXPIRED_CONVERSATIONS, { days: 30, count: 200 })).toContain(
      'using conversation_anonymous_idx',
    );
  });

  it('reads the replies of the year alone for its statistics', async () => {
    expect(await plan(RATING_STATISTICS, { year: new Date().getUTCFullYear() - 3 })).toContain(
      'message_reply_idx',
    );
  });

  it('reads no answer of other conversations when it forgets those of some', async () => {
    for (const conversations of [[CONVERSATION], Array.from({ length: 200 }, () => randomUUID())]) {
      const found = await plan(DELETE_STORED_RESPONSES, { conversationIds: conversations });
      expect(found).toContain('on idempotent_answer_conversation_idx');
      expect(found).toContain('on idempotent_answer_message_idx');
      expect(found).not.toContain('Seq Scan');
    }
  });
});
