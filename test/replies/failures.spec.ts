import { countrySchema } from '../../src/access/country';
import { dangerIn, emergencyAdvice } from '../../src/chatbot/danger-signs/danger-signs';
import { ModelServer, completes, fails, staysSilent, streams } from '../support/model-server';
import { type Platform, startPlatform } from '../support/platform';
import { PlainCaller, failure } from '../support/plain-caller';
import { send, start, storedEnd, storedReply } from './conversation';
import { ReplyStream } from './reply-stream';

const QUESTION = { message: 'I cough' };
const EMERGENCY = { message: 'I have crushing chest pain and I cannot breathe', country: 'KE' };

/** What the advice is, by the same rules. */
function adviceTo(message: string): string {
  const danger = dangerIn(message, []);
  if (!danger) throw new Error('no danger sign was recognised');
  return emergencyAdvice(danger, countrySchema.parse('KE'));
}

const WRITTEN = /^The assistant could not answer just now\. Your message was kept: go on in conversation /;

describe('a reply in which something goes wrong', () => {
  let model: ModelServer;
  let platform: Platform;
  let origin: string;
  let anyone: PlainCaller;

  beforeAll(async () => {
    model = await ModelServer.start();
    platform = await startPlatform({
      CHATBOT_PROVIDER: 'openai',
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_MAX_RETRIES: '0',
      CHATBOT_ANONYMOUS_PER_MINUTE: '100000',
      CHATBOT_DEADLINE_MS: '4000',
    });
    origin = await platform.listen();
    anyone = new PlainCaller(origin);
  });

  afterAll(async () => {
    await platform.close();
    await model.close();
  });

  /** While this runs, the database completes no reply. */
  async function withoutCompletion(work: () => Promise<void>): Promise<void> {
    await platform.database.query(
      `ALTER TABLE message ADD CONSTRAINT nothing_completes
       CHECK (role = 'user' OR state <> 'completed') NOT VALID`,
    );
    try {
      await work();
    } finally {
      await platform.database.query('ALTER TABLE message DROP CONSTRAINT nothing_completes');
    }
  }

  describe('in an emergency', () => {
    it('begins with what to do now, before the model says anything', async () => {
      model.behave(streams(['Go ', 'now.'], { first: 1_000 }));
      const { messageId } = await start(anyone, EMERGENCY);
      const stream = await ReplyStream.open(origin, { messageId });
      await stream.until(() => stream.events.length > 0, { within: 500 });
      const advice = adviceTo(EMERGENCY.message);
      expect(stream.events).toEqual([{ type: 'delta', text: advice }]);
      await stream.end();
      expect(stream.text).toBe(`${advice}\n\nGo now.`);
      expect(stream.events.at(-1)).toMatchObject({
        type: 'completed',
        result: { urgency: 'emergency', response: `${advice}\n\nGo now.`, source: 'model' },
      });
    });

    it('says so by sendMessage too, and stores it', async () => {
      model.behave(completes('Go now.'));
      const answer = await send(anyone, EMERGENCY);
      expect(answer.response).toBe(`${adviceTo(EMERGENCY.message)}\n\nGo now.`);
      expect(answer).toMatchObject({ urgency: 'emergency', language: 'en' });
      expect(await storedReply(platform.database, answer.messageId)).toMatchObject({
        content: answer.response,
        urgency: 'emergency',
        language: 'en',
      });
    });

    it.each([
      ['fails', fails(500)],
      ['says nothing', staysSilent],
      ['says that all is well', completes('That is harmless. Stay at home.')],
    ])('keeps what to do now where the model %s', async (_case, behaviour) => {
      model.behave(behaviour);
      const { response, urgency } = await send(anyone, EMERGENCY);
      expect(response.startsWith(`${adviceTo(EMERGENCY.message)}\n\n`)).toBe(true);
      expect(urgency).toBe('emergency');
    });
  });

  describe('while the database stumbles', () => {
    it('tells somebody in danger what to do, although it cannot be kept', async () => {
      model.behave(completes('Go now.'));
      await withoutCompletion(async () => {
        const { response, urgency } = await send(anyone, EMERGENCY);
        expect({ response, urgency }).toEqual({
          response: `${adviceTo(EMERGENCY.message)}\n\nGo now.`,
          urgency: 'emergency',
        });
      });
    }, 30_000);

    it('is kept once the database is back', async () => {
      model.behave(completes('Drink water.'));
      let sent: ReturnType<typeof send> | undefined;
      await withoutCompletion(async () => {
        sent = send(anyone, QUESTION);
        await new Promise((resolve) => setTimeout(resolve, 900));
      });
      const { response, messageId } = (await sent) ?? {};
      expect(response).toBe('Drink water.');
      expect(await storedReply(platform.database, messageId ?? '')).toMatchObject({ state: 'completed' });
    }, 30_000);
  });

  it('is answered all the same where the model fails', async () => {
    model.behave(fails(500, { message: 'the model server’s own words' }));
    const answer = await send(anyone, QUESTION);
    expect(answer.source).toBe('offline');
    expect(answer.response).not.toContain('own words');
  });

  it('is told as documented where it cannot be kept, and the conversation goes on without it', async () => {
    model.behave(completes('Never seen.'));
    let refused = { status: 0, code: '', message: '' };
    await withoutCompletion(async () => {
      refused = failure(await anyone.post('chatbot.sendMessage', { message: 'First' }));
    });
    expect(refused).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR' });
    expect(refused.message).toMatch(WRITTEN);
    const conversationId = /[0-9a-f-]{36}/.exec(refused.message)?.[0];
    model.behave(completes('Rest.'));
    const next = await send(anyone, { message: 'Second', conversationId });
    expect(next).toMatchObject({ conversationId, response: 'Rest.' });
    const asked = JSON.stringify(model.requests[0]?.body.messages);
    expect(asked).toContain('First');
    expect(asked).not.toContain('Never seen');
  });

  it('is an event and no error to those who read, now and later, with the text so far kept', async () => {
    model.behave(streams(['Rest ', 'and drink.'], { between: 300 }));
    const failed = {
      type: 'failed',
      code: 'INTERNAL_SERVER_ERROR',
      message: expect.stringMatching(WRITTEN) as string,
    };
    await withoutCompletion(async () => {
      const { messageId } = await start(anyone, QUESTION);
      const stream = await (await ReplyStream.open(origin, { messageId })).end();
      expect(stream.text).toBe('Rest and drink.');
      expect(stream.events.at(-1)).toEqual(failed);
      expect(stream.signals).toEqual(['connected', 'return']);
      expect(await storedReply(platform.database, messageId)).toMatchObject({
        state: 'failed',
        content: 'Rest and drink.',
        writing_until: null,
      });
      const later = await (await ReplyStream.open(origin, { messageId })).end();
      expect(later.events).toEqual([{ type: 'delta', text: 'Rest and drink.' }, failed]);
    });
  });

  it('shows nothing of what people said in the log', async () => {
    model.behave(completes('Never seen.'));
    await withoutCompletion(async () => {
      await anyone.post('chatbot.sendMessage', { message: 'My secret illness' });
    });
    const log = platform.logLines.join('\n');
    expect(log).toContain('a reply could not be written');
    expect(log).not.toContain('secret illness');
    expect(log).not.toContain('Never seen');
  });

  it('does not send half a conversation to the model while another reply is being written', async () => {
    model.behave(streams(['Half ', 'way'], { between: 800 }));
    const { conversationId, messageId } = await start(anyone, { message: 'First' });
    const stream = await ReplyStream.open(origin, { messageId });
    await stream.until(() => stream.text !== '');
    await send(anyone, { message: 'Second', conversationId });
    expect(JSON.stringify(model.requests[1]?.body.messages)).not.toContain('Half');
    await storedEnd(platform.database, messageId);
  });
});
