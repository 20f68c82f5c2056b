import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { until } from '../../support/until';
import { ModelServer, completes } from '../../support/model-server';
import { type Platform, startPlatform } from '../../support/platform';
import { KeyedCaller, refused, told } from './keyed-caller';

const INPUT = { message: 'I have a rash' };

const answer = z.object({
  result: z.object({ data: z.object({ json: z.object({ conversationId: z.string() }) }) }),
});

/** The conversation of an answer. */
function conversationOf({ text }: { readonly text: string }): string {
  return answer.parse(JSON.parse(text)).result.data.json.conversationId;
}

describe('a stranger’s message that is repeated under its key', () => {
  let model: ModelServer;
  let platform: Platform;
  let stranger: KeyedCaller;
  let somebody: KeyedCaller;

  beforeAll(async () => {
    model = await ModelServer.start();
    model.behave(completes('Keep it dry.'));
    platform = await startPlatform({
      CHATBOT_PROVIDER: 'openai',
      OPENAI_BASE_URL: model.baseUrl,
      CHATBOT_ANONYMOUS_PER_MINUTE: '1000',
    });
    const origin = await platform.listen();
    stranger = new KeyedCaller(origin);
    somebody = new KeyedCaller(origin, await platform.session({ role: 'user' }));
  });

  afterAll(async () => {
    await platform.close();
    await model.close();
  });

  async function count(rows: string): Promise<number> {
    const [row] = await platform.database.query<{ n: number }[]>(
      `SELECT count(*)::integer AS n FROM ${rows}`,
    );
    return row?.n ?? -1;
  }

  it.each(['chatbot.sendMessage', 'chatbot.startReply'])(
    'to %s begins one conversation, asks the model once and is answered as the first time',
    async (procedure) => {
      const key = randomUUID();
      const [conversations, asked] = [await count('conversation'), model.requests.length];
      const first = await stranger.send(procedure, INPUT, key);
      expect(told(first)).toMatchObject({ status: 200, replayed: false });
      for (const header of [key, `"${key}"`]) {
        expect(told(await stranger.send(procedure, INPUT, header))).toEqual({
          ...told(first),
          replayed: true,
        });
      }
      await until('all is answered', async () => (await count(`message WHERE state = 'writing'`)) === 0);
      expect(await count('conversation')).toBe(conversations + 1);
      expect(model.requests.length).toBe(asked + 1);
    },
  );

  it('goes on with a conversation once', async () => {
    const conversationId = conversationOf(await stranger.send('chatbot.sendMessage', INPUT, undefined));
    const [input, key] = [{ message: 'It itches', conversationId }, randomUUID()];
    const first = await stranger.send('chatbot.sendMessage', input, key);
    expect(told(await stranger.send('chatbot.sendMessage', input, key)).text).toBe(first.text);
    expect(await count(`message WHERE conversation_id = '${conversationId}'`)).toBe(4);
  });

  it('is refused with another input', async () => {
    const key = randomUUID();
    await stranger.send('chatbot.sendMessage', INPUT, key);
    const conversations = await count('conversation');
    expect(refused(await stranger.send('chatbot.sendMessage', { message: 'I cough' }, key))).toEqual({
      status: 422,
      message: 'Idempotency-Key: this key was used for a call with another input; take a new one',
    });
    expect(await count('conversation')).toBe(conversations);
  });

  it.each([
    ['that is no UUID', 'k'],
    ['that somebody thought up', '00000000-0000-4000-8000-000000000000'],
    ['that the documents show, in capitals', '8E03978E-40D5-43DD-BC93-6894A57F9324'],
    ['that is no key', 'a b'],
    ['of another version, which tells when and where it was made', '0192f3a0-5b1c-7d3e-8f4a-5b6c7d8e9f0a'],
    ['without its hyphens', '3a1c5e7f90b24d6e8f1a2b3c4d5e6f70'],
    ['that the documents show to everybody', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
  ])('is another message under a key %s: others may have it too', async (_case, key) => {
    const stored = await count('idempotent_answer');
    const first = await stranger.send('chatbot.sendMessage', INPUT, key);
    const second = await stranger.send('chatbot.sendMessage', INPUT, key);
    for (const each of [first, second]) expect(told(each)).toMatchObject({ status: 200, replayed: false });
    expect(conversationOf(second)).not.toBe(conversationOf(first));
    expect(await count('idempotent_answer')).toBe(stored);
  });

  it('is another message for an account with the same key, whoever is first', async () => {
    for (const [one, other] of [
      [stranger, somebody],
      [somebody, stranger],
    ] as const) {
      const key = randomUUID();
      const first = await one.send('chatbot.sendMessage', INPUT, key);
      const second = await other.send('chatbot.sendMessage', INPUT, key);
      expect(told(second)).toMatchObject({ status: 200, replayed: false });
      expect(conversationOf(second)).not.toBe(conversationOf(first));
      expect(told(await one.send('chatbot.sendMessage', INPUT, key)).text).toBe(first.text);
    }
  });

  it('is forgotten when its conversation is deleted', async () => {
    const key = randomUUID();
    const conversationId = conversationOf(await stranger.send('chatbot.sendMessage', INPUT, key));
    expect(await count(`idempotent_answer WHERE key = '${key}'`)).toBe(1);
    expect((await stranger.send('chatbot.deleteConversation', { conversationId }, undefined)).status).toBe(
      200,
    );
    expect(await count(`idempotent_answer WHERE key = '${key}'`)).toBe(0);
  });

  it('is another message after 24 hours, and not before', async () => {
    const key = randomUUID();
    const first = await stranger.send('chatbot.sendMessage', INPUT, key);
    const pass = (time: string) =>
      platform.database.query(
        `UPDATE idempotent_answer SET expires_at = expires_at - interval '${time}' WHERE key = $1`,
        [key],
      );
    await pass('23 hours 59 minutes');
    expect(told(await stranger.send('chatbot.sendMessage', INPUT, key)).text).toBe(first.text);
    await pass('1 minute');
    const later = await stranger.send('chatbot.sendMessage', INPUT, key);
    expect(told(later)).toMatchObject({ status: 200, replayed: false });
  });

  it('leaves its key free where it was refused', async () => {
    const [key, input] = [randomUUID(), { ...INPUT, conversationId: randomUUID() }];
    expect(refused(await stranger.send('chatbot.sendMessage', input, key)).status).toBe(404);
    const other = await stranger.send('chatbot.sendMessage', INPUT, key);
    expect(told(other)).toMatchObject({ status: 200, replayed: false });
  });

  it('is refused in a batch, for which a key does not stand', async () => {
    const body = JSON.stringify({ 0: { json: INPUT } });
    const sent = (key: string) =>
      stranger.sendBody('chatbot.sendMessage?batch=1', body, { 'idempotency-key': key });
    expect(refused(await sent(randomUUID())).status).toBe(400);
    expect((await sent('k')).status).toBe(200);
  });
});
