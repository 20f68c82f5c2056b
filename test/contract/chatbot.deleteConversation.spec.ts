import { z } from 'zod';
import { ROLES } from '../../src/platform/access/role';
import type { Person } from '../modules/chatbot/conversations/callers';
import { KeyedCaller, responseOf } from '../platform/idempotency/keyed-caller';
import { LOGIN_REQUIRED, badRequest, failure, payload } from '../support/plain-caller';
import { ConversationsSuite } from './conversations-suite';
import { NO_CONVERSATION } from './failures';

const PROCEDURE = 'chatbot.deleteConversation';

const sendResponse = z.object({
  result: z.object({
    data: z.object({
      json: z.object({ conversationId: z.string(), messageId: z.string(), response: z.string() }),
    }),
  }),
});

describe('chatbot.deleteConversation', () => {
  const here = new ConversationsSuite();
  let amina: Person;

  beforeEach(async () => {
    await here.database.query('TRUNCATE conversation, deleted_reply_count, idempotent_answer CASCADE');
    amina = await here.signIn();
  });

  async function remove(conversationId: string, caller = amina.caller): Promise<void> {
    const deleted = payload(await caller.post(PROCEDURE, { conversationId }));
    expect(deleted).toStrictEqual({ success: true, data: { conversationId } });
  }

  async function rate(messageId: string, rating: boolean, caller = amina.caller): Promise<void> {
    payload(await caller.post('chatbot.rateResponse', { messageId, rating, reason: 'other', comment: 'Hm' }));
  }

  const findCounts = () => here.database.query<unknown[]>('SELECT * FROM deleted_reply_count');

  it('deletes the conversation with its messages and ratings, and no others', async () => {
    const gone = await here.stored.exchange({ account: amina.id });
    const remaining = await here.stored.exchange({ account: amina.id });
    for (const { reply } of [gone, remaining]) await rate(reply, true);
    await remove(gone.id);
    const { database } = here;
    expect(await database.query('SELECT id FROM conversation')).toEqual([{ id: remaining.id }]);
    expect(await database.query('SELECT DISTINCT conversation_id AS id FROM message')).toEqual([
      { id: remaining.id },
    ]);
    expect(await database.query('SELECT conversation_id AS id FROM message_rating')).toEqual([
      { id: remaining.id },
    ]);
  });

  it('makes every procedure return 404 for the conversation', async () => {
    const { id, reply } = await here.stored.exchange({ account: amina.id });
    await remove(id);
    const call = async (procedure: string, input: object) =>
      failure(await amina.caller.post(procedure, input)).code;
    expect([
      await call('chatbot.history', { conversationId: id }),
      await call('chatbot.sendMessage', { message: 'Still', conversationId: id }),
      await call('chatbot.rateResponse', { messageId: reply, rating: true }),
      await call(PROCEDURE, { conversationId: id }),
    ]).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
    expect(payload(await amina.caller.post('chatbot.conversations', {}))).toMatchObject({
      data: { conversations: [] },
    });
  });

  it('stores counts of the deleted replies and ratings', async () => {
    const id = await here.stored.begin({ account: amina.id });
    const at = '2026-03-31T23:59:59.9Z';
    await here.stored.say(id, 'I cough', at);
    await rate(await here.stored.reply(id, { at }), true);
    await rate(await here.stored.reply(id, { at }), false);
    await here.stored.reply(id, { at, state: 'failed' });
    await here.stored.reply(id, { at, state: 'writing', writingUntil: 'tomorrow' });
    await here.stored.reply(id, {
      at,
      source: 'offline',
      model: 'offline-2',
      promptVersion: null,
      language: null,
    });
    await remove(id);
    const rows = await here.database.query<unknown[]>(
      'SELECT *, month::text FROM deleted_reply_count ORDER BY model',
    );
    expect(rows).toStrictEqual([
      {
        month: '2026-03-01',
        model: 'm-1',
        prompt_version: '2',
        language: 'en',
        replies: '2',
        thumbs_up: '1',
        thumbs_down: '1',
        reasons: { other: 2 },
      },
      {
        month: '2026-03-01',
        model: 'offline-2',
        prompt_version: '',
        language: '',
        replies: '1',
        thumbs_up: '0',
        thumbs_down: '0',
        reasons: {},
      },
    ]);
  });

  it('stores no counts for a conversation without a reply', async () => {
    const empty = await here.stored.begin({ account: amina.id });
    const unanswered = await here.stored.begin({ account: amina.id });
    await here.stored.say(unanswered, 'I cough');
    await remove(empty);
    await remove(unanswered);
    expect(await findCounts()).toEqual([]);
    expect(await here.stored.counts()).toMatchObject({ conversations: 0, messages: 0 });
  });

  it('does not let an unfinished reply be stored afterwards', async () => {
    const id = await here.stored.begin({ account: amina.id });
    await here.stored.say(id, 'I cough');
    const reply = await here.stored.reply(id, { state: 'writing', writingUntil: 'tomorrow', text: 'Dri' });
    await remove(id);
    const [, updated] = await here.database.query<[unknown[], number]>(
      `UPDATE message SET content = 'Drink', state = 'completed' WHERE conversation_id = $1 AND id = $2`,
      [id, reply],
    );
    expect(updated).toBe(0);
    await expect(here.stored.reply(id)).rejects.toThrow('message_conversation_fkey');
    expect(await here.stored.counts()).toEqual({ conversations: 0, messages: 0, ratings: 0, deleted: 0 });
  });

  it('deletes the stored responses of the conversation, and no others', async () => {
    const keyed = new KeyedCaller(await here.platform.app.getUrl(), amina.cookie);
    const send = async (key: string) =>
      sendResponse.parse(
        JSON.parse((await keyed.send('chatbot.sendMessage', { message: 'I cough' }, key)).text),
      ).result.data.json;
    const gone = await send('gone');
    const remaining = await send('kept');
    const rating = { messageId: gone.messageId, rating: false, comment: 'I was afraid' };
    expect((await keyed.send('chatbot.rateResponse', rating, 'rating')).status).toBe(200);
    const deletion = { conversationId: gone.conversationId };
    for (const replayed of [false, true]) {
      const response = responseOf(await keyed.send(PROCEDURE, deletion, 'deletion'));
      expect(response).toMatchObject({ status: 200, replayed });
    }
    const responses = await here.database.query<{ key: string }[]>(
      'SELECT key FROM idempotent_answer ORDER BY key',
    );
    expect(responses.map(({ key }) => key)).toEqual(['deletion', 'kept']);
    expect(await send('kept')).toStrictEqual(remaining);
    expect((await send('gone')).conversationId).not.toBe(gone.conversationId);
    expect((await keyed.send('chatbot.rateResponse', rating, 'rating')).status).toBe(404);
  });

  it('deletes an account’s stored responses of an anonymous conversation, for any caller', async () => {
    const keyed = new KeyedCaller(await here.platform.app.getUrl(), amina.cookie);
    const gone = await here.stored.exchange();
    const remaining = await here.stored.exchange();
    const comment = `I was afraid, "messageId":"${gone.reply}"`;
    // A message would make the conversation the account's own.
    const ratingOf = (messageId: string) => ({ messageId, rating: false, comment });
    for (const { id, reply } of [gone, remaining]) {
      expect((await keyed.send('chatbot.rateResponse', ratingOf(reply), id)).status).toBe(200);
    }
    await remove(gone.id, here.anyone);
    const responses = await here.database.query<{ key: string }[]>('SELECT key FROM idempotent_answer');
    expect(responses.map(({ key }) => key)).toEqual([remaining.id]);
    expect((await keyed.send('chatbot.rateResponse', ratingOf(gone.reply), gone.id)).status).toBe(404);
  });

  it.each(ROLES)('deletes the caller’s own conversation for a %s', async (role) => {
    const { caller, id } = await here.signIn(role);
    await remove((await here.stored.exchange({ account: id })).id, caller);
    expect(await here.stored.counts()).toMatchObject({ conversations: 0, messages: 0, deleted: 1 });
  });

  it.each([...ROLES, 'anonymous'] as const)(
    'does not delete another account’s conversation for a caller with role: %s',
    async (role) => {
      const { id } = await here.stored.exchange({ account: amina.id });
      const other = role === 'anonymous' ? here.anyone : (await here.signIn(role)).caller;
      expect(failure(await other.post(PROCEDURE, { conversationId: id }))).toStrictEqual(NO_CONVERSATION);
      expect(await here.stored.counts()).toMatchObject({ conversations: 1, messages: 2, deleted: 0 });
    },
  );

  it('deletes an anonymous conversation for every caller with its id', async () => {
    for (const caller of [here.anyone, amina.caller]) await remove((await here.stored.exchange()).id, caller);
    expect(await here.stored.counts()).toMatchObject({ conversations: 0, messages: 0, deleted: 2 });
  });

  it('accepts the identifier in capitals', async () => {
    const { id } = await here.stored.exchange({ account: amina.id });
    await remove(id.toUpperCase());
    expect(await here.stored.counts()).toMatchObject({ conversations: 0 });
  });

  it('returns 404 for an unknown or invalid id', async () => {
    const ids = ['6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21', 'conversation-1', '', '\0', '\udc00'];
    for (const caller of [here.anyone, amina.caller]) {
      for (const conversationId of ids) {
        expect(failure(await caller.post(PROCEDURE, { conversationId }))).toStrictEqual(NO_CONVERSATION);
      }
    }
  });

  it('returns 400 for invalid input', async () => {
    expect(failure(await here.anyone.post(PROCEDURE, {}))).toStrictEqual(
      badRequest('conversationId: required, expected string'),
    );
    expect(failure(await here.anyone.post(PROCEDURE, { conversationId: 7 }))).toStrictEqual(
      badRequest('conversationId: expected string, received number'),
    );
  });

  it('returns 401 for an invalid session', async () => {
    const { id } = await here.stored.exchange();
    const caller = here.anyone.as(`session=${'A'.repeat(43)}`);
    expect(failure(await caller.post(PROCEDURE, { conversationId: id }))).toStrictEqual(LOGIN_REQUIRED);
    expect(await here.stored.counts()).toMatchObject({ conversations: 1 });
  });
});
