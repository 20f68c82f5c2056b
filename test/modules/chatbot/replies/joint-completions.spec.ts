import type { QueryRunner } from 'typeorm';
import { COMPLETE_REPLIES } from '../../../../src/modules/chatbot/replies/reply.sql';
import { Database } from '../../../../src/platform/database/database';
import { suitePlatform } from '../../../support/platform';
import { StoredConversations } from '../conversations/stored-conversations';
import { inTransaction, untilWaiting } from './waiting-statements';

describe('replies that are completed together', () => {
  const platform = suitePlatform();

  /** Begins two conversations and returns them in the order of their ids. In the tables, they have the other order. */
  async function beginTwo(): Promise<{ conversationId: string; replyId: string }[]> {
    const stored = new StoredConversations(platform.database);
    const ids = [await stored.begin(), await stored.begin()].sort();
    await platform.database.query('UPDATE conversation SET last_message_at = now() WHERE id = $1', [ids[0]]);
    const begun: { conversationId: string; replyId: string }[] = [];
    for (const conversationId of ids.toReversed()) {
      const replyId = await stored.reply(conversationId, { state: 'writing', writingUntil: 'tomorrow' });
      begun.unshift({ conversationId, replyId });
    }
    return begun;
  }

  function complete(
    replies: readonly { readonly conversationId: string; readonly replyId: string }[],
  ): Promise<{ replyId: string }[]> {
    return new Database(platform.database).rows(COMPLETE_REPLIES, {
      conversationIds: replies.map(({ conversationId }) => conversationId),
      replyIds: replies.map(({ replyId }) => replyId),
      contents: replies.map(() => 'Drink.'),
      urgencies: replies.map(() => 'routine'),
      languages: replies.map(() => 'en'),
      sources: replies.map(() => 'model'),
      models: replies.map(() => 'm-1'),
      promptVersions: replies.map(() => null),
    });
  }

  it.each([
    ['the first id first', false],
    ['the last id first', true],
  ])('do not deadlock with a deletion of several conversations, %s', async (_case, isReversed) => {
    const begun = await beginTwo();
    const order = isReversed ? begun.toReversed() : begun;
    const deleteMessages = (runner: QueryRunner, index: number) =>
      runner.query('DELETE FROM message WHERE conversation_id = $1', [order[index]?.conversationId]);
    let completions: Promise<unknown[]>[] = [];
    await inTransaction(platform.database, async (runner) => {
      const ids = begun.map(({ conversationId }) => conversationId);
      await runner.query('SELECT FROM conversation WHERE id = ANY ($1) FOR UPDATE', [ids]);
      await deleteMessages(runner, 0);
      completions = [complete(begun), complete(begun.toReversed())];
      await untilWaiting(platform.database, COMPLETE_REPLIES);
      await deleteMessages(runner, 1);
      await runner.query('DELETE FROM conversation WHERE id = ANY ($1)', [ids]);
    });
    expect(await Promise.all(completions)).toEqual([[], []]);
  });

  it('are locked in the order of their ids', async () => {
    const [first, last] = await beginTwo();
    if (!first || !last) throw new Error('two conversations');
    let completion: Promise<unknown[]> = Promise.resolve([]);
    await inTransaction(platform.database, async (runner) => {
      await runner.query('SELECT FROM message WHERE id = $1 FOR UPDATE', [first.replyId]);
      completion = complete([last, first]);
      await untilWaiting(platform.database, COMPLETE_REPLIES);
      const free: unknown = await runner.query(
        'SELECT id FROM message WHERE id = $1 FOR UPDATE SKIP LOCKED',
        [last.replyId],
      );
      expect(free).toEqual([{ id: last.replyId }]);
    });
    expect(await completion).toHaveLength(2);
  });
});
