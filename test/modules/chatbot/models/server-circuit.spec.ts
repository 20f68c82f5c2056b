import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type ModelScenario, read } from './model-scenario';
import * as model from '../../../support/model-server';
import { expectFasterThan } from '../../../support/expect-faster-than';
import { until } from '../../../support/until';
import { ChainScenario, LONG, WHOLE, logged, messages } from './chain-scenario';

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

describe('a provider that fails again and again', () => {
  function texts(scenario: ModelScenario): string[] {
    return scenario.server.requests.map(({ body }) => body.messages.map(({ content }) => content).join());
  }

  const stallsForPeople: model.Behaviour = async (response, request) => {
    if (request.body.messages.length > 1) await model.streams(LONG, { end: 'stall' })(response, request);
  };

  it.each([
    ['one silence', 1, model.staysSilent],
    ['one stream that fell silent, where nobody read along', 1, stallsForPeople],
    ['three errors in a row', 3, model.fails(500)],
  ])('is not asked any more after %s, and costs nothing then', async (_case, replies, behaviour) => {
    first.server.behave(behaviour);
    const assistant = scenario.chain({ timeoutMs: 400 }, {});
    for (let count = 0; count < replies; count += 1) await read(assistant, WHOLE);
    expect(messages(first)).toHaveLength(replies);
    // Less than one silence.
    await expectFasterThan(400, async () => {
      expect((await read(assistant, WHOLE)).text).toBe('From the second.');
    });
    for (let count = 0; count < 9; count += 1) {
      expect((await read(assistant, WHOLE)).text).toBe('From the second.');
    }
    expect(messages(first)).toHaveLength(replies);
  });

  it('is left alone after one reply where nobody listens', async () => {
    const lines = await logged(() => read(scenario.chainOfOne({ baseUrl: 'http://127.0.0.1:9/v1' })));
    expect(lines.filter((line) => line.includes('left alone until it answers again'))).toHaveLength(1);
  });

  it('is asked by requests of our own, with nobody’s text, until it answers, and then by people again', async () => {
    first.server.behave(model.fails(503));
    const assistant = scenario.chain();
    for (let count = 0; count < 3; count += 1) await read(assistant);
    await until('it is probed twice', () => texts(first).filter((text) => text === 'ping').length >= 2);
    expect((await read(assistant)).text).toBe('From the second.');
    expect(texts(first).filter((text) => text !== 'ping')).toHaveLength(3);
    expect(first.server.requests.at(-1)?.body).toMatchObject({ max_tokens: 16, stream: true });
    first.server.behave(model.completes('From the first.'));
    await until('people ask it again', async () => (await read(assistant)).text === 'From the first.');
    expect(texts(first).filter((text) => text === 'ping')).toHaveLength(1);
  });

  it('is not a person’s message away from being asked, however long it was quiet', async () => {
    first.server.behave(model.staysSilent);
    const assistant = scenario.chain({ timeoutMs: 100 }, {});
    for (let count = 0; count < 3; count += 1) await read(assistant);
    const asked = messages(first).length;
    for (let count = 0; count < 20; count += 1) {
      expect((await read(assistant)).text).toBe('From the second.');
      await wait(30);
    }
    expect(messages(first)).toHaveLength(asked);
  });

  it('is not one that only does not take certain messages', async () => {
    first.server.behave(model.fails(400));
    const assistant = scenario.chain();
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
    const assistant = scenario.chain();
    for (let count = 0; count < 6; count += 1) await read(assistant);
    expect(first.server.requests).toHaveLength(6);
    expect(second.server.requests).toHaveLength(4);
  });

  it('is one whose replies all break off', async () => {
    first.server.behave(model.cutsConnection);
    const assistant = scenario.chain();
    for (let count = 0; count < 3; count += 1) expect((await read(assistant)).text).toMatch(/^Drink/);
    expect((await read(assistant)).text).toBe('From the second.');
  });

  it('is told in the log, by its host, when it is left alone and when it is back', async () => {
    const lines = await logged(async () => {
      first.server.behave(model.fails(500, { message: 'my child has a rash' }));
      const assistant = scenario.chain();
      for (let count = 0; count < 3; count += 1) await read(assistant);
      first.server.behave(model.completes('Drink water.'));
      await until('people ask it again', async () => (await read(assistant)).text === 'Drink water.');
    });
    expect(lines.filter((line) => line.includes('server answers again'))).toHaveLength(1);
    const { host } = new URL(first.server.baseUrl);
    expect(lines.filter((line) => line.includes('left alone until it answers again'))).toHaveLength(1);
    for (const line of lines) {
      expect(line).toContain(`{"host":"${host}"`);
      expect(line).not.toMatch(/sk-test|rash|Drink|ping/);
    }
  });
});

/** A server under load that says when it has room again. */
function busy(seconds: number | string, status = 429): model.Behaviour {
  return model.fails(status, {}, { 'retry-after': String(seconds) });
}

describe('a provider that asks to be left alone', () => {
  it.each([429, 503])(
    'by a %i is left alone by every message until then, and asked again afterwards',
    async (status) => {
      first.server.behave(busy(1, status), model.completes('From the first.'));
      const assistant = scenario.chain({ retries: 3 });
      const start = performance.now();
      expect((await read(assistant)).text).toBe('From the second.');
      await until('it is asked again', async () => (await read(assistant)).text === 'From the first.');
      expect(performance.now() - start).toBeGreaterThan(990);
      expect(first.server.requests).toHaveLength(2);
    },
  );

  it.each([400, 500])('by a %i is asked by the next message all the same', async (status) => {
    first.server.behave(busy(31_536_000, status), model.completes('From the first.'));
    const assistant = scenario.chain();
    expect((await read(assistant)).text).toBe('From the second.');
    expect((await read(assistant)).text).toBe('From the first.');
  });

  it('is waited for by all replies where there is no other and the pause is short', async () => {
    first.server.behave(busy(1), model.completes('From the first.'));
    const assistant = scenario.chainOfOne({ retries: 1 });
    const told = read(assistant);
    await until('it is asked', () => messages(first).length === 1);
    await wait(50);
    const others = Array.from({ length: 30 }, () => read(assistant));
    for (const { text } of await Promise.all([told, ...others])) expect(text).toBe('From the first.');
    const [busyAt = 0, ...answeredAt] = messages(first).map(({ receivedAt }) => receivedAt);
    expect(answeredAt).toHaveLength(31);
    expect(Math.min(...answeredAt) - busyAt).toBeGreaterThanOrEqual(990);
    // They do not come back all at once.
    expect(Math.max(...answeredAt) - Math.min(...answeredAt)).toBeGreaterThan(400);
  });

  it('is waited for where the other one is down', async () => {
    first.server.behave(busy(1), model.completes('From the first.'));
    second.server.behave(model.staysSilent);
    const assistant = scenario.chain({ retries: 1, timeoutMs: 300 });
    expect((await read(assistant)).text).toBe('From here.');
    expect((await read(assistant)).text).toBe('From the first.');
  });

  it.each([
    ['a long pause', busy(4)],
    ['a pause that has only begun', busy(3_600)],
  ])('is not waited for where it asks for %s', async (_case, behaviour) => {
    await expectFasterThan(1_000, async () => {
      first.server.behave(behaviour);
      const assistant = scenario.chainOfOne({ retries: 3 });
      for (let count = 0; count < 3; count += 1) expect((await read(assistant)).text).toBe('From here.');
      expect(messages(first)).toHaveLength(1);
    });
  });

  it('for long is asked by ourselves whether it is back before, and never by a message', async () => {
    first.server.behave(busy(3_600));
    const assistant = scenario.chain();
    const lines = await logged(async () => {
      await read(assistant);
      await until('it is asked twice', () => first.server.requests.length >= 2);
      for (let count = 0; count < 3; count += 1) await read(assistant);
      expect(messages(first)).toHaveLength(1);
      first.server.behave(model.completes('From the first.'));
      await until('it is asked again', () => first.server.requests.length > 0);
      await until('people ask it', async () => (await read(assistant)).text === 'From the first.');
    });
    expect(lines.filter((line) => line.includes('asked to be left alone'))).toHaveLength(1);
    expect(lines.find((line) => line.includes('asked to be left alone'))).toContain('"milliseconds":900000');
    expect(lines.filter((line) => line.includes('server answers again'))).toHaveLength(1);
  });

  it.each([
    ['a short pause', model.fails(429, {}, { 'retry-after-ms': '240' })],
    ['no pause', model.fails(500)],
  ])('is not waited for at the end of a reply’s time, with %s', async (_case, behaviour) => {
    await expectFasterThan(920, async () => {
      first.server.behave(model.staysSilent);
      second.server.behave(behaviour);
      const assistant = scenario.chain({ timeoutMs: 700, deadlineMs: 1_000, retries: 3 });
      expect((await read(assistant, {}, AbortSignal.timeout(1_000))).text).toBe('From here.');
      expect(messages(second).length).toBeLessThan(2);
    });
    expect(messages(second)).toHaveLength(1);
  });
});

it('asks nothing by itself after its end', async () => {
  first.server.behave(model.fails(500));
  // The first probe is due only after the end, at the latest after one second.
  const assistant = scenario.chainOfOne({}, { firstMs: 1_000, longestMs: 1_000 });
  for (let count = 0; count < 3; count += 1) await read(assistant);
  assistant.onModuleDestroy();
  await wait(1_500);
  expect(first.server.requests).toHaveLength(3);
});
