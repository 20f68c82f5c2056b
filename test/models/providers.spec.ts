import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { AssistantChain } from '../../src/chatbot/assistant/assistant-chain';
import {
  AssistantModel,
  type ReplyPieces,
  type ReplyRequest,
} from '../../src/chatbot/assistant/assistant-model';
import type { OpenAIAssistantSettings } from '../../src/chatbot/assistant/openai/openai-assistant';
import { cutEnding, refusal } from '../../src/chatbot/assistant/reply-endings';
import { ModelScenario, read } from '../assistant/model-scenario';
import * as model from '../support/model-server';

/** Answers while there is time. */
class LastAssistant extends AssistantModel {
  // eslint-disable-next-line @typescript-eslint/require-await -- it has nothing to wait for
  async *write(_request: ReplyRequest, signal: AbortSignal): ReplyPieces {
    signal.throwIfAborted();
    yield 'From here.';
    return { source: 'offline', model: 'last', promptVersion: null };
  }
}

let first: ModelScenario;
let second: ModelScenario;
beforeAll(async () => {
  Logger.overrideLogger(false);
  [first, second] = await Promise.all([ModelScenario.start(), ModelScenario.start()]);
});
afterAll(() => Promise.all([first.close(), second.close()]));
afterEach(() => {
  for (const scenario of [first, second]) scenario.endAssistants();
});
beforeEach(() => {
  first.server.behave(model.completes('From the first.'));
  second.server.behave(model.completes('From the second.'));
});

/** Both models, then the last one. */
function chain(settings: Partial<OpenAIAssistantSettings> = {}): AssistantChain {
  return new AssistantChain(
    [first.assistant(settings), second.assistant({ model: 'second-model', ...settings })],
    new LastAssistant(),
  );
}

/** Nobody reads along. */
const WHOLE = { isWhole: true };
/** Long enough to be of use when it breaks off. */
const LONG = [
  'Drink clean water often, in small sips. ',
  'Rest in the shade, and see a health worker today. ',
];

/** What would not be asked twice, since somebody has read it already. */
const BROKEN: [string, model.Behaviour][] = [
  ['nothing but silence', model.staysSilent],
  ['an error 500', model.fails(500)],
  ['a pause that is too long', model.fails(429, {}, { 'retry-after': '3600' })],
  ['a refused key', model.fails(401)],
  ['a message that it does not take', model.fails(400)],
  ['an account without credit', model.fails(429, { code: 'insufficient_quota' })],
  ['a lost connection', model.hangsUp],
  ['rubbish', model.says('<html>')],
  ['events that are rubbish', model.says('data: <html>\n\n')],
  ['a body without end', model.neverEnds],
  ['an empty completion', model.completes('')],
  ['nothing but thoughts', model.streams([], { reasoning: ['Hm'] })],
];

describe('the second model', () => {
  it('is not asked while the first one answers', async () => {
    const { text, authorship } = await read(chain());
    expect([text, authorship.model]).toEqual(['From the first.', 'test-model']);
    expect(second.server.requests).toHaveLength(0);
  });

  it.each(BROKEN)('answers where the first one has %s', async (_case, behaviour) => {
    first.server.behave(behaviour);
    const { text, authorship } = await read(chain({ timeoutMs: 200 }));
    expect([text, authorship.model]).toEqual(['From the second.', 'second-model']);
    expect(first.server.requests).toHaveLength(1);
  });

  it('never gets the key of the first one', async () => {
    first.server.behave(model.fails(500));
    const models = [first.assistant({ apiKey: 'first' }), second.assistant({ apiKey: undefined })];
    await read(new AssistantChain(models, new LastAssistant()));
    expect(first.server.requests[0]?.headers.authorization).toBe('Bearer first');
    expect(second.server.requests[0]?.headers.authorization).toBe('Bearer no-key');
  });

  it.each([
    ['a lost connection', model.streams(LONG, { end: 'cut' })],
    ['a silence', model.streams(LONG, { end: 'stall' })],
  ])('begins a reply again that broke off by %s, where nobody read along', async (_case, behaviour) => {
    first.server.behave(behaviour);
    expect((await read(chain({ timeoutMs: 200 }), WHOLE)).text).toBe('From the second.');
  });

  it('does not go on with what somebody has begun to read', async () => {
    first.server.behave(model.streams(LONG, { end: 'cut' }));
    expect((await read(chain())).text).toBe(LONG.join('').trim() + cutEnding('en'));
    expect(second.server.requests).toHaveLength(0);
  });

  it('is not asked for what the first one refused', async () => {
    first.server.behave(model.completes(null, { refusal: 'No.' }));
    expect((await read(chain())).text).toBe(refusal('en'));
    expect(second.server.requests).toHaveLength(0);
  });
});

describe('the last assistant', () => {
  it.each(BROKEN)('answers where both models have %s', async (_case, behaviour) => {
    first.server.behave(behaviour);
    second.server.behave(behaviour);
    const { text, authorship } = await read(chain({ timeoutMs: 200 }));
    expect([text, authorship.source]).toEqual(['From here.', 'offline']);
    expect(first.server.requests).toHaveLength(1);
    expect(second.server.requests).toHaveLength(1);
  });

  it('answers within milliseconds where nobody listens, from the first message on', async () => {
    const start = performance.now();
    expect((await read(chain({ baseUrl: 'http://127.0.0.1:9/v1', retries: 3 }))).text).toBe('From here.');
    expect(performance.now() - start).toBeLessThan(200);
  });

  it('answers at the deadline when no text came, and after it', async () => {
    first.server.behave(model.staysSilent);
    const start = performance.now();
    expect((await read(chain(), {}, AbortSignal.timeout(300))).text).toBe('From here.');
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(second.server.requests).toHaveLength(0);
    expect((await read(chain(), {}, AbortSignal.abort())).text).toBe('From here.');
  });

  it('leaves a reply that broke off as it is where no model gives a whole one, if it is of use', async () => {
    for (const scenario of [first, second]) scenario.server.behave(model.streams(LONG, { end: 'stall' }));
    const whole = LONG.join('').trim() + cutEnding('fr');
    const french = { ...WHOLE, language: 'fr' } as const;
    expect((await read(chain({ timeoutMs: 200 }), french)).text).toBe(whole);
    expect((await read(chain(), french, AbortSignal.timeout(300))).text).toBe(whole);
    for (const scenario of [first, second]) scenario.server.behave(model.cutsConnection);
    expect((await read(chain(), WHOLE)).text).toBe('From here.');
  });
});

describe('a provider that fails again and again', () => {
  /** Waits until something is so. */
  async function until(isSo: () => boolean): Promise<void> {
    for (let attempt = 0; attempt < 100 && !isSo(); attempt += 1) await wait(20);
    expect(isSo()).toBe(true);
  }

  function texts(scenario: ModelScenario): string[] {
    return scenario.server.requests.map(({ body }) => body.messages.map(({ content }) => content).join());
  }

  it('is not asked any more after three replies in a row, and costs nothing then', async () => {
    first.server.behave(model.staysSilent);
    const assistant = chain({ timeoutMs: 100 });
    for (let count = 0; count < 3; count += 1) await read(assistant);
    const asked = texts(first).filter((text) => text !== 'ping').length;
    const start = performance.now();
    for (let count = 0; count < 10; count += 1) expect((await read(assistant)).text).toBe('From the second.');
    expect((performance.now() - start) / 10).toBeLessThan(100);
    expect(texts(first).filter((text) => text !== 'ping')).toHaveLength(asked);
  });

  it('is asked by requests of our own, with nobody’s text, until it answers, and then by people again', async () => {
    first.server.behave(model.fails(503));
    const assistant = chain();
    for (let count = 0; count < 3; count += 1) await read(assistant);
    await until(() => texts(first).filter((text) => text === 'ping').length >= 2);
    expect((await read(assistant)).text).toBe('From the second.');
    expect(
      texts(first)
        .slice(3)
        .every((text) => text === 'ping'),
    ).toBe(true);
    expect(first.server.requests.at(-1)?.body).toMatchObject({ max_tokens: 16, stream: true });
    first.server.behave(model.completes('From the first.'));
    await until(() => first.server.requests.length > 0);
    await wait(50);
    expect((await read(assistant)).text).toBe('From the first.');
    expect(texts(first).filter((text) => text === 'ping')).toHaveLength(1);
  });

  it('is not a person’s message away from being asked, however long it was quiet', async () => {
    first.server.behave(model.staysSilent);
    const assistant = chain({ timeoutMs: 100 });
    for (let count = 0; count < 3; count += 1) await read(assistant);
    for (let count = 0; count < 20; count += 1) {
      const start = performance.now();
      expect((await read(assistant)).text).toBe('From the second.');
      expect(performance.now() - start).toBeLessThan(95);
      await wait(30);
    }
  });

  it('is not one that only does not take certain messages', async () => {
    first.server.behave(model.fails(400));
    const assistant = chain();
    for (let count = 0; count < 5; count += 1) await read(assistant);
    expect(first.server.requests).toHaveLength(5);
    first.server.behave(model.completes(''));
    for (let count = 0; count < 5; count += 1) await read(assistant);
    expect(first.server.requests).toHaveLength(5);
  });

  it('is not one that fails now and then', async () => {
    const good = model.completes('From the first.');
    const bad = model.fails(500);
    first.server.behave(bad, bad, good, bad, bad, good);
    const assistant = chain();
    for (let count = 0; count < 6; count += 1) await read(assistant);
    expect(first.server.requests).toHaveLength(6);
    expect(second.server.requests).toHaveLength(4);
  });

  it('is one whose replies all break off', async () => {
    first.server.behave(model.cutsConnection);
    const assistant = chain();
    for (let count = 0; count < 3; count += 1) expect((await read(assistant)).text).toMatch(/^Drink/);
    expect((await read(assistant)).text).toBe('From the second.');
  });

  it('is told in the log, by its host, when it is left alone and when it is back', async () => {
    const lines: string[] = [];
    const note = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
    Logger.overrideLogger({ log: note, warn: note, error: note });
    try {
      first.server.behave(model.fails(500, { message: 'my child has a rash' }));
      const assistant = chain();
      for (let count = 0; count < 3; count += 1) await read(assistant);
      first.server.behave(model.completes('Drink water.'));
      await until(() => lines.some((line) => line.includes('server answers again')));
    } finally {
      Logger.overrideLogger(false);
    }
    const { host } = new URL(first.server.baseUrl);
    expect(lines.filter((line) => line.includes('left alone until it answers again'))).toHaveLength(1);
    for (const line of lines) {
      expect(line).toContain(`{"host":"${host}"`);
      expect(line).not.toMatch(/sk-test|rash|Drink|ping/);
    }
  });
});

describe('a provider that asks to be left alone', () => {
  it('is left alone by every message until then, and asked again afterwards', async () => {
    first.server.behave(model.fails(429, {}, { 'retry-after': '1' }), model.completes('From the first.'));
    const assistant = chain({ deadlineMs: 2_000 });
    for (let count = 0; count < 5; count += 1) expect((await read(assistant)).text).toBe('From the second.');
    expect(first.server.requests).toHaveLength(1);
    await wait(1_000);
    expect((await read(assistant)).text).toBe('From the first.');
  });

  it('is waited for where the pause is short', async () => {
    first.server.behave(
      model.fails(429, {}, { 'retry-after-ms': '200' }),
      model.completes('From the first.'),
    );
    expect((await read(chain({ retries: 1 }))).text).toBe('From the first.');
  });
});

it('asks nothing by itself after its end', async () => {
  first.server.behave(model.fails(500));
  const assistant = chain();
  for (let count = 0; count < 3; count += 1) await read(assistant);
  assistant.onModuleDestroy();
  await wait(500);
  expect(first.server.requests).toHaveLength(3);
});
