import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { URGENCIES } from '../../src/shared/urgency';
import { ROLES } from '../../src/platform/access/role';
import { type Person, callFrom } from '../modules/chatbot/conversations/callers';
import { type PlainCaller, badRequest, failure, payload } from '../support/plain-caller';
import { ConversationsSuite } from './conversations-suite';
import { sendMessage } from './messages';
import { NO_CONVERSATION } from './failures';

const PROCEDURE = 'chatbot.history';
const NO_PAGE = badRequest('cursor: expected nextCursor of the page before');

const message = z.strictObject({
  messageId: z.string(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  sentAt: z.iso.datetime(),
  state: z.enum(['completed', 'writing', 'failed']),
  urgency: z.enum(URGENCIES).nullable(),
  source: z.enum(['model', 'offline']).nullable(),
  language: z.enum(['en', 'fr', 'pt', 'ar', 'sw']).nullable(),
  rating: z
    .strictObject({ rating: z.boolean(), reason: z.string().nullable(), comment: z.string().nullable() })
    .nullable(),
});
const page = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({ messages: z.array(message), nextCursor: z.string().nullable() }),
});

describe('chatbot.history', () => {
  const here = new ConversationsSuite({ TRUST_PROXY: '1' });
  let amina: Person;

  beforeAll(async () => {
    amina = await here.signIn();
  });

  const history = async (conversationId: string, input: object = {}, caller = amina.caller) =>
    page.parse(payload(await caller.post(PROCEDURE, { conversationId, ...input }))).data;

  async function getFailure(conversationId: string, caller: PlainCaller) {
    return failure(await caller.post(PROCEDURE, { conversationId }));
  }

  it('returns messages and replies unchanged, the latest first', async () => {
    const question = 'I cough\n\n — since “Monday”';
    const first = await sendMessage(amina.caller, question);
    const second = await sendMessage(amina.caller, 'And a fever', first.conversationId);
    const { messages, nextCursor } = await history(first.conversationId);
    expect(messages.map(({ role, text, state }) => [role, text, state])).toEqual([
      ['assistant', second.response, 'completed'],
      ['user', 'And a fever', 'completed'],
      ['assistant', first.response, 'completed'],
      ['user', question, 'completed'],
    ]);
    expect(messages.map(({ messageId }) => messageId)).toEqual(
      expect.arrayContaining([first.messageId, second.messageId]),
    );
    expect(messages[0]?.messageId).toBe(second.messageId);
    expect(nextCursor).toBeNull();
  });

  it('returns time, urgency and source, or null', async () => {
    const id = await here.stored.begin({ account: amina.id });
    const question = await here.stored.say(id, 'My chest hurts', '2026-03-14T10:00:00.123456Z');
    const reply = await here.stored.reply(id, {
      text: 'Call 112',
      at: '2026-03-14T10:00:01Z',
      urgency: 'emergency',
      source: 'offline',
    });
    expect((await history(id)).messages).toStrictEqual([
      {
        messageId: reply,
        role: 'assistant',
        text: 'Call 112',
        sentAt: '2026-03-14T10:00:01.000Z',
        state: 'completed',
        urgency: 'emergency',
        source: 'offline',
        language: 'en',
        rating: null,
      },
      {
        messageId: question,
        role: 'user',
        text: 'My chest hurts',
        sentAt: '2026-03-14T10:00:00.123Z',
        state: 'completed',
        urgency: null,
        source: null,
        language: null,
        rating: null,
      },
    ]);
  });

  it('returns the language of a reply', async () => {
    const { conversationId } = await sendMessage(amina.caller, 'Ninakohoa tangu Jumatatu');
    const { messages } = await history(conversationId);
    expect(messages.map(({ role, language }) => [role, language])).toEqual([
      ['assistant', 'sw'],
      ['user', null],
    ]);
  });

  it('returns the text so far of a reply in progress, and state failed after its deadline', async () => {
    const id = await here.stored.begin({ account: amina.id });
    const writing = { state: 'writing', source: null } as const;
    await here.stored.reply(id, { text: 'It was not to be', state: 'failed' });
    await here.stored.reply(id, {
      ...writing,
      text: 'The process died',
      writingUntil: '2026-03-14T10:00:00Z',
    });
    await here.stored.reply(id, { ...writing, text: 'Drink a lo', writingUntil: 'tomorrow' });
    expect((await history(id)).messages).toMatchObject([
      { text: 'Drink a lo', state: 'writing', source: null },
      { text: 'The process died', state: 'failed' },
      { text: 'It was not to be', state: 'failed' },
    ]);
  });

  it('returns the caller’s own rating only', async () => {
    const { id, reply } = await here.stored.exchange();
    const shared = { messageId: reply, rating: false, reason: 'unclear' };
    payload(await amina.caller.post('chatbot.rateResponse', shared));
    const other = await here.signIn();
    const rate = { messageId: reply, rating: true, comment: 'Thank you' };
    payload(await callFrom(here.platform, '203.0.113.7', ['chatbot.rateResponse', rate]));
    const historyFrom = async (address: string) =>
      page.parse(payload(await callFrom(here.platform, address, [PROCEDURE, { conversationId: id }]))).data;
    const ratings = [
      await history(id),
      await history(id, {}, other.caller),
      await historyFrom('203.0.113.7'),
      await historyFrom('203.0.113.8'),
    ];
    expect(ratings.map(({ messages }) => messages.map(({ rating }) => rating))).toEqual([
      [{ rating: false, reason: 'unclear', comment: null }, null],
      [null, null],
      [{ rating: true, reason: null, comment: 'Thank you' }, null],
      [null, null],
    ]);
  });

  it('returns every message on exactly one page while others are added', async () => {
    const id = await here.stored.begin({ account: amina.id });
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.unshift(await here.stored.say(id, `${n}`, '2026-03-14T10:00:00Z'));
    for (const limit of [1, 2, 3, 7]) {
      const present = (await history(id, { limit: 100 })).messages.map(({ messageId }) => messageId);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const found = await history(id, { limit, cursor });
        expect(found.messages.length).toBeLessThanOrEqual(limit);
        seen.push(...found.messages.map(({ messageId }) => messageId));
        cursor = found.nextCursor;
        await here.stored.say(id, 'Later');
      } while (cursor !== null);
      expect(seen).toEqual(present);
      expect(present.slice(-7)).toEqual(ids);
    }
  });

  it('returns 20 messages if the caller does not give a limit', async () => {
    const id = await here.stored.begin({ account: amina.id });
    for (let n = 0; n < 21; n += 1) await here.stored.say(id, `${n}`);
    const { messages, nextCursor } = await history(id);
    expect(messages).toHaveLength(20);
    expect((await history(id, { cursor: nextCursor })).messages.map(({ text }) => text)).toEqual(['0']);
    expect((await history(id, { limit: 21 })).nextCursor).toBeNull();
  });

  it('returns an empty list for a conversation without messages', async () => {
    const id = await here.stored.begin({ account: amina.id });
    expect(await history(id)).toStrictEqual({ messages: [], nextCursor: null });
  });

  it.each(ROLES)('returns the caller’s own conversation to a %s', async (role) => {
    const { caller, id } = await here.signIn(role);
    const conversation = await here.stored.exchange({ account: id });
    expect((await history(conversation.id, {}, caller)).messages).toHaveLength(2);
  });

  it.each([...ROLES, 'anonymous'] as const)(
    'does not return another account’s conversation to a caller with role: %s',
    async (role) => {
      const { id } = await here.stored.exchange({ account: amina.id });
      const other = role === 'anonymous' ? here.anyone : (await here.signIn(role)).caller;
      expect(await getFailure(id, other)).toStrictEqual(NO_CONVERSATION);
      const guessed = { conversationId: id, cursor: randomUUID() };
      expect(failure(await other.post(PROCEDURE, guessed))).toStrictEqual(NO_CONVERSATION);
      expect(failure(await other.post(PROCEDURE, { conversationId: id, cursor: 'x' }))).toStrictEqual(
        NO_CONVERSATION,
      );
      expect((await history(id)).messages).toHaveLength(2);
    },
  );

  it('returns an anonymous conversation to every caller with its id', async () => {
    const { id } = await here.stored.exchange();
    for (const caller of [here.anyone, amina.caller, (await here.signIn('admin')).caller]) {
      expect((await history(id, {}, caller)).messages).toHaveLength(2);
    }
  });

  it('accepts the identifier in capitals', async () => {
    const { id } = await here.stored.exchange({ account: amina.id });
    expect((await history(id.toUpperCase())).messages).toHaveLength(2);
  });

  it.each([
    ['that does not exist', '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21'],
    ['that is no UUID', 'conversation-1'],
    ['that is empty', ''],
    ['with a NUL character', '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e2\0'],
    ['with a lone surrogate', '\udc00'],
    ['of 100,000 characters', 'a'.repeat(100_000)],
  ])('returns 404 for an id %s', async (_case, conversationId) => {
    expect(await getFailure(conversationId, here.anyone)).toStrictEqual(NO_CONVERSATION);
    expect(await getFailure(conversationId, amina.caller)).toStrictEqual(NO_CONVERSATION);
  });

  it('returns 400 for an invalid cursor or one of another conversation', async () => {
    const { id } = await here.stored.exchange({ account: amina.id });
    const other = await here.stored.exchange({ account: amina.id });
    for (const cursor of ['', 'rubbish', '\0', '\udc00', randomUUID(), other.reply]) {
      const response = await amina.caller.post(PROCEDURE, { conversationId: id, cursor });
      expect(failure(response)).toStrictEqual(NO_PAGE);
    }
  });

  it.each([
    [{}, 'conversationId: required, expected string'],
    [{ conversationId: 'c', limit: 0 }, 'limit: expected a whole number from 1 to 100'],
    [{ conversationId: 'c', limit: 101 }, 'limit: expected a whole number from 1 to 100'],
    [{ conversationId: 'c', cursor: 7 }, 'cursor: expected string, received number'],
  ])('returns 400 for %j', async (input, problem) => {
    expect(failure(await here.anyone.post(PROCEDURE, input))).toStrictEqual(badRequest(problem));
  });

  it('returns 405 for GET, because URLs are logged', async () => {
    const { id } = await here.stored.exchange();
    const response = await here.anyone.getByQuery(PROCEDURE, { conversationId: id });
    expect(failure(response)).toMatchObject({ status: 405, code: 'METHOD_NOT_SUPPORTED' });
  });
});
