import { ChatModelChain } from '../../../../src/modules/chatbot/models/chat-model-chain';
import { truncationNotice, refusalNotice } from '../../../../src/modules/chatbot/models/reply-notices';
import { EMERGENCY, readReply } from './model-scenario';
import * as model from '../../../support/model-server';
import { ChainScenario, LONG, OfflineStandIn, WHOLE, userRequests } from './chain-scenario';
import { expectFasterThan } from '../../../support/expect-faster-than';

const scenario = new ChainScenario();
const { first, second } = scenario;

/** Failures of a server, by name. */
const FAILURES: [string, model.Behaviour][] = [
  ['no response', model.staysSilent],
  ['an error 500', model.fails(500)],
  ['too long a pause', model.fails(429, {}, { 'retry-after': '3600' })],
  ['a refused key', model.fails(401)],
  ['a refused request', model.fails(400, { param: 'messages' })],
  ['an account without credit', model.fails(429, { code: 'insufficient_quota' })],
  ['a closed connection', model.hangsUp],
  ['a body that is no completion', model.sendsBody('<html>')],
  ['invalid events', model.sendsBody('data: <html>\n\n')],
  ['an endless body', model.neverEnds],
  ['an empty completion', model.completes('')],
  ['only reasoning content', model.streams([], { reasoning: ['Hm'] })],
];

describe('the second model', () => {
  it('gets no request while the first one replies', async () => {
    const { text, authorship } = await readReply(scenario.chain());
    expect([text, authorship.model]).toEqual(['From the first.', 'test-model']);
    expect(second.requests).toHaveLength(0);
  });

  it.each(FAILURES)('replies after a failure of the first one: %s', async (_case, behaviour) => {
    first.behave(behaviour);
    const { text, authorship } = await readReply(scenario.chain({ timeoutMs: 200 }, {}));
    expect([text, authorship.model]).toEqual(['From the second.', 'second-model']);
    expect(userRequests(first)).toHaveLength(1);
  });

  it('does not get the key of the first one', async () => {
    first.behave(model.fails(500));
    const models = [first.model({ apiKey: 'first' }), second.model({ apiKey: undefined })];
    await readReply(new ChatModelChain(models, new OfflineStandIn()));
    expect(first.requests[0]?.headers.authorization).toBe('Bearer first');
    expect(second.requests[0]?.headers.authorization).toBe('Bearer no-key');
  });

  it.each([
    ['a broken connection', model.streams(LONG, { end: 'cut' })],
    ['a timeout', model.streams(LONG, { end: 'stall' })],
  ])('restarts a reply after %s if it is read only when complete', async (_case, behaviour) => {
    first.behave(behaviour);
    expect((await readReply(scenario.chain({ timeoutMs: 200 }, {}), WHOLE)).text).toBe('From the second.');
  });

  it('does not continue a reply whose start was read', async () => {
    first.behave(model.streams(LONG, { end: 'cut' }));
    expect((await readReply(scenario.chain())).text).toBe(LONG.join('').trim() + truncationNotice('en'));
    expect(second.requests).toHaveLength(0);
  });

  it('gets no message that the first one refused', async () => {
    first.behave(model.completes(null, { refusal: 'No.' }));
    expect((await readReply(scenario.chain())).text).toBe(refusalNotice('en'));
    expect(second.requests).toHaveLength(0);
  });
});

describe('the offline model', () => {
  it.each(FAILURES)('replies after a failure of both models: %s', async (_case, behaviour) => {
    first.behave(behaviour);
    second.behave(behaviour);
    const { text, authorship } = await readReply(scenario.chain({ timeoutMs: 200 }));
    expect([text, authorship.source]).toEqual(['From here.', 'offline']);
    expect(userRequests(first)).toHaveLength(1);
    expect(userRequests(second)).toHaveLength(1);
  });

  it('replies in under 200 ms to the first message if no server listens', async () => {
    await expectFasterThan(200, async () => {
      const chain = scenario.chain({ baseUrl: 'http://127.0.0.1:9/v1', retries: 3 });
      expect((await readReply(chain)).text).toBe('From here.');
    });
  });

  it('replies at the deadline if no text came, and after it', async () => {
    first.behave(model.staysSilent);
    await expectFasterThan(1_000, async () => {
      const chain = scenario.chain({ timeoutMs: 60_000 });
      expect((await readReply(chain, {}, AbortSignal.timeout(300))).text).toBe('From here.');
    });
    expect(second.requests).toHaveLength(0);
    expect((await readReply(scenario.chain(), {}, AbortSignal.abort())).text).toBe('From here.');
  });

  it('does not replace a long text that broke off if no model gives a complete reply', async () => {
    for (const server of [first, second]) server.behave(model.streams(LONG, { end: 'stall' }));
    const whole = LONG.join('').trim() + truncationNotice('fr');
    const french = { ...WHOLE, language: 'fr' } as const;
    expect((await readReply(scenario.chain({ timeoutMs: 200 }), french)).text).toBe(whole);
    expect((await readReply(scenario.chain(), french, AbortSignal.timeout(300))).text).toBe(whole);
    for (const server of [first, second]) server.behave(model.cutsConnection);
    expect((await readReply(scenario.chain(), WHOLE)).text).toBe('From here.');
  });
});

it('limits all models to five seconds in an emergency whose reply is read only when complete', async () => {
  first.behave(model.staysSilent);
  const settings = { timeoutMs: 60_000, deadlineMs: 60_000 };
  const stopped = new AbortController();
  const ended: string[] = [];
  const end = (name: string) => () => void ended.push(name);
  const emergency = { emergency: EMERGENCY };
  const streamed = readReply(scenario.chain(settings), emergency, stopped.signal).then(end('streamed'));
  const ordinary = readReply(scenario.chain(settings), WHOLE, stopped.signal).then(end('ordinary'));
  const start = performance.now();
  const request = { ...emergency, ...WHOLE };
  const { text } = await readReply(scenario.chain(settings), request, AbortSignal.timeout(60_000));
  expect(text).toBe('From here.');
  expect(performance.now() - start).toBeGreaterThan(4_900);
  expect(performance.now() - start).toBeLessThan(6_000);
  expect(ended).toEqual([]);
  stopped.abort();
  await Promise.all([streamed, ordinary]);
});
