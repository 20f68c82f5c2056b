import type { Response } from 'supertest';
import type { QueryRunner } from 'typeorm';
import { z } from 'zod';
import { COMPLETE_REPLIES, START_CONVERSATIONS } from '../../../../src/modules/chatbot/replies/reply.sql';
import type { Statement } from '../../../../src/platform/database/statement';
import { countConnections } from '../../../support/loopback';
import { completes, fails } from '../../../support/model-server';
import { type PlainCaller, payload } from '../../../support/plain-caller';
import { until } from '../../../support/until';
import { chatbotContract } from '../../../../src/modules/chatbot/chatbot.contract';
import { EMERGENCY } from './conversation';
import { RepliesScenario } from './replies-scenario';
import { beginningOf, findWaiting, inTransaction } from './waiting-statements';

const sendMessage = chatbotContract.sendMessage;
const accountSchema = z.object({ id: z.string() });

/** Messages; the model server refuses those about a tooth, so that the offline assistant answers them. */
const KINDS = [
  { text: 'I have had a headache since yesterday', urgency: 'routine', language: 'en', source: 'model' },
  { text: 'J’ai mal à la tête depuis hier', urgency: 'routine', language: 'fr', source: 'model' },
  { text: 'My tooth hurts since yesterday', urgency: 'routine', language: 'en', source: 'offline' },
  { text: 'Tenho tosse desde ontem', urgency: 'routine', language: 'pt', source: 'model' },
  { text: EMERGENCY.message, urgency: 'emergency', language: 'en', source: 'model' },
] as const;
const COUNT = 40;
/** Key of the advisory lock for which completed replies wait. */
const HOLD_COMPLETION = 1;

interface Sent {
  readonly caller: PlainCaller;
  readonly message: string;
}

interface Course {
  /** How many messages reach the model server. */
  readonly answered: number;
  /** Runs while the replies wait to be stored. */
  readonly meanwhile?: (runner: QueryRunner) => Promise<unknown>;
}

describe('messages that are sent at the same time', () => {
  const scenario = RepliesScenario.suite({ CHATBOT_ANONYMOUS_CONCURRENCY: '10000' });
  let callers: readonly { readonly caller: PlainCaller; readonly accountId: string | null }[];

  beforeAll(async () => {
    const accounts = await Promise.all(['one', 'two', 'three'].map(() => scenario.account()));
    const owners = accounts.map(async (caller) => {
      const { id } = accountSchema.parse(payload(await caller.get('auth.me')));
      return { caller, accountId: id };
    });
    callers = [...(await Promise.all(owners)), { caller: scenario.anyone, accountId: null }];
  });

  // A lock for completed replies only: drafts that wait would take all connections.
  beforeAll(() =>
    scenario.platform.database.query(
      `CREATE FUNCTION hold_completion() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN PERFORM pg_advisory_xact_lock_shared(${HOLD_COMPLETION}); RETURN NEW; END $$;
       CREATE TRIGGER hold_completion BEFORE UPDATE ON message
       FOR EACH ROW WHEN (NEW.state = 'completed') EXECUTE FUNCTION hold_completion()`,
    ),
  );

  beforeEach(() => scenario.platform.database.query('TRUNCATE conversation CASCADE'));

  function callerOf(index: number): (typeof callers)[number] {
    const caller = callers[index % callers.length];
    if (!caller) throw new Error('a caller for each index');
    return caller;
  }

  /** Waits until a group waits for a lock, or two single messages, after which the others are a group. */
  function untilGroupWaits(statement: Statement): Promise<void> {
    return until(`${statement.name} waits`, async () => {
      const waiting = await findWaiting(scenario.platform.database);
      return waiting.length === 2 || waiting.includes(beginningOf(statement));
    });
  }

  /** Sends messages so that several questions, and later several replies, are stored by one statement. */
  async function sendInGroups(sent: readonly Sent[], { answered, meanwhile }: Course): Promise<Response[]> {
    let answer = (): void => undefined;
    const answering = new Promise<void>((resolve) => {
      answer = resolve;
    });
    scenario.model.behave(async (response, request) => {
      await answering;
      const message = request.body.messages.at(-1)?.content.split('\n').at(-1) ?? '';
      await (message.includes('tooth') ? fails(400) : completes(`About: ${message}`))(response, request);
    });
    let responses: Promise<Response[]> = Promise.resolve([]);
    await inTransaction(scenario.platform.database, async (runner) => {
      await runner.query('LOCK TABLE message IN ACCESS EXCLUSIVE MODE');
      responses = Promise.all(
        sent.map(({ caller, message }) => caller.post('chatbot.sendMessage', { message, country: 'KE' })),
      );
      responses.catch(() => undefined);
      await until(
        'all messages have arrived',
        async () => (await countConnections(scenario.platform.server)) >= sent.length,
      );
      await untilGroupWaits(START_CONVERSATIONS);
    });
    await until('the model has the messages', () => scenario.model.requests.length === answered, {
      within: 20_000,
    });
    await inTransaction(scenario.platform.database, async (runner) => {
      await runner.query(`SELECT FROM conversation FOR UPDATE`);
      await runner.query(`SELECT pg_advisory_xact_lock(${HOLD_COMPLETION})`);
      answer();
      await untilGroupWaits(COMPLETE_REPLIES);
      await meanwhile?.(runner);
    });
    return responses;
  }

  /** Returns the stored conversations with the content of their question. */
  function findConversations(): Promise<object[]> {
    return scenario.platform.database.query(
      `SELECT q.content AS question, c.account_id, c.id, r.id AS reply_id, r.content, r.state, CASE r.urgency WHEN 'none' THEN 'routine' ELSE r.urgency END AS urgency, r.language,
         r.source
       FROM conversation c
       JOIN message q ON q.conversation_id = c.id AND q.role = 'user' AND q.state = 'completed'
       JOIN message r ON r.conversation_id = c.id AND r.role = 'assistant' AND r.position > q.position
       ORDER BY q.content`,
    );
  }

  it('are stored for their callers, each with its own reply', async () => {
    const sent = Array.from({ length: COUNT }, (_none, index) => {
      const kind = KINDS[index % KINDS.length] ?? KINDS[0];
      return { ...kind, ...callerOf(index), message: `${kind.text}, case ${index + 10}` };
    });
    const responses = await sendInGroups(sent, { answered: COUNT });
    const replies = responses.map((response) => sendMessage.output.parse(payload(response)));
    for (const [index, { message, urgency, language, source }] of sent.entries()) {
      const reply = replies[index];
      expect(reply).toMatchObject({ urgency, language });
      // In an emergency, the platform does not wait long for the model.
      if (urgency === 'routine') expect(reply?.source).toBe(source);
      if (reply?.source === 'model') expect(reply.response).toContain(`About: ${message}`);
    }
    const expected = sent.map(({ message, accountId, urgency, language }, index) => ({
      question: message,
      account_id: accountId,
      id: replies[index]?.conversationId,
      reply_id: replies[index]?.messageId,
      content: replies[index]?.response,
      state: 'completed',
      urgency,
      language,
      source: replies[index]?.source,
    }));
    const stored = await findConversations();
    expect(stored).toHaveLength(COUNT);
    expect(stored).toEqual(
      expect.arrayContaining(expected.map((row): unknown => expect.objectContaining(row))),
    );
  });

  it('are stored except for those that the database refuses', async () => {
    const messages = Array.from({ length: 20 }, (_none, index) => `Question ${index + 10}`);
    const sent = ['Poison', ...messages].map((message, index) => ({ ...callerOf(index), message }));
    await scenario.refuseUnless(`content NOT IN ('Poison', 'About: Question 29')`, async () => {
      const responses = await sendInGroups(sent, { answered: 20 });
      expect(responses.map(({ status }) => status)).toEqual([500, ...Array<number>(19).fill(200), 500]);
    });
    expect(await findConversations()).toMatchObject(
      messages.map((question, index) =>
        index < 19
          ? { question, content: `About: ${question}`, state: 'completed' }
          : { question, content: '', state: 'writing' },
      ),
    );
  });

  it('are stored except for one whose conversation was deleted meanwhile', async () => {
    const messages = Array.from({ length: 20 }, (_none, index) => `Question ${index + 10}`);
    const sent = messages.map((message, index) => ({ ...callerOf(index), message }));
    const responses = await sendInGroups(sent, {
      answered: 20,
      meanwhile: (runner) =>
        runner.query(
          `DELETE FROM conversation WHERE id = (SELECT conversation_id FROM message WHERE content = 'Question 17')`,
        ),
    });
    expect(responses.map(({ status }) => status)).toEqual(
      messages.map((_none, index) => (index === 7 ? 404 : 200)),
    );
    const others = messages.filter((_none, index) => index !== 7);
    expect(await findConversations()).toMatchObject(
      others.map((question) => ({ question, content: `About: ${question}`, state: 'completed' })),
    );
  });
});
