import { Client } from 'pg';
import type { Response } from 'supertest';
import { z } from 'zod';
import { callFrom, signedIn } from './people';
import { StoredConversations } from './stored-conversations';
import { until } from '../../../support/until';
import { type Platform, startPlatform } from '../../../support/platform';
import { fakeIntervals } from '../../../support/fake-clocks';
import { PlainCaller, payload } from '../../../support/plain-caller';

const HOUR_MS = 60 * 60 * 1000;
const AT = '2026-03-14T10:00:00Z';
const MODELS = ['m-1', 'm-2', 'm-3', 'm-4'] as const;

const statistics = z.object({
  data: z.array(
    z.object({
      replies: z.int(),
      thumbsUp: z.int(),
      thumbsDown: z.int(),
      reasons: z.record(z.string(), z.int()),
    }),
  ),
});

describe('conversations that are deleted while others rate, write and delete', () => {
  let platform: Platform;
  let twin: Platform;
  let anyone: PlainCaller;
  let elsewhere: PlainCaller;
  let stored: StoredConversations;

  beforeAll(async () => {
    fakeIntervals();
    platform = await startPlatform({ TRUST_PROXY: '1' });
    twin = await startPlatform({ TRUST_PROXY: '1', DATABASE_URL: platform.databaseUrl });
    anyone = new PlainCaller(await platform.listen());
    elsewhere = new PlainCaller(await twin.listen());
    stored = new StoredConversations(platform.database);
  });

  afterAll(async () => {
    await twin.close();
    await platform.close();
    jest.useRealTimers();
  });

  async function totals(): Promise<z.output<typeof statistics>['data'][number]> {
    const admin = await signedIn(platform, anyone, 'admin');
    const { data } = statistics.parse(
      payload(await admin.caller.post('chatbot.ratingStats', { year: 2026 })),
    );
    const sum = (of: (row: (typeof data)[number]) => number) => data.reduce((all, row) => all + of(row), 0);
    return {
      replies: sum(({ replies }) => replies),
      thumbsUp: sum(({ thumbsUp }) => thumbsUp),
      thumbsDown: sum(({ thumbsDown }) => thumbsDown),
      reasons: { other: sum(({ reasons }) => reasons.other ?? 0) },
    };
  }

  /** Ratings, completions and deletions of conversations; what of them was taken is added up. */
  class Uses {
    readonly taken = { replies: 0, thumbsUp: 0, thumbsDown: 0, reasons: { other: 0 } };
    private readonly calls: (() => Promise<void>)[] = [];

    constructor(private readonly owner: readonly PlainCaller[]) {}

    /** @param isOwned whether the owner deletes it */
    async add(conversation: string, { place, isOwned }: { place: number; isOwned: boolean }): Promise<void> {
      // No two conversations have their replies in one order.
      for (const [index, model] of [...MODELS.slice(place % 4), ...MODELS.slice(0, place % 4)].entries()) {
        const messageId = await stored.reply(conversation, { at: AT, model });
        this.taken.replies += 1;
        const rating = { messageId, rating: index % 2 === 0, reason: 'other' };
        this.rate(rating.rating, () =>
          Promise.all(this.owner.map((caller) => caller.post('chatbot.rateResponse', rating))),
        );
        if (isOwned) continue;
        this.rate(rating.rating, async () => [
          await callFrom(twin, '203.0.113.7', ['chatbot.rateResponse', rating]),
        ]);
      }
      await this.complete(conversation);
      if (isOwned) this.delete(conversation);
    }

    async make(): Promise<void> {
      // The same mixture at each run: 7919 is a prime.
      const mixed = this.calls
        .map((call, index) => ({ call, key: (index * 7_919) % this.calls.length }))
        .sort((one, other) => one.key - other.key);
      await Promise.all(
        mixed.map(({ call }, index) => {
          if (index % 20 === 0) jest.advanceTimersByTime(HOUR_MS);
          return call();
        }),
      );
    }

    private rate(isUp: boolean, call: () => Promise<readonly Response[]>): void {
      this.calls.push(async () => {
        const statuses = (await call()).map(({ status }) => status);
        expect([200, 404]).toEqual(expect.arrayContaining(statuses));
        if (!statuses.includes(200)) return;
        this.taken[isUp ? 'thumbsUp' : 'thumbsDown'] += 1;
        this.taken.reasons.other += 1;
      });
    }

    private async complete(conversation: string): Promise<void> {
      const id = await stored.reply(conversation, { at: AT, state: 'writing', writingUntil: 'tomorrow' });
      this.calls.push(async () => {
        const [, completed] = await twin.database.query<[unknown[], number]>(
          `UPDATE message SET state = 'completed' WHERE conversation_id = $1 AND id = $2`,
          [conversation, id],
        );
        this.taken.replies += completed;
      });
    }

    private delete(conversationId: string): void {
      this.calls.push(async () => {
        const answers = await Promise.all(
          this.owner.map((caller) => caller.post('chatbot.deleteConversation', { conversationId })),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      });
    }
  }

  it('are counted exactly: no rating that was taken is lost, and none counts twice', async () => {
    const amina = await signedIn(platform, anyone);
    const uses = new Uses([amina.caller, elsewhere.as(amina.cookie)]);
    const expired: string[] = [];
    for (let place = 0; place < 15; place += 1) {
      await uses.add(await stored.begin({ account: amina.id }), { place, isOwned: true });
      const [left, used] = [await stored.begin(), await stored.begin()];
      for (const conversation of [left, used]) await uses.add(conversation, { place, isOwned: false });
      expired.push(left);
    }
    await platform.database.query(
      `UPDATE conversation SET last_message_at = now() - interval '31 days' WHERE id = ANY ($1)`,
      [expired],
    );
    await uses.make();
    jest.advanceTimersByTime(HOUR_MS);
    await until('15 are left', async () => (await stored.counts()).conversations === 15);
    expect(uses.taken.thumbsUp).toBeGreaterThan(15 * MODELS.length);
    expect(await totals()).toEqual(uses.taken);
    const log = [...platform.logLines, ...twin.logLines];
    expect(log.filter((line) => /deadlock|not deleted/.test(line))).toEqual([]);
  });

  it('wait for nobody who waits for them, where all of them add to the same counts', async () => {
    const before = await totals();
    const ids = await Promise.all(
      Array.from({ length: 30 }, async (_, place) => {
        const id = await stored.begin();
        for (let n = place; n < place + MODELS.length; n += 1) {
          await stored.reply(id, { at: AT, model: MODELS[n % MODELS.length] ?? null });
        }
        return id;
      }),
    );
    const responses = await heldBack(ids.length, () =>
      Promise.all(
        ids.map((conversationId, index) =>
          (index % 2 ? anyone : elsewhere).post('chatbot.deleteConversation', { conversationId }),
        ),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(ids.map(() => 200));
    expect(await totals()).toEqual({ ...before, replies: before.replies + ids.length * MODELS.length });
  });

  /** Lets nobody count what was deleted until so many are about to. */
  async function heldBack<Answers>(count: number, calls: () => Promise<Answers>): Promise<Answers> {
    const holder = new Client({ connectionString: platform.databaseUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE deleted_reply_count IN SHARE MODE');
      const answers = calls();
      await until(`${count} wait`, async () => {
        const { rows } = await holder.query<{ n: number }>(
          `SELECT count(*)::integer AS n FROM pg_locks
           WHERE relation = 'deleted_reply_count'::regclass AND NOT granted`,
        );
        return rows[0]?.n === count;
      });
      await holder.query('COMMIT');
      return await answers;
    } finally {
      await holder.end();
    }
  }
});
