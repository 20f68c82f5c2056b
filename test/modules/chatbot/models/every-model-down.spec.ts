import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../../../../bench/benchmark';
import { prepareTriage } from '../../../../src/modules/triage';
import { prepareAssistant } from '../../../../src/modules/chatbot/prepare-assistant';
import { PlainCaller, payload } from '../../../support/plain-caller';
import { expectLessThan } from '../../../support/expect-faster-than';
import { type Platform, startPlatform } from '../../../support/platform';
import { type Behaviour, completes, fails, staysSilent } from '../../../support/model-server';
import { ChainScenario, userRequests } from './chain-scenario';
import { PROMPT_VERSION } from '../../../../src/modules/chatbot/models/prompts/instructions';

const MESSAGE = 'I have a cough since Monday, call me at 0712 345 678';

describe('sendMessage with every model down', () => {
  const { first, second } = new ChainScenario();
  let platform: Platform | undefined;
  beforeAll(async () => {
    // As after the start of the server.
    prepareTriage();
    await prepareAssistant();
  });
  afterEach(() => platform?.close());

  async function start(settings: Readonly<Record<string, string>>): Promise<PlainCaller> {
    platform = await startPlatform({
      CHATBOT_PROVIDER: 'openai',
      OPENAI_BASE_URL: first.baseUrl,
      OPENAI_FALLBACK_BASE_URL: second.baseUrl,
      OPENAI_FALLBACK_MODEL: 'second-model',
      CHATBOT_ANONYMOUS_PER_MINUTE: '1000',
      ...settings,
    });
    return new PlainCaller(await platform.listen());
  }

  /** Sends messages, which the offline model replies to, and returns their times in milliseconds. */
  async function measureReplies(caller: PlainCaller, count: number): Promise<number[]> {
    const all: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const start = performance.now();
      const answer = payload(await caller.post('chatbot.sendMessage', { message: MESSAGE }));
      all.push(performance.now() - start);
      expect(answer).toMatchObject({ source: 'offline', response: expect.stringMatching(/\S/) as unknown });
    }
    return all;
  }

  async function expectFast(caller: PlainCaller): Promise<void> {
    await expectLessThan(200, async () => median(await measureReplies(caller, 11)));
    await expectLessThan(1_000, async () => Math.max(...(await measureReplies(caller, 11))));
  }

  const countUserRequests = () => userRequests(first).length + userRequests(second).length;

  it('replies in under 200 ms if no server listens, without retries for the first message', async () => {
    const unusedUrl = 'http://127.0.0.1:9/v1';
    const caller = await start({
      OPENAI_BASE_URL: unusedUrl,
      OPENAI_FALLBACK_BASE_URL: unusedUrl,
      // Ten retries would take more than 20 seconds.
      OPENAI_MAX_RETRIES: '10',
      CHATBOT_DEADLINE_MS: '60000',
    });
    const [firstMs = Infinity] = await measureReplies(caller, 1);
    expect(firstMs).toBeLessThan(10_000);
    await expectFast(caller);
  });

  it.each([
    ['do not respond', 1, staysSilent],
    ['respond with 500', 3, fails(500)],
  ] satisfies [string, number, Behaviour][])(
    'replies in under 200 ms if the servers %s, after %i failed replies',
    async (_case, messages, behaviour) => {
      first.behave(behaviour);
      second.behave(behaviour);
      // Errors arrive late on a busy machine, and must not count as timeouts.
      const OPENAI_TIMEOUT_MS = messages === 1 ? '400' : '5000';
      const caller = await start({ OPENAI_TIMEOUT_MS, OPENAI_MAX_RETRIES: '0' });
      await measureReplies(caller, messages);
      expect(countUserRequests()).toBe(2 * messages);
      await expectFast(caller);
      expect(countUserRequests()).toBe(2 * messages);
      for (const line of platform?.logLines ?? []) expect(line).not.toMatch(/cough|0712\s?345/);
      const opened = platform?.logLines.filter((line) => line.includes('left alone until it answers again'));
      expect(opened).toHaveLength(2);
    },
  );

  it('sends messages to a server again after a successful probe', async () => {
    first.behave(fails(500));
    second.behave(fails(500));
    const caller = await start({ OPENAI_MAX_RETRIES: '0' });
    await measureReplies(caller, 3);
    first.behave(completes('Drink water.'));
    while (!platform?.logLines.some((line) => line.includes('server answers again'))) await wait(100);
    expect(first.requests.map(({ body }) => body.messages)).toEqual([[{ role: 'user', content: 'ping' }]]);
    const answer = payload(await caller.post('chatbot.sendMessage', { message: MESSAGE }));
    expect(answer).toMatchObject({ source: 'model', response: 'Drink water.' });
    const sent = first.requests.at(-1)?.body.messages.at(-1)?.content;
    expect(sent).toBe('I have a cough since Monday, call me at [phone]');
  });

  it('stores the message of a user unchanged', async () => {
    first.behave(completes('Drink water.'));
    const caller = await start({});
    payload(await caller.post('chatbot.sendMessage', { message: MESSAGE }));
    const stored: unknown = await platform?.database.query(
      `SELECT role, content, source, model, prompt_version FROM message ORDER BY position`,
    );
    expect(stored).toMatchObject([
      { role: 'user', content: MESSAGE },
      { role: 'assistant', content: 'Drink water.', source: 'model', prompt_version: PROMPT_VERSION },
    ]);
  });
});
