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
import { suitePlatform } from '../../../support/platform';

const ACCOUNT = '00000000-0000-7000-8000-000000000001';
const CONVERSATION = '00000000-0000-4000-8000-000000000001';

describe('the query plans for conversations and messages', () => {
  // The platform deletes none of the conversations.
  const platform = suitePlatform({ CHATBOT_ANONYMOUS_RETENTION_DAYS: '36500' });

  /** 4,000 conversations in the last ten years, one in twenty of the same account. */
  beforeAll(async () => {
    const { database } = platform;
    await database.query(
      `INSERT INTO conversation (id, account_id, created_at, last_message_at)
       SELECT CASE WHEN n = 1 THEN $2::uuid ELSE gen_random_uuid() END,
         CASE WHEN n % 20 = 0 THEN $1::uuid WHEN n % 2 = 0 THEN gen_random_uuid() END, t, t
       FROM generate_series(1, 4000) n, LATERAL (SELECT now() - n * interval '22 hours' AS t) times`,
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

  async function explain<P extends Parameters>(
    statement: Statement<P>,
    values: ValuesOf<P>,
  ): Promise<string> {
    const parameters = statement.order.map((name) => values[name]);
    const rows = await platform.database.query<{ 'QUERY PLAN': string }[]>(
      `EXPLAIN ${statement.sql}`,
      parameters,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  it('read a page of an account’s conversations in index order', async () => {
    const lastPage = { lastUsed: 1_773_482_400_000_000, lastId: CONVERSATION };
    for (const after of [{ lastUsed: null, lastId: null }, lastPage]) {
      const plan = await explain(FIND_CONVERSATIONS, { accountId: ACCOUNT, ...after, count: 21 });
      expect(plan).toContain('Index Scan Backward using conversation_account_idx');
      expect(plan).toMatch(/Index Cond: .*account_id.*ROW\(last_message_at, id\)/);
      expect(plan).not.toMatch(/Sort|Seq Scan/);
    }
  });

  it('read a page of a conversation’s messages in index order', async () => {
    for (const after of [null, CONVERSATION]) {
      const plan = await explain(FIND_MESSAGES, {
        conversationId: CONVERSATION,
        accountId: null,
        network: '203.0.113.7',
        after,
        count: 21,
      });
      expect(plan).toContain('Index Scan Backward using message_position_idx');
      expect(plan).toMatch(/Index Cond: .*conversation_id.*"position" </);
      expect(plan).not.toContain('Seq Scan on message m');
    }
  });

  it('read only anonymous conversations to find expired ones', async () => {
    const plan = await explain(LOCK_EXPIRED_CONVERSATIONS, { days: 30, count: 200 });
    expect(plan).toContain('using conversation_anonymous_idx');
  });

  it('read only the replies of the year for the statistics', async () => {
    const plan = await explain(RATING_STATISTICS, { year: new Date().getUTCFullYear() - 3 });
    expect(plan).toContain('message_reply_idx');
  });

  it('read only the stored responses of the given conversations to delete them', async () => {
    for (const conversationIds of [[CONVERSATION], Array.from({ length: 200 }, () => randomUUID())]) {
      const plan = await explain(DELETE_STORED_RESPONSES, { conversationIds });
      expect(plan).toContain('on idempotent_answer_conversation_idx');
      expect(plan).toContain('on idempotent_answer_message_idx');
      expect(plan).not.toContain('Seq Scan');
    }
  });
});
