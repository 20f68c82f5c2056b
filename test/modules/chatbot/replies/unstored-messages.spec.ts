import { randomUUID } from 'node:crypto';
import { KeyedCaller } from '../../../platform/idempotency/keyed-caller';
import { completes } from '../../../support/model-server';
import { failure } from '../../../support/plain-caller';
import { EMERGENCY, PRODUCTION, findAdvice, send, start } from './conversation';
import { RepliesScenario } from './replies-scenario';

describe('a message that the database cannot store', () => {
  const scenario = RepliesScenario.suite(PRODUCTION);

  beforeEach(() => {
    scenario.model.behave(completes('Rest.'));
  });

  const withoutStorage = (work: () => Promise<void>) => scenario.refuseUnless('false', work);

  it('gets advice in an emergency', async () => {
    for (const caller of [scenario.anyone, await scenario.account()]) {
      await withoutStorage(async () => {
        expect(await send(caller, EMERGENCY)).toMatchObject({
          response: findAdvice(EMERGENCY.message),
          urgency: 'emergency',
          source: 'offline',
          language: 'en',
        });
      });
    }
  });

  it('gets advice in an emergency by stream, also after a reconnect', async () => {
    const advice = findAdvice(EMERGENCY.message);
    await withoutStorage(async () => {
      const { messageId, urgency, conversationId } = await start(scenario.anyone, EMERGENCY);
      expect(urgency).toBe('emergency');
      const completed = {
        type: 'completed',
        result: { response: advice, conversationId, messageId, urgency, source: 'offline', language: 'en' },
      };
      for (const id of [messageId, messageId.toUpperCase()]) {
        const stream = await (await scenario.read(id)).end();
        expect(stream.events).toEqual([{ type: 'delta', text: advice }, completed]);
      }
      const later = await (await scenario.read(messageId, { lastEventId: String(advice.length) })).end();
      expect(later.events).toEqual([completed]);
    });
  });

  it.each(['chatbot.sendMessage', 'chatbot.startReply'])(
    'leaves no stored response under the idempotency key of %s',
    async (procedure) => {
      const { conversationId } = await send(scenario.anyone, { message: 'Hello' });
      const keyed = new KeyedCaller(scenario.origin);
      await withoutStorage(async () => {
        const response = await keyed.send(procedure, { ...EMERGENCY, conversationId }, randomUUID());
        expect(response.status).toBe(200);
      });
      const stored = await scenario.platform.database.query<unknown[]>('SELECT key FROM idempotent_answer');
      expect(stored).toEqual([]);
    },
  );

  it('has a reply that only its account can read', async () => {
    const owner = await scenario.platform.session({ role: 'user' });
    const other = await scenario.platform.session({ role: 'admin' });
    await withoutStorage(async () => {
      const { messageId } = await start(scenario.anyone.as(owner), EMERGENCY);
      for (const caller of [scenario.anyone, scenario.anyone.as(other)]) {
        expect(failure(await caller.get('chatbot.reply', { messageId }))).toMatchObject({ status: 404 });
      }
      expect((await scenario.anyone.as(owner).get('chatbot.reply', { messageId })).status).toBe(200);
    });
  });

  it('is an emergency because of an earlier message', async () => {
    const pregnant = { message: 'I am 8 months pregnant' };
    const { conversationId } = await send(scenario.anyone, pregnant);
    const bleeding = { message: 'I am bleeding', country: 'KE', conversationId };
    await withoutStorage(async () => {
      const response = findAdvice(bleeding.message, [pregnant.message]);
      expect(await send(scenario.anyone, bleeding)).toMatchObject({ response, conversationId });
    });
  });

  it.each(['chatbot.sendMessage', 'chatbot.startReply'])(
    'causes an error of %s if it is no emergency, and is not logged',
    async (procedure) => {
      await withoutStorage(async () => {
        const ordinary = await scenario.anyone.post(procedure, { message: 'My secret cough' });
        expect(failure(ordinary)).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR' });
        expect((await scenario.anyone.post(procedure, EMERGENCY)).status).toBe(200);
      });
      const log = scenario.platform.logLines.join('\n');
      expect(log).toContain('an emergency was answered and nothing of it stored');
      expect(log).not.toContain('secret cough');
      expect(log).not.toContain('crushing');
    },
  );

  it('is no error of the platform if the session is not valid', async () => {
    const before = scenario.platform.logLines.length;
    await send(scenario.anyone.as('session=unknown'), EMERGENCY);
    const lines = scenario.platform.logLines.slice(before);
    expect(lines.some((line) => line.includes('nothing of it stored'))).toBe(true);
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  it('frees its concurrency slot', async () => {
    const settings = { DATABASE_URL: scenario.platform.databaseUrl, CHATBOT_ANONYMOUS_CONCURRENCY: '1' };
    const limited = await RepliesScenario.start(settings);
    await withoutStorage(async () => {
      for (const { message, status } of [
        { ...EMERGENCY, status: 200 },
        { message: 'I cough', status: 500 },
        { ...EMERGENCY, status: 200 },
      ]) {
        expect((await limited.anyone.post('chatbot.sendMessage', { message })).status).toBe(status);
      }
    });
    await limited.close();
  });

  it('returns 404 in another account’s conversation', async () => {
    const owner = await scenario.account();
    const { conversationId } = await send(owner, { message: 'I cough' });
    const response = await scenario.anyone.post('chatbot.sendMessage', { ...EMERGENCY, conversationId });
    expect(failure(response)).toMatchObject({ status: 404 });
  });
});
