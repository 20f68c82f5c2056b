import { z } from 'zod';
import { RatingsService } from '../../src/modules/chatbot/ratings/ratings.service';
import { Database } from '../../src/platform/database/database';
import { DELETE_AND_COUNT_REPLIES } from '../../src/modules/chatbot/ratings/reply-counts.sql';
import { type Person, callFrom } from '../modules/chatbot/conversations/callers';
import { badRequest, failure, payload } from '../support/plain-caller';
import { startPlatform } from '../support/platform';
import { ConversationsSuite } from './conversations-suite';

const PROCEDURE = 'chatbot.ratingStats';

const statisticsSchema = z.strictObject({
  success: z.literal(true),
  data: z.array(
    z.strictObject({
      month: z.string(),
      model: z.string(),
      promptVersion: z.string().nullable(),
      language: z.string().nullable(),
      replies: z.int(),
      thumbsUp: z.int(),
      thumbsDown: z.int(),
      reasons: z.record(z.string(), z.int()),
    }),
  ),
});

describe('chatbot.ratingStats', () => {
  const here = new ConversationsSuite({ TRUST_PROXY: '1' });
  let admin: Person;
  let amina: Person;

  beforeEach(async () => {
    await here.database.query('TRUNCATE conversation, deleted_reply_count CASCADE');
    admin = await here.signIn('admin', '*');
    amina = await here.signIn();
  });

  const query = async (input: object) =>
    statisticsSchema.parse(payload(await admin.caller.post(PROCEDURE, input))).data;

  async function rate(messageId: string, rating: object, caller = amina.caller): Promise<void> {
    payload(await caller.post('chatbot.rateResponse', { messageId, ...rating }));
  }

  const group = { model: 'm-1', promptVersion: '2', language: 'en' };
  const unrated = { replies: 1, thumbsUp: 0, thumbsDown: 0, reasons: {} };

  it('counts replies, ratings of several callers, and reasons', async () => {
    const { id, reply } = await here.stored.exchange({ at: '2026-03-14T10:00:00Z' });
    await here.stored.reply(id, { at: '2026-03-14T10:00:00Z' });
    await rate(reply, { rating: true, reason: 'helpful' });
    await rate(reply, { rating: false, reason: 'unclear' }, admin.caller);
    await rate(reply, { rating: false });
    for (const address of ['203.0.113.7', '203.0.113.8']) {
      const rating = { messageId: reply, rating: false, reason: 'unclear', comment: 'Hm' };
      payload(await callFrom(here.platform, address, ['chatbot.rateResponse', rating]));
    }
    expect(await query({ year: 2026 })).toStrictEqual([
      { month: '2026-03', ...group, replies: 2, thumbsUp: 0, thumbsDown: 4, reasons: { unclear: 3 } },
    ]);
  });

  it('groups by month, model, prompt version and language, in that order', async () => {
    const id = await here.stored.begin();
    const replies = [
      { at: '2026-04-01T00:00:00Z' },
      { at: '2026-03-31T23:59:59Z', language: 'sw' },
      { at: '2026-03-01T00:00:00Z', language: 'en' },
      { at: '2026-03-15T00:00:00Z', promptVersion: '1' },
      { at: '2026-03-15T00:00:00Z', source: 'offline', model: 'a-1', promptVersion: null, language: null },
    ] as const;
    for (const reply of replies) await here.stored.reply(id, reply);
    expect(await query({ year: 2026 })).toStrictEqual([
      { month: '2026-03', model: 'a-1', promptVersion: null, language: null, ...unrated },
      { month: '2026-03', ...group, promptVersion: '1', ...unrated },
      { month: '2026-03', ...group, ...unrated },
      { month: '2026-03', ...group, language: 'sw', ...unrated },
      { month: '2026-04', ...group, ...unrated },
    ]);
  });

  it('counts complete replies only', async () => {
    const { id } = await here.stored.exchange({ at: '2026-03-14T10:00:00Z' });
    const at = '2026-03-15T10:00:00Z';
    await here.stored.reply(id, { at, state: 'failed' });
    await here.stored.reply(id, { at, state: 'writing', writingUntil: 'tomorrow' });
    expect(await query({ year: 2026 })).toMatchObject([{ replies: 1 }]);
  });

  it('counts a reply in its month in UTC, whatever the time zone of the database is', async () => {
    const conversations: string[] = [];
    for (const at of ['2025-12-31T23:59:59.999999Z', '2026-01-01T00:00:00Z', '2026-12-31T22:30:00Z']) {
      const { id, reply } = await here.stored.exchange({ at, account: amina.id });
      await rate(reply, { rating: true });
      conversations.push(id);
    }
    const rated = { ...unrated, thumbsUp: 1 };
    const of2025 = [{ month: '2025-12', ...group, ...rated }];
    const of2026 = ['2026-01', '2026-12'].map((month) => ({ month, ...group, ...rated }));
    expect([await query({ year: 2025 }), await query({ year: 2026 })]).toStrictEqual([of2025, of2026]);
    const [{ name }] = await here.database.query<[{ name: string }]>('SELECT current_database() AS name');
    await here.database.query(`ALTER DATABASE ${name} SET TimeZone = 'Africa/Nairobi'`);
    const nairobi = await startPlatform({ DATABASE_URL: here.platform.databaseUrl });
    try {
      const ratings = nairobi.app.get(RatingsService);
      expect(await ratings.statistics(2025)).toStrictEqual(of2025);
      await new Database(nairobi.database).run(DELETE_AND_COUNT_REPLIES, { conversationIds: conversations });
      expect(await ratings.statistics(2025)).toStrictEqual(of2025);
      expect(await ratings.statistics(2026)).toStrictEqual(of2026);
    } finally {
      await nairobi.close();
    }
  });

  it('returns the same before and after conversations are deleted', async () => {
    const conversations = [];
    for (const at of ['2026-03-14T10:00:00Z', '2026-03-15T10:00:00Z', '2026-05-15T10:00:00Z']) {
      for (const account of [amina.id, undefined]) {
        const conversation = await here.stored.exchange({ at, ...(account && { account }) });
        await rate(conversation.reply, { rating: account !== undefined, reason: 'other' });
        conversations.push(conversation);
      }
    }
    const before = await query({ year: 2026 });
    expect(before).toMatchObject([
      { month: '2026-03', replies: 4, thumbsUp: 2, thumbsDown: 2, reasons: { other: 4 } },
      { month: '2026-05', replies: 2, thumbsUp: 1, thumbsDown: 1, reasons: { other: 2 } },
    ]);
    for (const { id } of conversations) {
      payload(await amina.caller.post('chatbot.deleteConversation', { conversationId: id }));
      expect(await query({ year: 2026 })).toStrictEqual(before);
    }
    expect(await here.stored.counts()).toMatchObject({ messages: 0, ratings: 0, deleted: 6 });
    const { reply } = await here.stored.exchange({ at: '2026-05-16T10:00:00Z' });
    await rate(reply, { rating: false, reason: 'unsafe' });
    expect(await query({ year: 2026 })).toStrictEqual([
      before[0],
      {
        month: '2026-05',
        ...group,
        replies: 3,
        thumbsUp: 1,
        thumbsDown: 2,
        reasons: { other: 2, unsafe: 1 },
      },
    ]);
  });

  it('returns the current year if the caller gives none', async () => {
    await here.stored.exchange();
    await here.stored.exchange({ at: '2020-03-14T10:00:00Z' });
    expect(await query({})).toMatchObject([{ month: new Date().toISOString().slice(0, 7), replies: 1 }]);
    expect(await query({ year: 2019 })).toEqual([]);
    for (const year of [1000, 9999])
      for (const month of [undefined, 1, 12]) expect(await query({ year, month })).toEqual([]);
  });

  it.each([
    [{ year: '2026' }, 'year: expected a year as a whole number'],
    [{ year: 999 }, 'year: expected a year of four digits'],
    [{ year: 10_000 }, 'year: expected a year of four digits'],
  ])('returns 400 for %j', async (input, problem) => {
    expect(failure(await admin.caller.post(PROCEDURE, input))).toStrictEqual(badRequest(problem));
  });
});
