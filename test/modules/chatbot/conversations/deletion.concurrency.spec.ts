import { Client } from 'pg';
import type { Response } from 'supertest';
import { z } from 'zod';
import { callFrom, signedIn } from './callers';
import { StoredConversations } from './stored-conversations';
import { until } from '../../../support/until';
import { type Platform, startPlatform, suitePlatform } from '../../../support/platform';
import { fakeIntervals } from '../../../support/fake-clocks';
import { PlainCaller, payload } from '../../../support/plain-caller';

const HOUR_MS = 60 * 60 * 1000;
const AT = '2026-03-14T10:00:00Z';
const MODELS = ['m-1', 'm-2', 'm-3', 'm-4'] as const;

const counts = z.object({ replies: z.int(), thumbsUp: z.int(), thumbsDown: z.int() });
const statisticsSchema = z.object({
  data: z.array(counts.extend({ reasons: z.record(z.string(), z.int()) })),
});

/** One caller may hold a quarter of the connections, and all calls of a test are one caller's. */
const SETTINGS = { TRUST_PROXY: '1', DATABASE_POOL_SIZE: '60' };

describe('deletion of conversations concurrent with ratings, replies and other deletions', () => {
  let secondPlatform: Platform;
  let anyone: PlainCaller;
  let anyoneOnSecond: PlainCaller;
  let stored: StoredConversations;

  beforeAll(fakeIntervals);
  // Before the first platform closes and drops the database.
  afterAll(() => secondPlatform.close());
  const platform = suitePlatform(SETTINGS);
  afterAll(() => jest.useRealTimers());

  beforeAll(async () => {
    secondPlatform = await startPlatform({ ...SETTINGS, DATABASE_URL: platform.databaseUrl });
    anyone = new PlainCaller(await platform.listen());
    anyoneOnSecond = new PlainCaller(await secondPlatform.listen());
    stored = new StoredConversations(platform.database);
  });

  async function findTotals(): Promise<z.output<typeof statisticsSchema>['data'][number]> {
    const admin = await signedIn(platform, anyone, { role: 'admin', country: '*' });
    const response = await admin.caller.post('chatbot.ratingStats', { year: 2026 });
    const { data } = statisticsSchema.parse(payload(response));
    const sum = (count: (row: (typeof data)[number]) => number) =>
      data.reduce((total, row) => total + count(row), 0);
    return {
      replies: sum(({ replies }) => replies),
      thumbsUp: sum(({ thumbsUp }) => thumbsUp),
      thumbsDown: sum(({ thumbsDown }) => thumbsDown),
      reasons: { other: sum(({ reasons }) => reasons.other ?? 0) },
    };
  }

  /** Makes ratings, completions and deletions of conversations, and counts the accepted ones. */
  class ConcurrentCalls {
    readonly accepted = { replies: 0, thumbsUp: 0, thumbsDown: 0, reasons: { other: 0 } };
    private readonly calls: (() => Promise<void>)[] = [];

    constructor(private readonly owner: readonly PlainCaller[]) {}

    /** @param isOwned whether the owner deletes the conversation */
    async add(conversation: string, { index, isOwned }: { index: number; isOwned: boolean }): Promise<void> {
      // The replies have a different order in each conversation.
      const models = [...MODELS.slice(index % 4), ...MODELS.slice(0, index % 4)];
      for (const [modelIndex, model] of models.entries()) {
        const messageId = await stored.reply(conversation, { at: AT, model });
        this.accepted.replies += 1;
        const rating = { messageId, rating: modelIndex % 2 === 0, reason: 'other' };
        this.rate(rating.rating, () =>
          Promise.all(this.owner.map((caller) => caller.post('chatbot.rateResponse', rating))),
        );
        if (isOwned) continue;
        this.rate(rating.rating, async () => [
          await callFrom(secondPlatform, '203.0.113.7', ['chatbot.rateResponse', rating]),
        ]);
      }
      await this.complete(conversation);
      if (isOwned) this.delete(conversation);
    }

    async run(): Promise<void> {
      // The same order in each run, because 7919 is a prime.
      const shuffled = this.calls
        .map((call, index) => ({ call, key: (index * 7_919) % this.calls.length }))
        .sort((one, other) => one.key - other.key);
      await Promise.all(
        shuffled.map(({ call }, index) => {
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
        this.accepted[isUp ? 'thumbsUp' : 'thumbsDown'] += 1;
        this.accepted.reasons.other += 1;
      });
    }

    private async complete(conversation: string): Promise<void> {
      const id = await stored.reply(conversation, { at: AT, state: 'writing', writingUntil: 'tomorrow' });
      this.calls.push(async () => {
        const [, completed] = await secondPlatform.database.query<[unknown[], number]>(
          `UPDATE message SET state = 'completed' WHERE conversation_id = $1 AND id = $2`,
          [conversation, id],
        );
        this.accepted.replies += completed;
      });
    }

    private delete(conversationId: string): void {
      this.calls.push(async () => {
        const responses = await Promise.all(
          this.owner.map((caller) => caller.post('chatbot.deleteConversation', { conversationId })),
        );
        expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
      });
    }
  }

  it('counts each accepted rating exactly once', async () => {
    const amina = await signedIn(platform, anyone);
    const calls = new ConcurrentCalls([amina.caller, anyoneOnSecond.as(amina.cookie)]);
    const expired: string[] = [];
    for (let index = 0; index < 15; index += 1) {
      await calls.add(await stored.begin({ account: amina.id }), { index, isOwned: true });
      const [expiring, used] = [await stored.begin(), await stored.begin()];
      for (const conversation of [expiring, used]) await calls.add(conversation, { index, isOwned: false });
      expired.push(expiring);
    }
    await platform.database.query(
      `UPDATE conversation SET last_message_at = now() - interval '31 days' WHERE id = ANY ($1)`,
      [expired],
    );
    await calls.run();
    jest.advanceTimersByTime(HOUR_MS);
    await until('15 are left', async () => (await stored.counts()).conversations === 15);
    expect(calls.accepted.thumbsUp).toBeGreaterThan(15 * MODELS.length);
    expect(await findTotals()).toEqual(calls.accepted);
    const log = [...platform.logLines, ...secondPlatform.logLines];
    expect(log.filter((line) => /deadlock|not deleted/.test(line))).toEqual([]);
  });

  it('does not deadlock if all deletions update the same counts', async () => {
    const before = await findTotals();
    const ids = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const id = await stored.begin();
        for (let n = index; n < index + MODELS.length; n += 1) {
          await stored.reply(id, { at: AT, model: MODELS[n % MODELS.length] ?? null });
        }
        return id;
      }),
    );
    const responses = await runWhileLocked(ids.length, () =>
      Promise.all(
        ids.map((conversationId, index) =>
          (index % 2 ? anyone : anyoneOnSecond).post('chatbot.deleteConversation', { conversationId }),
        ),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(ids.map(() => 200));
    expect(await findTotals()).toEqual({ ...before, replies: before.replies + ids.length * MODELS.length });
  });

  /** Locks the counts until the given number of calls wait for them. */
  async function runWhileLocked<Result>(count: number, run: () => Promise<Result>): Promise<Result> {
    const holder = new Client({ connectionString: platform.ownerUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE deleted_reply_count IN SHARE MODE');
      const result = run();
      await until(`${count} wait`, async () => {
        const { rows } = await holder.query<{ n: number }>(
          `SELECT count(*)::integer AS n FROM pg_locks
           WHERE relation = 'deleted_reply_count'::regclass AND NOT granted`,
        );
        return rows[0]?.n === count;
      });
      await holder.query('COMMIT');
      return await result;
    } finally {
      await holder.end();
    }
  }
});
