import { setTimeout as wait } from 'node:timers/promises';
import { type ModelScenario, readReply } from './model-scenario';
import * as model from '../../../support/model-server';
import { expectFasterThan } from '../../../support/expect-faster-than';
import { until } from '../../../support/until';
import { ChainScenario, LONG, WHOLE, logLinesOf, userRequests } from './chain-scenario';

const scenario = new ChainScenario();
const { first, second } = scenario;

describe('a server that fails repeatedly', () => {
  /** Returns the requests that are probes. */
  const probes = ({ requests }: ModelScenario) =>
    requests.filter(({ body }) => body.messages.map(({ content }) => content).join() === 'ping');

  const stallsForUsers: model.Behaviour = async (response, request) => {
    if (request.body.messages.length > 1) await model.streams(LONG, { end: 'stall' })(response, request);
  };

  it.each([
    ['one timeout', 1, model.staysSilent],
    ['one timeout in a stream that is read only when complete', 1, stallsForUsers],
    ['three errors in a row', 3, model.fails(500)],
  ])('gets no more messages after %s', async (_case, replies, behaviour) => {
    first.behave(behaviour);
    // Errors arrive late on a busy machine, and must not count as timeouts.
    const chain = scenario.chain(replies === 1 ? { timeoutMs: 1_500 } : {}, {});
    for (let count = 0; count < replies; count += 1) await readReply(chain, WHOLE);
    expect(userRequests(first)).toHaveLength(replies);
    // Less than one timeout.
    await expectFasterThan(1_500, async () => {
      expect((await readReply(chain, WHOLE)).text).toBe('From the second.');
    });
    for (let count = 0; count < 9; count += 1)
      expect((await readReply(chain, WHOLE)).text).toBe('From the second.');
    expect(userRequests(first)).toHaveLength(replies);
  });

  it('gets no more messages after one failed connection', async () => {
    const chain = scenario.chainOfOne({ baseUrl: 'http://127.0.0.1:9/v1' });
    const lines = await logLinesOf(() => readReply(chain));
    expect(lines.filter((line) => line.includes('left alone until it answers again'))).toHaveLength(1);
  });

  it('is probed without text of users until it replies, and then gets messages again', async () => {
    first.behave(model.fails(503));
    const chain = scenario.chain();
    for (let count = 0; count < 3; count += 1) await readReply(chain);
    await until('it is probed twice', () => probes(first).length >= 2);
    expect((await readReply(chain)).text).toBe('From the second.');
    expect(first.requests.length - probes(first).length).toBe(3);
    expect(first.requests.at(-1)?.body).toMatchObject({ max_tokens: 16, stream: true });
    first.behave(model.completes('From the first.'));
    await until('it gets messages again', async () => (await readReply(chain)).text === 'From the first.');
    expect(probes(first)).toHaveLength(1);
  });

  it('gets no messages before a successful probe, also after a long time', async () => {
    first.behave(model.staysSilent);
    const chain = scenario.chain({ timeoutMs: 100 }, {});
    for (let count = 0; count < 3; count += 1) await readReply(chain);
    const sent = userRequests(first).length;
    for (let count = 0; count < 20; count += 1) {
      expect((await readReply(chain)).text).toBe('From the second.');
      await wait(30);
    }
    expect(userRequests(first)).toHaveLength(sent);
  });

  it('still gets messages if it only refuses certain ones', async () => {
    first.behave(model.fails(400, { param: 'messages' }));
    const chain = scenario.chain();
    for (let count = 0; count < 5; count += 1) await readReply(chain);
    expect(first.requests).toHaveLength(5);
    first.behave(model.completes(''));
    for (let count = 0; count < 5; count += 1) await readReply(chain);
    expect(first.requests).toHaveLength(5);
  });

  it('still gets messages if it fails fewer than three times in a row', async () => {
    const [good, bad] = [model.completes('From the first.'), model.fails(500)];
    first.behave(bad, bad, good, bad, bad, good);
    const chain = scenario.chain();
    for (let count = 0; count < 6; count += 1) await readReply(chain);
    expect(first.requests).toHaveLength(6);
    expect(second.requests).toHaveLength(4);
  });

  it('gets no more messages if three replies broke off', async () => {
    first.behave(model.cutsConnection);
    const chain = scenario.chain();
    for (let count = 0; count < 3; count += 1) expect((await readReply(chain)).text).toMatch(/^Drink/);
    expect((await readReply(chain)).text).toBe('From the second.');
  });

  it('is logged with its host when the circuit opens and closes', async () => {
    const lines = await logLinesOf(async () => {
      first.behave(model.fails(500, { message: 'my child has a rash' }));
      const chain = scenario.chain();
      for (let count = 0; count < 3; count += 1) await readReply(chain);
      first.behave(model.completes('Drink water.'));
      await until('it gets messages again', async () => (await readReply(chain)).text === 'Drink water.');
    });
    expect(lines.filter((line) => line.includes('server answers again'))).toHaveLength(1);
    const { host } = new URL(first.baseUrl);
    expect(lines.filter((line) => line.includes('left alone until it answers again'))).toHaveLength(1);
    for (const line of lines) {
      expect(line).toContain(`{"host":"${host}"`);
      expect(line).not.toMatch(/sk-test|rash|Drink|ping/);
    }
  });
});

/** An overloaded server that requests a pause. */
function requestsPause(seconds: number | string, status = 429): model.Behaviour {
  return model.fails(status, { param: 'messages' }, { 'retry-after': String(seconds) });
}

describe('a server that requests a pause', () => {
  it.each([429, 503])('with a %i gets no message until the pause is over', async (status) => {
    first.behave(requestsPause(1, status), model.completes('From the first.'));
    const chain = scenario.chain({ retries: 3 });
    const start = performance.now();
    expect((await readReply(chain)).text).toBe('From the second.');
    await until('it gets messages again', async () => (await readReply(chain)).text === 'From the first.');
    expect(performance.now() - start).toBeGreaterThan(990);
    expect(first.requests).toHaveLength(2);
  });

  it.each([400, 500])('with a %i still gets the next message', async (status) => {
    first.behave(requestsPause(31_536_000, status), model.completes('From the first.'));
    const chain = scenario.chain();
    expect((await readReply(chain)).text).toBe('From the second.');
    expect((await readReply(chain)).text).toBe('From the first.');
  });

  it('is waited for by all replies if there is no other server and the pause is short', async () => {
    first.behave(requestsPause(1), model.completes('From the first.'));
    const chain = scenario.chainOfOne({ retries: 1 });
    const firstReply = readReply(chain);
    await until('it has a request', () => userRequests(first).length === 1);
    await wait(50);
    const others = Array.from({ length: 30 }, () => readReply(chain));
    for (const { text } of await Promise.all([firstReply, ...others])) expect(text).toBe('From the first.');
    const [pausedAt = 0, ...resumedAt] = userRequests(first).map(({ receivedAt }) => receivedAt);
    expect(resumedAt).toHaveLength(31);
    expect(Math.min(...resumedAt) - pausedAt).toBeGreaterThanOrEqual(990);
    // They are spread over some time.
    expect(Math.max(...resumedAt) - Math.min(...resumedAt)).toBeGreaterThan(400);
  });

  it('is waited for if the other server is down', async () => {
    first.behave(requestsPause(1), model.completes('From the first.'));
    second.behave(model.staysSilent);
    const chain = scenario.chain({ retries: 1, timeoutMs: 300 });
    expect((await readReply(chain)).text).toBe('From here.');
    expect((await readReply(chain)).text).toBe('From the first.');
  });

  it.each([
    ['a long pause', requestsPause(4)],
    ['a very long pause', requestsPause(3_600)],
  ])('is not waited for if it requests %s', async (_case, behaviour) => {
    await expectFasterThan(1_000, async () => {
      first.behave(behaviour);
      const chain = scenario.chainOfOne({ retries: 3 });
      for (let count = 0; count < 3; count += 1) expect((await readReply(chain)).text).toBe('From here.');
      expect(userRequests(first)).toHaveLength(1);
    });
  });

  it('is probed during a long pause, and gets no message before it replies', async () => {
    first.behave(requestsPause(3_600));
    const chain = scenario.chain();
    const lines = await logLinesOf(async () => {
      await readReply(chain);
      await until('it is probed', () => first.requests.length >= 2);
      for (let count = 0; count < 3; count += 1) await readReply(chain);
      expect(userRequests(first)).toHaveLength(1);
      first.behave(model.completes('From the first.'));
      await until('it is probed again', () => first.requests.length > 0);
      await until('it gets messages again', async () => (await readReply(chain)).text === 'From the first.');
    });
    expect(lines.filter((line) => line.includes('asked to be left alone'))).toHaveLength(1);
    expect(lines.find((line) => line.includes('asked to be left alone'))).toContain('"milliseconds":900000');
    expect(lines.filter((line) => line.includes('server answers again'))).toHaveLength(1);
  });

  it.each([
    ['a short pause', model.fails(429, {}, { 'retry-after-ms': '240' })],
    ['no pause', model.fails(500)],
  ])('is not waited for at the end of a reply’s time with %s', async (_case, behaviour) => {
    await expectFasterThan(920, async () => {
      first.behave(model.staysSilent);
      second.behave(behaviour);
      const chain = scenario.chain({ timeoutMs: 700, deadlineMs: 1_000, retries: 3 });
      expect((await readReply(chain, {}, AbortSignal.timeout(1_000))).text).toBe('From here.');
      expect(userRequests(second).length).toBeLessThan(2);
    });
    expect(userRequests(second)).toHaveLength(1);
  });
});

it('sends no probe after the module is destroyed', async () => {
  first.behave(model.fails(500));
  // The first probe would be sent within one second.
  const chain = scenario.chainOfOne({}, { firstMs: 1_000, longestMs: 1_000 });
  for (let count = 0; count < 3; count += 1) await readReply(chain);
  chain.onModuleDestroy();
  // On a busy machine, the replies may take so long that a probe is on its way.
  await wait(100);
  const sent = first.requests.length;
  await wait(1_500);
  expect(first.requests).toHaveLength(sent);
});
