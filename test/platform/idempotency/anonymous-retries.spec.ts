import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { until } from '../../support/until';
import { ModelServer, completes } from '../../support/model-server';
import { type KeyedCaller, errorOf, expectFirst, expectReplay, responseOf } from './keyed-caller';
import { KeyedSuite } from './keyed-suite';

const INPUT = { message: 'I have a rash' };

const responseBody = z.object({
  result: z.object({ data: z.object({ json: z.object({ conversationId: z.string() }) }) }),
});

/** Returns the conversation id of a response. */
function conversationOf({ text }: { readonly text: string }): string {
  return responseBody.parse(JSON.parse(text)).result.data.json.conversationId;
}

describe('an anonymous retry with the same idempotency key', () => {
  let model: ModelServer;
  let anonymous: KeyedCaller;
  let signedIn: KeyedCaller;

  const suite = new KeyedSuite(async () => {
    model = await ModelServer.start();
    model.behave(completes('Keep it dry.'));
    const assistant = { CHATBOT_PROVIDER: 'openai', OPENAI_BASE_URL: model.baseUrl };
    return { ...assistant, CHATBOT_ANONYMOUS_PER_MINUTE: '1000' };
  });

  beforeAll(async () => {
    anonymous = suite.anonymous;
    signedIn = await suite.as('user');
  });

  afterAll(() => model.close());

  /** Sends a message without a session. */
  const send = (key: string | undefined, input: object = INPUT) =>
    anonymous.send('chatbot.sendMessage', input, key);

  it.each(['chatbot.sendMessage', 'chatbot.startReply'])(
    'of %s starts no conversation, calls no model and returns the first response',
    async (procedure) => {
      const key = randomUUID();
      const [conversations, previousRequests] = [await suite.count('conversation'), model.requests.length];
      const first = await anonymous.send(procedure, INPUT, key);
      expectFirst(first);
      for (const header of [key, `"${key}"`])
        expectReplay(await anonymous.send(procedure, INPUT, header), first);
      const isComplete = async () => (await suite.count(`message WHERE state = 'writing'`)) === 0;
      await until('all replies are complete', isComplete);
      expect(await suite.count('conversation')).toBe(conversations + 1);
      expect(model.requests.length).toBe(previousRequests + 1);
    },
  );

  it('of a message in a conversation adds no message', async () => {
    const conversationId = conversationOf(await send(undefined));
    const [input, key] = [{ message: 'It itches', conversationId }, randomUUID()];
    const first = await send(key, input);
    expect(responseOf(await send(key, input)).text).toBe(first.text);
    expect(await suite.count(`message WHERE conversation_id = '${conversationId}'`)).toBe(4);
  });

  it('is refused with another input', async () => {
    const key = randomUUID();
    await send(key);
    const conversations = await suite.count('conversation');
    expect(errorOf(await send(key, { message: 'I cough' }))).toEqual({
      status: 422,
      message: 'Idempotency-Key: this key was used for a call with another input; take a new one',
    });
    expect(await suite.count('conversation')).toBe(conversations);
  });

  it.each([
    ['that is no UUID', 'k'],
    ['that is made up by hand', '00000000-0000-4000-8000-000000000000'],
    ['of the documents, in capitals', '8E03978E-40D5-43DD-BC93-6894A57F9324'],
    ['that is not valid', 'a b'],
    ['of another UUID version, with time and place', '0192f3a0-5b1c-7d3e-8f4a-5b6c7d8e9f0a'],
    ['without its hyphens', '3a1c5e7f90b24d6e8f1a2b3c4d5e6f70'],
    ['of the documents', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
  ])('is a new message with a key %s, which other callers may have too', async (_case, key) => {
    const stored = await suite.count('idempotent_answer');
    const first = await send(key);
    const second = await send(key);
    for (const reply of [first, second]) expectFirst(reply);
    expect(conversationOf(second)).not.toBe(conversationOf(first));
    expect(await suite.count('idempotent_answer')).toBe(stored);
  });

  it('is a new message if an account used the key, and the reverse', async () => {
    for (const [one, other] of [
      [anonymous, signedIn],
      [signedIn, anonymous],
    ] as const) {
      const key = randomUUID();
      const first = await one.send('chatbot.sendMessage', INPUT, key);
      const second = await other.send('chatbot.sendMessage', INPUT, key);
      expectFirst(second);
      expect(conversationOf(second)).not.toBe(conversationOf(first));
      expect(responseOf(await one.send('chatbot.sendMessage', INPUT, key)).text).toBe(first.text);
    }
  });

  it('has no stored response once the conversation is deleted', async () => {
    const key = randomUUID();
    const conversationId = conversationOf(await send(key));
    expect(await suite.count(`idempotent_answer WHERE key = '${key}'`)).toBe(1);
    expectFirst(await anonymous.send('chatbot.deleteConversation', { conversationId }, undefined));
    expect(await suite.count(`idempotent_answer WHERE key = '${key}'`)).toBe(0);
  });

  it('is a new message after 24 hours, and not before', async () => {
    const key = randomUUID();
    const first = await send(key);
    const expiry = (time: string) => `expires_at = expires_at - interval '${time}'`;
    const advance = (time: string) =>
      suite.query(`UPDATE idempotent_answer SET ${expiry(time)} WHERE key = '${key}'`);
    await advance('23 hours 59 minutes');
    expect(responseOf(await send(key)).text).toBe(first.text);
    await advance('1 minute');
    expectFirst(await send(key));
  });

  it('is a new message if the first call was refused', async () => {
    const [key, input] = [randomUUID(), { ...INPUT, conversationId: randomUUID() }];
    expect(errorOf(await send(key, input)).status).toBe(404);
    expectFirst(await send(key));
  });

  it('returns 400 in a batch with a random key', async () => {
    const body = JSON.stringify({ 0: { json: INPUT } });
    const sendBatch = (key: string) =>
      anonymous.sendBody('chatbot.sendMessage?batch=1', body, { 'idempotency-key': key });
    expect(errorOf(await sendBatch(randomUUID())).status).toBe(400);
    expect((await sendBatch('k')).status).toBe(200);
  });
});
