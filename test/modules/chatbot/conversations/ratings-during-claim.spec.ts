import { Client } from 'pg';
import type { Response } from 'supertest';
import { ConversationsSuite } from '../../../contract/conversations-suite';
import { NO_CONVERSATION } from '../../../contract/failures';
import { failure, payload } from '../../../support/plain-caller';
import { until } from '../../../support/until';
import type { Person } from './callers';

/** A call that other calls run beside. */
interface RunningCall {
  readonly response: Promise<Response>;
  isDone: boolean;
}

describe('an anonymous conversation that an account claims while a lock is held', () => {
  const here = new ConversationsSuite();
  let amina: Person;
  let juma: Person;
  let id: string;
  let reply: string;
  let secondReply: string;

  beforeEach(async () => {
    [amina, juma] = [await here.signIn(), await here.signIn()];
    ({ id, reply } = await here.stored.exchange());
    secondReply = await here.stored.reply(id);
  });

  function call(caller: Person, procedure: string, input: object): RunningCall {
    const response = caller.caller.post(procedure, input);
    const running = { response, isDone: false };
    void response.finally(() => (running.isDone = true));
    return running;
  }

  const rate = (caller: Person, messageId: string, rating: boolean): RunningCall =>
    call(caller, 'chatbot.rateResponse', { messageId, rating });

  const claim = (caller: Person): RunningCall =>
    call(caller, 'chatbot.sendMessage', { message: 'And a fever', conversationId: id });

  /** Runs calls one after the other, each once those before wait for a lock or are done. Then releases the locked row. */
  async function runWhileLocked(
    lock: readonly [table: string, column: string, value: string],
    calls: readonly (() => RunningCall)[],
  ): Promise<Response[]> {
    const [table, column, value] = lock;
    const holder = new Client({ connectionString: here.platform.ownerUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query(`SELECT FROM ${table} WHERE ${column} = $1 FOR UPDATE`, [value]);
      const running: RunningCall[] = [];
      for (const start of calls) {
        running.push(start());
        await until('each call waits or is done', async () => {
          const done = running.filter(({ isDone }) => isDone).length;
          return done + (await countWaitingForLock()) === running.length;
        });
      }
      expect(await countWaitingForLock()).toBeGreaterThan(0);
      await holder.query('COMMIT');
      return await Promise.all(running.map(({ response }) => response));
    } finally {
      await holder.end();
    }
  }

  async function countWaitingForLock(): Promise<number> {
    const waiting = await here.database.query<unknown[]>(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return waiting.length;
  }

  async function listRatings(): Promise<unknown> {
    return here.database.query(
      'SELECT message_id, rater, rating FROM message_rating WHERE conversation_id = $1 ORDER BY rated_at',
      [id],
    );
  }

  it('has the account’s rating that was not yet stored when the claim began', async () => {
    // The row is locked by the foreign key of a rating only after the rating has locked the conversation.
    const responses = await runWhileLocked(
      ['message', 'id', reply],
      [() => rate(amina, reply, true), () => claim(amina)],
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const history = payload(await amina.caller.post('chatbot.history', { conversationId: id }));
    expect(history).toMatchObject({
      data: { messages: [{}, {}, {}, { messageId: reply, rating: { rating: true } }, {}] },
    });
    payload(await rate(amina, reply, false).response);
    expect(await listRatings()).toEqual([{ message_id: reply, rater: amina.id, rating: false }]);
  });

  describe('whose rating is moved to the account', () => {
    const earlierRating = () => ['message_rating', 'message_id', reply] as const;

    beforeEach(async () => {
      payload(await rate(amina, reply, true).response);
    });

    it('has the account’s rating that began after the claim', async () => {
      const responses = await runWhileLocked(earlierRating(), [
        () => claim(amina),
        () => rate(amina, secondReply, true),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      expect(await listRatings()).toEqual([
        { message_id: reply, rater: amina.id, rating: true },
        { message_id: secondReply, rater: amina.id, rating: true },
      ]);
    });

    it('refuses another account’s rating that began after the claim', async () => {
      const [claimed, rated] = await runWhileLocked(earlierRating(), [
        () => claim(amina),
        () => rate(juma, secondReply, true),
      ]);
      expect([claimed?.status, rated?.status]).toEqual([200, 404]);
      expect(await listRatings()).toEqual([{ message_id: reply, rater: amina.id, rating: true }]);
    });

    it('accepts a second message of the account, and refuses one of another account', async () => {
      const [, second, other] = await runWhileLocked(earlierRating(), [
        () => claim(amina),
        () => claim(amina),
        () => claim(juma),
      ]);
      expect(second?.status).toBe(200);
      expect(other && failure(other)).toStrictEqual(NO_CONVERSATION);
      const messages = payload(await amina.caller.post('chatbot.history', { conversationId: id }));
      expect(messages).toMatchObject({ data: { messages: Array.from({ length: 7 }, () => ({})) } });
    });
  });
});
