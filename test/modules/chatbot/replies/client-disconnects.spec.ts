import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { prepareAssistant } from '../../../../src/modules/chatbot';
import { after, completes, staysSilent, streams } from '../../../support/model-server';
import { KeyedCaller } from '../../../platform/idempotency/keyed-caller';
import { failure, payload } from '../../../support/plain-caller';
import { until } from '../../../support/until';
import { send, start } from './conversation';
import { RepliesScenario } from './replies-scenario';

const QUESTION = { message: 'I cough' };
const WORDS = ['Rest ', 'and ', 'drink ', 'water.'];
const TEXT = WORDS.join('');

describe('a reply with a client that disconnects', () => {
  const scenario = RepliesScenario.suite({
    CHATBOT_ANONYMOUS_CONCURRENCY: '1',
    CHATBOT_ACCOUNT_CONCURRENCY: '2',
    CHATBOT_DEADLINE_MS: '4000',
    OPENAI_TIMEOUT_MS: '60000',
    STREAMS_PER_ADDRESS: '3',
  });

  /** Sends a message and disconnects after the request to the model. */
  async function sendAndDisconnect(): Promise<void> {
    const sent = request(`${scenario.origin}/api/trpc/chatbot.sendMessage`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json' },
    });
    sent.on('error', () => undefined);
    sent.end(JSON.stringify({ 0: { json: QUESTION } }));
    await until('the model gets a request', () => scenario.model.requests.length > 0);
    sent.destroy();
  }

  async function findLastReply(): Promise<string> {
    const [last] = await scenario.platform.database.query<{ id: string }[]>(
      `SELECT id FROM message WHERE role = 'assistant' ORDER BY position DESC LIMIT 1`,
    );
    return last?.id ?? '';
  }

  it('is completed and stored if the caller of sendMessage disconnects', async () => {
    scenario.model.behave(streams(WORDS, { first: 200, between: 100 }));
    await sendAndDisconnect();
    const stored = await scenario.storedEnd(await findLastReply());
    expect(stored).toMatchObject({ state: 'completed', content: TEXT, source: 'model' });
    expect(scenario.model.requests).toHaveLength(1);
    expect(scenario.model.requests[0]?.abandoned).toBe(false);
  });

  it('is completed and stored if its only reader disconnects, or if it has none', async () => {
    scenario.model.behave(streams(WORDS, { first: 100, between: 100 }));
    for (const hasReader of [true, false]) {
      const { messageId } = await start(scenario.anyone, QUESTION);
      if (hasReader) {
        const reader = await scenario.read(messageId);
        await reader.until(() => reader.text !== '');
        reader.cut();
      }
      expect(await scenario.storedEnd(messageId)).toMatchObject({ state: 'completed', content: TEXT });
    }
    expect(scenario.model.requests).toHaveLength(2);
  });

  it('counts towards the concurrency limit of anonymous callers until it is complete', async () => {
    const reply = scenario.model.hold(WORDS, 0);
    await sendAndDisconnect();
    const busy = { status: 429, message: 'The assistant is busy; please try again in a few seconds' };
    expect(failure(await scenario.anyone.post('chatbot.sendMessage', QUESTION))).toMatchObject(busy);
    expect(failure(await scenario.anyone.post('chatbot.startReply', QUESTION))).toMatchObject(busy);
    reply();
    await scenario.storedEnd(await findLastReply());
    const replyAgain = scenario.model.hold(WORDS, 0);
    const { messageId } = await start(scenario.anyone, QUESTION);
    expect(failure(await scenario.anyone.post('chatbot.startReply', QUESTION))).toMatchObject(busy);
    replyAgain();
    await scenario.storedEnd(messageId);
    await send(scenario.anyone, QUESTION);
  });

  it('counts towards the concurrency limit of the account', async () => {
    const reply = scenario.model.hold(WORDS, 0);
    const caller = await scenario.account();
    const started = [await start(caller, QUESTION), await start(caller, QUESTION)];
    for (const procedure of ['chatbot.startReply', 'chatbot.sendMessage']) {
      const refused = await caller.post(procedure, QUESTION);
      expect(failure(refused)).toMatchObject({
        status: 429,
        message: 'Too many of your messages are being answered; please try again in a few seconds',
      });
      expect(refused.headers['retry-after']).toBe('5');
    }
    const other = await scenario.account();
    started.push(await start(other, QUESTION));
    reply();
    for (const { messageId } of started) await scenario.storedEnd(messageId);
    await send(caller, QUESTION);
  });

  it('counts towards the stream limit of an address until its reader disconnects', async () => {
    const reply = scenario.model.hold(WORDS, 0);
    const { messageId } = await start(scenario.anyone, QUESTION);
    const open = () => scenario.read(messageId);
    const readers = [await open(), await open(), await open()];
    const refused = await (await open()).end();
    expect(refused.failure).toEqual({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many streams are open from your network; try again in 5 seconds',
    });
    readers[0]?.cut();
    await wait(100);
    const another = await open();
    reply();
    expect((await another.end()).text).toBe(TEXT);
    await Promise.all(readers.slice(1).map((reader) => reader.end()));
  });

  it('frees its concurrency slot if the conversation does not exist', async () => {
    scenario.model.behave(completes(TEXT));
    const conversationId = '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21';
    for (const procedure of ['chatbot.startReply', 'chatbot.sendMessage']) {
      const response = await scenario.anyone.post(procedure, { ...QUESTION, conversationId });
      const message = 'conversationId: no such conversation';
      expect(failure(response)).toMatchObject({ status: 404, message });
    }
    await send(scenario.anyone, QUESTION);
  });

  describe('requested again under its idempotency key', () => {
    it.each(['chatbot.startReply', 'chatbot.sendMessage'])(
      'is the same reply, with one request to the model, by %s',
      async (procedure) => {
        scenario.model.behave(after(100, completes(TEXT)));
        const caller = new KeyedCaller(scenario.origin, await scenario.platform.session({ role: 'user' }));
        const post = async (key: string): Promise<unknown> =>
          JSON.parse((await caller.send(procedure, QUESTION, key)).text);
        const first = await post('a-key-of-one-call');
        expect(await post('a-key-of-one-call')).toEqual(first);
        await scenario.storedEnd(await findLastReply());
        expect(await post('a-key-of-one-call')).toEqual(first);
        expect(scenario.model.requests).toHaveLength(1);
        expect(await post('a-key-of-another')).not.toEqual(first);
        await scenario.storedEnd(await findLastReply());
      },
    );
  });

  it('comes from the offline assistant at its deadline if the model sends nothing', async () => {
    // As a process does before it listens.
    await prepareAssistant();
    scenario.model.behave(staysSilent);
    const { messageId } = await start(scenario.anyone, QUESTION);
    const startedAt = performance.now();
    const { state, content, source } = await scenario.storedEnd(messageId);
    // Before the timeout of the model, which is a minute.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    expect({ state, source }).toEqual({ state: 'completed', source: 'offline' });
    expect(content).not.toBe('');
    payload(await scenario.anyone.get('specialties.list'));
  });
});
