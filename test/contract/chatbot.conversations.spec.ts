import { z } from 'zod';
import { ROLES } from '../../src/platform/access/role';
import { type Person, signedIn } from '../modules/chatbot/conversations/people';
import { StoredConversations } from '../modules/chatbot/conversations/stored-conversations';
import { type Platform, startPlatform } from '../support/platform';
import { LOGIN_REQUIRED, PlainCaller, badRequest, failure, payload } from '../support/plain-caller';

const PROCEDURE = 'chatbot.conversations';
const NO_PAGE = badRequest('cursor: expected nextCursor of the page before');

const page = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({
    conversations: z.array(
      z.strictObject({
        conversationId: z.string(),
        title: z.string(),
        startedAt: z.iso.datetime(),
        lastMessageAt: z.iso.datetime(),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
});
const answer = z.object({ conversationId: z.string() });

describe('chatbot.conversations', () => {
  let platform: Platform;
  let anyone: PlainCaller;
  let stored: StoredConversations;
  let amina: Person;

  beforeAll(async () => {
    platform = await startPlatform();
    anyone = new PlainCaller(await platform.listen());
    stored = new StoredConversations(platform.database);
  });

  beforeEach(async () => {
    amina = await signedIn(platform, anyone);
  });

  afterAll(async () => {
    await platform.close();
  });

  const list = async (input: object = {}, { caller }: Person = amina) =>
    page.parse(payload(await caller.post(PROCEDURE, input))).data;

  const idsOf = ({ conversations }: { conversations: readonly { conversationId: string }[] }) =>
    conversations.map(({ conversationId }) => conversationId);

  async function allPages(limit: number, between: () => Promise<unknown> = () => Promise.resolve()) {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const answered = await list({ limit, cursor });
      expect(answered.conversations.length).toBeLessThanOrEqual(limit);
      ids.push(...idsOf(answered));
      cursor = answered.nextCursor;
      await between();
    } while (cursor !== null);
    return ids;
  }

  it('shows what the account said to the assistant, by the beginning of its first message', async () => {
    const send = async (message: string, conversationId?: string) =>
      answer.parse(payload(await amina.caller.post('chatbot.sendMessage', { message, conversationId })))
        .conversationId;
    const first = await send('I cough\n\nsince Monday');
    const second = await send('My knee hurts');
    await send('And I have a fever', first);
    expect((await list()).conversations).toMatchObject([
      { conversationId: first, title: 'I cough since Monday' },
      { conversationId: second, title: 'My knee hurts' },
    ]);
  });

  it('answers when each was begun and last used, the last used first', async () => {
    const early = await stored.exchange({ account: amina.id, at: '2026-03-14T10:00:00Z' });
    const late = await stored.exchange({ account: amina.id, at: '2026-03-15T10:00:00.123456Z' });
    await platform.database.query(
      `UPDATE conversation SET last_message_at = '2026-03-16T10:00:00Z' WHERE id = $1`,
      [early.id],
    );
    expect(await list()).toStrictEqual({
      conversations: [
        {
          conversationId: early.id,
          title: 'I cough',
          startedAt: '2026-03-14T10:00:00.000Z',
          lastMessageAt: '2026-03-16T10:00:00.000Z',
        },
        {
          conversationId: late.id,
          title: 'I cough',
          startedAt: '2026-03-15T10:00:00.123Z',
          lastMessageAt: '2026-03-15T10:00:00.123Z',
        },
      ],
      nextCursor: null,
    });
  });

  it('answers nothing to who said nothing', async () => {
    expect(await list()).toStrictEqual({ conversations: [], nextCursor: null });
  });

  it('leaves out a conversation in which nothing was said yet', async () => {
    await stored.begin({ account: amina.id });
    expect(await list()).toStrictEqual({ conversations: [], nextCursor: null });
  });

  it.each(ROLES)('does not show somebody else’s conversations to a %s', async (role) => {
    const other = await signedIn(platform, anyone, role);
    await stored.exchange({ account: amina.id });
    const own = await stored.exchange({ account: other.id });
    expect(idsOf(await list({}, other))).toEqual([own.id]);
  });

  it('shows nobody a stranger’s conversation, not even who goes on with it signed in', async () => {
    const { id } = await stored.exchange();
    const message = { message: 'And a fever', conversationId: id };
    expect(answer.parse(payload(await amina.caller.post('chatbot.sendMessage', message)))).toEqual({
      conversationId: id,
    });
    expect(await list()).toStrictEqual({ conversations: [], nextCursor: null });
  });

  it('gives every conversation once, page by page, where all were used in the same moment', async () => {
    const at = '2026-03-14T10:00:00.123456Z';
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.push((await stored.exchange({ account: amina.id, at })).id);
    for (const limit of [1, 2, 3, 7]) expect(await allPages(limit)).toEqual(ids.toSorted().toReversed());
  });

  it('tells moments apart that lie less than a millisecond from one another', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 9; n += 1) {
      ids.unshift((await stored.exchange({ account: amina.id, at: `2026-03-14T10:00:00.00010${n}Z` })).id);
    }
    expect(await allPages(2)).toEqual(ids);
  });

  it('neither repeats nor leaves out what was there, while others are begun, used and deleted', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      ids.unshift((await stored.exchange({ account: amina.id, at: `2026-03-14T10:00:0${n}Z` })).id);
    }
    const seen = await allPages(2, async () => {
      await stored.exchange({ account: amina.id });
      // The last of the page that was just read.
      await platform.database.query('UPDATE conversation SET last_message_at = now() WHERE id = $1', [
        ids[1],
      ]);
      await platform.database.query('DELETE FROM conversation WHERE id = $1', [ids[3]]);
    });
    expect(seen).toEqual(ids.filter((_, place) => place !== 3));
  });

  it('has 20 on a page where the caller does not say', async () => {
    for (let n = 0; n < 21; n += 1) await stored.exchange({ account: amina.id });
    const { conversations, nextCursor } = await list();
    expect(conversations).toHaveLength(20);
    expect((await list({ cursor: nextCursor })).conversations).toHaveLength(1);
    expect((await list({ limit: 21 })).nextCursor).toBeNull();
  });

  it('shows nobody else anything by a cursor of somebody', async () => {
    await stored.exchange({ account: amina.id });
    await stored.exchange({ account: amina.id });
    const { nextCursor } = await list({ limit: 1 });
    const other = await signedIn(platform, anyone);
    expect(await list({ cursor: nextCursor }, other)).toStrictEqual({ conversations: [], nextCursor: null });
  });

  const ID = '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21';
  const written = (text: string) => Buffer.from(text).toString('base64url');

  it.each([
    ['that is empty', ''],
    ['that is an identifier', ID],
    ['without a moment', written(` ${ID}`)],
    ['without an identifier', written('1773482400000000 ')],
    ['with a moment that is no number', written(`now ${ID}`)],
    ['before 1970', written(`-1 ${ID}`)],
    ['beyond what the database counts', written(`99999999999999999999 ${ID}`)],
    ['with something after it', written(`1773482400000000 ${ID} `)],
    ['in another encoding', `${written(`1773482400000000 ${ID}`)}==`],
    ['with a NUL character', '\0'],
    ['with a lone surrogate', '\udc00'],
  ])('refuses a cursor %s', async (_case, cursor) => {
    expect(failure(await amina.caller.post(PROCEDURE, { cursor }))).toStrictEqual(NO_PAGE);
  });

  it.each([
    [{ limit: 0 }, 'limit: expected a whole number from 1 to 100'],
    [{ limit: 101 }, 'limit: expected a whole number from 1 to 100'],
    [{ limit: 1.5 }, 'limit: expected a whole number from 1 to 100'],
    [{ cursor: 7 }, 'cursor: expected string, received number'],
  ])('says what is wrong with %j', async (input, problem) => {
    expect(failure(await amina.caller.post(PROCEDURE, input))).toStrictEqual(badRequest(problem));
  });

  it('is for who has signed in', async () => {
    expect(failure(await anyone.post(PROCEDURE, {}))).toStrictEqual(LOGIN_REQUIRED);
  });
});
