import { randomUUID } from 'node:crypto';
import { LiveReply } from '../../../../src/modules/chatbot/replies/live-reply';
import { ReplyWritingService } from '../../../../src/modules/chatbot/sending/reply-writing.service';
import { completes, fails, staysSilent, streams } from '../../../support/model-server';
import { failure } from '../../../support/plain-caller';
import { EMERGENCY, PRODUCTION, findAdvice, send, start } from './conversation';
import { RepliesScenario } from './replies-scenario';

const QUESTION = { message: 'I cough' };
const WORDS = ['Rest ', 'and ', 'drink ', 'a ', 'lot ', 'of ', 'water.'];
const STORED = /^The assistant could not answer just now\. Your message was kept: go on in conversation /;

describe('a reply with a failure', () => {
  const scenario = RepliesScenario.suite({ ...PRODUCTION, CHATBOT_DEADLINE_MS: '4000' });

  /** Runs the work while the database refuses to complete a reply. */
  const withoutCompletion = (work: () => Promise<void>) =>
    scenario.refuseUnless(`role = 'user' OR state <> 'completed'`, work);

  describe('in an emergency', () => {
    it('begins with the advice before the first text of the model', async () => {
      scenario.model.behave(streams(['Go ', 'now.'], { first: 2_000 }));
      const { messageId } = await start(scenario.anyone, EMERGENCY);
      const stream = await scenario.read(messageId);
      await stream.until(() => stream.events.length > 0);
      const advice = findAdvice(EMERGENCY.message);
      expect(stream.events).toEqual([{ type: 'delta', text: advice }]);
      await stream.end();
      expect(stream.text).toBe(`${advice}\n\nGo now.`);
      expect(stream.events.at(-1)).toMatchObject({
        type: 'completed',
        result: { urgency: 'emergency', response: `${advice}\n\nGo now.`, source: 'model' },
      });
    });

    it('is returned by sendMessage and stored, with advice', async () => {
      scenario.model.behave(completes('Go now.'));
      const reply = await send(scenario.anyone, EMERGENCY);
      expect(reply.response).toBe(`${findAdvice(EMERGENCY.message)}\n\nGo now.`);
      expect(reply).toMatchObject({ urgency: 'emergency', language: 'en' });
      const stored = await scenario.storedReply(reply.messageId);
      expect(stored).toMatchObject({ content: reply.response, urgency: 'emergency', language: 'en' });
    });

    it.each([
      ['fails', fails(500)],
      ['sends nothing', staysSilent],
      ['sends a reassurance', completes('That is harmless. Stay at home.')],
    ])('begins with the advice if the model %s', async (_case, behaviour) => {
      scenario.model.behave(behaviour);
      const { response, urgency } = await send(scenario.anyone, EMERGENCY);
      expect(response.startsWith(`${findAdvice(EMERGENCY.message)}\n\n`)).toBe(true);
      expect(urgency).toBe('emergency');
    });
  });

  describe('with a temporary database failure', () => {
    it('contains the advice although it cannot be stored', async () => {
      scenario.model.behave(completes('Go now.'));
      const response = `${findAdvice(EMERGENCY.message)}\n\nGo now.`;
      await withoutCompletion(async () => {
        expect(await send(scenario.anyone, EMERGENCY)).toMatchObject({ response, urgency: 'emergency' });
      });
    });

    it('is stored when the database works again', async () => {
      scenario.model.behave(completes('Drink water.'));
      let sent: ReturnType<typeof send> | undefined;
      await withoutCompletion(async () => {
        sent = send(scenario.anyone, QUESTION);
        await new Promise((resolve) => setTimeout(resolve, 900));
      });
      const { response, messageId } = (await sent) ?? {};
      expect(response).toBe('Drink water.');
      expect(await scenario.storedReply(messageId ?? '')).toMatchObject({ state: 'completed' });
    });
  });

  it('comes from the offline assistant if the model fails', async () => {
    scenario.model.behave(fails(500, { message: 'the model server’s own words' }));
    const reply = await send(scenario.anyone, QUESTION);
    expect(reply.source).toBe('offline');
    expect(reply.response).not.toContain('own words');
  });

  it('returns the documented error if it cannot be stored, and the conversation continues without it', async () => {
    scenario.model.behave(completes('Never seen.'));
    let error = { status: 0, code: '', message: '' };
    await withoutCompletion(async () => {
      error = failure(await scenario.anyone.post('chatbot.sendMessage', { message: 'First' }));
    });
    expect(error).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR' });
    expect(error.message).toMatch(STORED);
    const conversationId = /[0-9a-f-]{36}/.exec(error.message)?.[0];
    scenario.model.behave(completes('Rest.'));
    const next = await send(scenario.anyone, { message: 'Second', conversationId });
    expect(next).toMatchObject({ conversationId, response: 'Rest.' });
    const turns = JSON.stringify(scenario.model.requests[0]?.body.messages);
    expect(turns).toContain('First');
    expect(turns).not.toContain('Never seen');
  });

  it('ends with a failed event for present and later readers, and its text is stored', async () => {
    scenario.model.behave(streams(['Rest ', 'and drink.'], { between: 300 }));
    const failed = {
      type: 'failed',
      code: 'INTERNAL_SERVER_ERROR',
      message: expect.stringMatching(STORED) as string,
    };
    await withoutCompletion(async () => {
      const { messageId } = await start(scenario.anyone, QUESTION);
      const stream = await (await scenario.read(messageId)).end();
      expect(stream.text).toBe('Rest and drink.');
      expect(stream.events.at(-1)).toEqual(failed);
      expect(stream.signals).toEqual(['connected', 'return']);
      expect(await scenario.storedReply(messageId)).toMatchObject({
        state: 'failed',
        content: 'Rest and drink.',
        writing_until: null,
      });
      const later = await (await scenario.read(messageId)).end();
      expect(later.events).toEqual([{ type: 'delta', text: 'Rest and drink.' }, failed]);
    });
  });

  it('is completed although its deadline in the database has passed', async () => {
    scenario.model.behave(streams(WORDS, { between: 300 }));
    const { messageId } = await start(scenario.anyone, QUESTION);
    const { database } = scenario.platform;
    await database.query('UPDATE message SET writing_until = now() WHERE id = $1', [messageId]);
    const stream = await (await scenario.read(messageId)).end();
    expect(stream.events.at(-1)).toMatchObject({ type: 'completed', result: { response: WORDS.join('') } });
    expect(await scenario.storedReply(messageId)).toMatchObject({ state: 'completed' });
  });

  it('ends with a failed event if the triage throws', async () => {
    const reply = { conversationId: randomUUID(), messageId: randomUUID(), position: null };
    const sender = { accountId: null, address: '127.0.0.1', languages: [] };
    const question = {
      ...QUESTION,
      conversationId: null,
      sender,
      country: undefined,
      isWhole: false,
      isCallerUnknown: false,
    };
    const composed = Promise.reject(new Error('it cannot be read'));
    const live = new LiveReply();
    const writing = scenario.platform.app.get(ReplyWritingService);
    const request = { question, composed, isAdviceOnly: false };
    await expect(writing.write(reply, request, live)).resolves.toBe('failed');
    expect(live.end).toMatchObject({ type: 'failed', code: 'INTERNAL_SERVER_ERROR' });
  });

  it('does not log messages', async () => {
    scenario.model.behave(completes('Never seen.'));
    await withoutCompletion(async () => {
      await scenario.anyone.post('chatbot.sendMessage', { message: 'My secret illness' });
    });
    const log = scenario.platform.logLines.join('\n');
    expect(log).toContain('a reply could not be written');
    expect(log).not.toContain('secret illness');
    expect(log).not.toContain('Never seen');
  });

  it('is not sent to the model with the next message while it is incomplete', async () => {
    const resume = scenario.model.hold(['Half ', 'way'], 1, completes('Rest.'));
    const { conversationId, messageId } = await start(scenario.anyone, { message: 'First' });
    const stream = await scenario.read(messageId);
    await stream.until(() => stream.text !== '');
    await send(scenario.anyone, { message: 'Second', conversationId });
    expect(JSON.stringify(scenario.model.requests[1]?.body.messages)).not.toContain('Half');
    resume();
    await scenario.storedEnd(messageId);
  });
});
