import { setTimeout as wait } from 'node:timers/promises';
import { RepliesScenario } from '../modules/chatbot/replies/replies-scenario';
import { after, completes, fails } from '../support/model-server';
import { type Platform, startPlatform } from '../support/platform';
import { PlainCaller, failure, payload } from '../support/plain-caller';
import { sendMessage } from './messages';

const MESSAGE = { message: 'I cough' };

describe('chatbot.sendMessage without a session', () => {
  let platform: Platform;
  let anyone: PlainCaller;

  beforeEach(async () => {
    platform = await startPlatform({ CHATBOT_ANONYMOUS_PER_MINUTE: '3' });
    anyone = new PlainCaller(await platform.listen());
  });

  afterEach(async () => {
    await platform.close();
  });

  it('returns 429 with Retry-After over the limit per minute', async () => {
    for (let sent = 0; sent < 3; sent += 1) payload(await anyone.post('chatbot.sendMessage', MESSAGE));
    const response = await anyone.post('chatbot.sendMessage', MESSAGE);
    expect(failure(response)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    const seconds = Number(response.headers['retry-after']);
    expect(failure(response).message).toBe(
      `Too many messages without a session; try again in ${seconds} seconds, or sign in`,
    );
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  it('returns advice in an emergency over the limit', async () => {
    for (let sent = 0; sent < 4; sent += 1) await anyone.post('chatbot.sendMessage', MESSAGE);
    const urgent = { message: 'My baby is having convulsions', country: 'KE' };
    const reply = payload(await anyone.post('chatbot.sendMessage', urgent));
    expect(reply).toMatchObject({ urgency: 'emergency', source: 'offline' });
    expect((await anyone.post('chatbot.sendMessage', MESSAGE)).status).toBe(429);
  });

  it('does not count towards the limit of an account', async () => {
    for (let sent = 0; sent < 4; sent += 1) await anyone.post('chatbot.sendMessage', MESSAGE);
    const caller = anyone.as(await platform.session({ role: 'user' }));
    payload(await caller.post('chatbot.sendMessage', MESSAGE));
  });

  it('counts each call of a batch', async () => {
    const call = ['chatbot.sendMessage', MESSAGE] as const;
    const response = await anyone.batch(call, call, call, call);
    expect(response.status).toBe(207);
    expect(response.headers['retry-after']).toMatch(/^\d+$/);
  });
});

describe('chatbot.sendMessage with a model that fails', () => {
  let scenario: RepliesScenario;

  beforeAll(async () => {
    scenario = await RepliesScenario.start({ OPENAI_MAX_RETRIES: '0', CHATBOT_ANONYMOUS_CONCURRENCY: '1' });
  });

  afterAll(() => scenario.close());

  it('returns an offline reply, and a model’s reply later in the same conversation', async () => {
    scenario.model.behave(fails(500, { message: 'the model server’s own words' }));
    const first = await sendMessage(scenario.anyone, 'First');
    expect(first).toMatchObject({ source: 'offline' });
    expect(first.response).not.toContain('own words');

    scenario.model.behave(completes('Rest and drink.'));
    const { conversationId } = first;
    const next = await sendMessage(scenario.anyone, 'Second', conversationId);
    expect(next).toMatchObject({ conversationId, response: 'Rest and drink.', source: 'model' });
    expect(scenario.model.requests[0]?.body.messages.slice(1)).toEqual([
      { role: 'user', content: 'First' },
      { role: 'assistant', content: first.response },
      { role: 'user', content: 'Second' },
    ]);
  });

  it('returns 429 over the concurrency limit of anonymous callers', async () => {
    scenario.model.behave(after(300, completes('Rest.')));
    const responses = await Promise.all(
      [1, 2, 3].map(() => scenario.anyone.post('chatbot.sendMessage', MESSAGE)),
    );
    const busy = responses.filter(({ status }) => status === 429);
    expect(busy).toHaveLength(2);
    for (const response of busy) {
      expect(failure(response).message).toBe('The assistant is busy; please try again in a few seconds');
      expect(response.headers['retry-after']).toBe('5');
    }
    payload(await scenario.anyone.post('chatbot.sendMessage', MESSAGE));
  });

  it('returns advice in an emergency over the concurrency limit, without a model request', async () => {
    scenario.model.behave(after(1_000, completes('Rest.')));
    const first = scenario.anyone.post('chatbot.sendMessage', MESSAGE);
    while (scenario.model.requests.length === 0) await wait(5);
    const urgent = { message: 'My baby is having convulsions', country: 'KE' };
    const reply = payload(await scenario.anyone.post('chatbot.sendMessage', urgent));
    expect(reply).toMatchObject({
      urgency: 'emergency',
      source: 'offline',
      response: expect.stringContaining('999') as unknown,
    });
    expect(scenario.model.requests).toHaveLength(1);
    expect((await scenario.anyone.post('chatbot.sendMessage', MESSAGE)).status).toBe(429);
    payload(await first);
  });
});

describe('chatbot.sendMessage without a session from several networks', () => {
  let scenario: RepliesScenario;

  beforeAll(async () => {
    scenario = await RepliesScenario.start({ CHATBOT_ANONYMOUS_CONCURRENCY: '8', TRUST_PROXY: '1' });
  });

  afterAll(() => scenario.close());

  const sendFrom = async (address: string) => {
    const response = await fetch(`${scenario.origin}/api/trpc/chatbot.sendMessage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ json: MESSAGE }),
    });
    const { status, headers } = response;
    return { status, retryAfter: headers.get('retry-after'), text: await response.text() };
  };

  it('limits one network to a quarter of the concurrency limit', async () => {
    scenario.model.behave(after(500, completes('Rest.')));
    const oneNetwork = ['1', '2', '3', '4', '5', '6', '7', '8'].map((host) => sendFrom(`2001:db8::${host}`));
    const responses = await Promise.all([...oneNetwork, sendFrom('192.0.2.1'), sendFrom('2001:db8:0:1::1')]);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(6);
    for (const { text, retryAfter } of refused) {
      expect(text).toContain(
        'Too many messages from your network are being answered; try again in 5 seconds',
      );
      expect(retryAfter).toBe('5');
    }
    expect(responses.slice(-2).map(({ status }) => status)).toEqual([200, 200]);
    expect((await sendFrom('2001:db8::9')).status).toBe(200);
  });
});
