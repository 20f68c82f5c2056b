import { Logger } from '@nestjs/common';
import { ChatModelChain } from '../../../../src/modules/chatbot/models/chat-model-chain';
import { truncationNotice, refusalNotice } from '../../../../src/modules/chatbot/models/reply-notices';
import { type ModelScenario, read } from './model-scenario';
import * as model from '../../../support/model-server';
import { ChainScenario, LONG, LastAssistant, WHOLE, messages } from './chain-scenario';
import { expectFasterThan } from '../../../support/expect-faster-than';

let scenario: ChainScenario;
let first: ModelScenario;
let second: ModelScenario;
beforeAll(async () => {
  Logger.overrideLogger(false);
  scenario = await ChainScenario.start();
  ({ first, second } = scenario);
});
afterAll(() => scenario.close());
beforeEach(() => {
  scenario.reset();
});

/** What would not be asked twice, since somebody has read it already. */
const BROKEN: [string, model.Behaviour][] = [
  ['nothing but silence', model.staysSilent],
  ['an error 500', model.fails(500)],
  ['a pause that is too long', model.fails(429, {}, { 'retry-after': '3600' })],
  ['a refused key', model.fails(401)],
  ['a message that it does not take', model.fails(400)],
  ['an account without credit', model.fails(429, { code: 'insufficient_quota' })],
  ['a lost connection', model.hangsUp],
  ['rubbish', model.sendsBody('<html>')],
  ['events that are rubbish', model.sendsBody('data: <html>\n\n')],
  ['a body without end', model.neverEnds],
  ['an empty completion', model.completes('')],
  ['nothing but thoughts', model.streams([], { reasoning: ['Hm'] })],
];

describe('the second model', () => {
  it('is not asked while the first one answers', async () => {
    const { text, authorship } = await read(scenario.chain());
    expect([text, authorship.model]).toEqual(['From the first.', 'test-model']);
    expect(second.server.requests).toHaveLength(0);
  });

  it.each(BROKEN)('answers where the first one has %s', async (_case, behaviour) => {
    first.server.behave(behaviour);
    const { text, authorship } = await read(scenario.chain({ timeoutMs: 200 }, {}));
    expect([text, authorship.model]).toEqual(['From the second.', 'second-model']);
    expect(messages(first)).toHaveLength(1);
  });

  it('never gets the key of the first one', async () => {
    first.server.behave(model.fails(500));
    const models = [first.assistant({ apiKey: 'first' }), second.assistant({ apiKey: undefined })];
    await read(new ChatModelChain(models, new LastAssistant()));
    expect(first.server.requests[0]?.headers.authorization).toBe('Bearer first');
    expect(second.server.requests[0]?.headers.authorization).toBe('Bearer no-key');
  });

  it.each([
    ['a lost connection', model.streams(LONG, { end: 'cut' })],
    ['a silence', model.streams(LONG, { end: 'stall' })],
  ])('begins a reply again that broke off by %s, where nobody read along', async (_case, behaviour) => {
    first.server.behave(behaviour);
    expect((await read(scenario.chain({ timeoutMs: 200 }, {}), WHOLE)).text).toBe('From the second.');
  });

  it('does not go on with what somebody has begun to read', async () => {
    first.server.behave(model.streams(LONG, { end: 'cut' }));
    expect((await read(scenario.chain())).text).toBe(LONG.join('').trim() + truncationNotice('en'));
    expect(second.server.requests).toHaveLength(0);
  });

  it('is not asked for what the first one refused', async () => {
    first.server.behave(model.completes(null, { refusal: 'No.' }));
    expect((await read(scenario.chain())).text).toBe(refusalNotice('en'));
    expect(second.server.requests).toHaveLength(0);
  });
});

describe('the last assistant', () => {
  it.each(BROKEN)('answers where both models have %s', async (_case, behaviour) => {
    first.server.behave(behaviour);
    second.server.behave(behaviour);
    const { text, authorship } = await read(scenario.chain({ timeoutMs: 200 }));
    expect([text, authorship.source]).toEqual(['From here.', 'offline']);
    expect(messages(first)).toHaveLength(1);
    expect(messages(second)).toHaveLength(1);
  });

  it('answers within milliseconds where nobody listens, from the first message on', async () => {
    await expectFasterThan(200, async () => {
      const assistant = scenario.chain({ baseUrl: 'http://127.0.0.1:9/v1', retries: 3 });
      expect((await read(assistant)).text).toBe('From here.');
    });
  });

  it('answers at the deadline when no text came, and after it', async () => {
    first.server.behave(model.staysSilent);
    await expectFasterThan(1_000, async () => {
      const assistant = scenario.chain({ timeoutMs: 60_000 });
      expect((await read(assistant, {}, AbortSignal.timeout(300))).text).toBe('From here.');
    });
    expect(second.server.requests).toHaveLength(0);
    expect((await read(scenario.chain(), {}, AbortSignal.abort())).text).toBe('From here.');
  });

  it('leaves a reply that broke off as it is where no model gives a whole one, if it is of use', async () => {
    for (const { server } of [first, second]) server.behave(model.streams(LONG, { end: 'stall' }));
    const whole = LONG.join('').trim() + truncationNotice('fr');
    const french = { ...WHOLE, language: 'fr' } as const;
    expect((await read(scenario.chain({ timeoutMs: 200 }), french)).text).toBe(whole);
    expect((await read(scenario.chain(), french, AbortSignal.timeout(300))).text).toBe(whole);
    for (const { server } of [first, second]) server.behave(model.cutsConnection);
    expect((await read(scenario.chain(), WHOLE)).text).toBe('From here.');
  });
});

it('gives the models five seconds where advice waits for them to be read, and others their whole time', async () => {
  first.server.behave(model.staysSilent);
  const settings = { timeoutMs: 60_000, deadlineMs: 60_000 };
  const stopped = new AbortController();
  const ended: string[] = [];
  const end = (name: string) => () => void ended.push(name);
  const emergency = { isEmergency: true };
  const streamed = read(scenario.chain(settings), emergency, stopped.signal).then(end('streamed'));
  const ordinary = read(scenario.chain(settings), WHOLE, stopped.signal).then(end('ordinary'));
  const start = performance.now();
  const { text } = await read(
    scenario.chain(settings),
    { ...emergency, ...WHOLE },
    AbortSignal.timeout(60_000),
  );
  expect(text).toBe('From here.');
  expect(performance.now() - start).toBeGreaterThan(4_900);
  expect(performance.now() - start).toBeLessThan(6_000);
  expect(ended).toEqual([]);
  stopped.abort();
  await Promise.all([streamed, ordinary]);
});
