import { z } from 'zod';
import { ROLES } from '../../src/platform/access/role';
import type { Person } from '../modules/chatbot/conversations/callers';
import { badRequest, failure, payload } from '../support/plain-caller';
import { ConversationsSuite } from './conversations-suite';
import { sendMessage } from './messages';

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

describe('chatbot.conversations', () => {
  const here = new ConversationsSuite();
  let amina: Person;

  beforeEach(async () => {
    amina = await here.signIn();
  });

  const list = async (input: object = {}, { caller }: Person = amina) =>
    page.parse(payload(await caller.post(PROCEDURE, input))).data;

  const idsOf = ({ conversations }: { conversations: readonly { conversationId: string }[] }) =>
    conversations.map(({ conversationId }) => conversationId);

  async function allPages(limit: number, between: () => Promise<unknown> = () => Promise.resolve()) {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const found = await list({ limit, cursor });
      expect(found.conversations.length).toBeLessThanOrEqual(limit);
      ids.push(...idsOf(found));
      cursor = found.nextCursor;
      await between();
    } while (cursor !== null);
    return ids;
  }

  it('returns the account’s conversations, titled by their first messages', async () => {
    const first = await sendMessage(amina.caller, 'I cough\n\nsince Monday');
    const second = await sendMessage(amina.caller, 'My knee hurts');
    await sendMessage(amina.caller, 'And I have a fever', first.conversationId);
    expect((await list()).conversations).toMatchObject([
      { conversationId: first.conversationId, title: 'I cough since Monday' },
      { conversationId: second.conversationId, title: 'My knee hurts' },
    ]);
  });

  it('returns the times of start and last use, the last used first', async () => {
    const early = await here.stored.exchange({ account: amina.id, at: '2026-03-14T10:00:00Z' });
    const late = await here.stored.exchange({ account: amina.id, at: '2026-03-15T10:00:00.123456Z' });
    await here.database.query(
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

  it('returns an empty list if the account has no conversations', async () => {
    expect(await list()).toStrictEqual({ conversations: [], nextCursor: null });
  });

  it('omits a conversation without messages', async () => {
    await here.stored.begin({ account: amina.id });
    expect(await list()).toStrictEqual({ conversations: [], nextCursor: null });
  });

  it.each(ROLES)('does not return another account’s conversations to a %s', async (role) => {
    const other = await here.signIn(role);
    await here.stored.exchange({ account: amina.id });
    const own = await here.stored.exchange({ account: other.id });
    expect(idsOf(await list({}, other))).toEqual([own.id]);
  });

  it('omits an anonymous conversation until the account continues it', async () => {
    const { id } = await here.stored.exchange();
    expect(await list()).toStrictEqual({ conversations: [], nextCursor: null });
    expect((await sendMessage(amina.caller, 'And a fever', id)).conversationId).toBe(id);
    expect(idsOf(await list())).toEqual([id]);
  });

  it('returns every conversation on exactly one page, if all have the same timestamp', async () => {
    const at = '2026-03-14T10:00:00.123456Z';
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.push((await here.stored.exchange({ account: amina.id, at })).id);
    for (const limit of [1, 2, 3, 7]) expect(await allPages(limit)).toEqual(ids.toSorted().toReversed());
  });

  it('orders timestamps that differ by less than a millisecond', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 9; n += 1) {
      ids.unshift(
        (await here.stored.exchange({ account: amina.id, at: `2026-03-14T10:00:00.00010${n}Z` })).id,
      );
    }
    expect(await allPages(2)).toEqual(ids);
  });

  it('neither repeats nor omits a conversation while others are started, used and deleted', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      ids.unshift((await here.stored.exchange({ account: amina.id, at: `2026-03-14T10:00:0${n}Z` })).id);
    }
    const seen = await allPages(2, async () => {
      await here.stored.exchange({ account: amina.id });
      // The last conversation of the page before.
      await here.database.query('UPDATE conversation SET last_message_at = now() WHERE id = $1', [ids[1]]);
      await here.database.query('DELETE FROM conversation WHERE id = $1', [ids[3]]);
    });
    expect(seen).toEqual(ids.filter((_, index) => index !== 3));
  });

  it('returns 20 conversations if the caller does not give a limit', async () => {
    for (let n = 0; n < 21; n += 1) await here.stored.exchange({ account: amina.id });
    const { conversations, nextCursor } = await list();
    expect(conversations).toHaveLength(20);
    expect((await list({ cursor: nextCursor })).conversations).toHaveLength(1);
    expect((await list({ limit: 21 })).nextCursor).toBeNull();
  });

  it('returns nothing for another account’s cursor', async () => {
    await here.stored.exchange({ account: amina.id });
    await here.stored.exchange({ account: amina.id });
    const { nextCursor } = await list({ limit: 1 });
    const other = await here.signIn();
    expect(await list({ cursor: nextCursor }, other)).toStrictEqual({ conversations: [], nextCursor: null });
  });

  const ID = '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21';
  const encode = (text: string) => Buffer.from(text).toString('base64url');

  it.each([
    ['that is empty', ''],
    ['that is an identifier', ID],
    ['without a timestamp', encode(` ${ID}`)],
    ['without an identifier', encode('1773482400000000 ')],
    ['with a timestamp that is no number', encode(`now ${ID}`)],
    ['before 1970', encode(`-1 ${ID}`)],
    ['beyond the range of the database', encode(`99999999999999999999 ${ID}`)],
    ['with a space at its end', encode(`1773482400000000 ${ID} `)],
    ['in another encoding', `${encode(`1773482400000000 ${ID}`)}==`],
    ['with a NUL character', '\0'],
    ['with a lone surrogate', '\udc00'],
  ])('returns 400 for a cursor %s', async (_case, cursor) => {
    expect(failure(await amina.caller.post(PROCEDURE, { cursor }))).toStrictEqual(NO_PAGE);
  });

  it.each([
    [{ limit: 0 }, 'limit: expected a whole number from 1 to 100'],
    [{ limit: 101 }, 'limit: expected a whole number from 1 to 100'],
    [{ limit: 1.5 }, 'limit: expected a whole number from 1 to 100'],
    [{ cursor: 7 }, 'cursor: expected string, received number'],
  ])('returns 400 for %j', async (input, problem) => {
    expect(failure(await amina.caller.post(PROCEDURE, input))).toStrictEqual(badRequest(problem));
  });
});
