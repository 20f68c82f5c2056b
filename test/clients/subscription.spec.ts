import { setTimeout as wait } from 'node:timers/promises';
import {
  type TRPCClient,
  type TRPCClientError,
  createTRPCClient,
  httpLink,
  httpSubscriptionLink,
  splitLink,
} from '@trpc/client';
import { EventSource } from 'eventsource';
import superjson from 'superjson';
import type { AppRouter } from '../../src/app-router';
import { DisconnectingProxy } from './disconnecting-proxy';
import { ModelServer, completes, streams } from '../support/model-server';
import { suitePlatform } from '../support/platform';

const WORDS = Array.from({ length: 12 }, (_, index) => `word${index} `);
const TEXT = WORDS.join('').trim();
const MESSAGE = { message: 'I cough' };

interface SubscriptionResult {
  text: string;
  readonly types: string[];
  ids: string[];
  error: TRPCClientError<AppRouter> | undefined;
  isComplete: boolean;
}

describe('chatbot.reply in a tRPC client', () => {
  let model: ModelServer;
  let proxy: DisconnectingProxy;
  let origin: string;

  const platform = suitePlatform(async () => {
    model = await ModelServer.start();
    return { CHATBOT_PROVIDER: 'openai', OPENAI_BASE_URL: model.baseUrl };
  });

  beforeAll(async () => {
    origin = await platform.listen();
    proxy = await DisconnectingProxy.start(origin);
  });

  afterAll(async () => {
    await proxy.close();
    await model.close();
  });

  /** Creates a client with an EventSource that sends the cookie. */
  function createClient(cookie = '', base = origin): TRPCClient<AppRouter> {
    const url = `${base}/api/trpc`;
    return createTRPCClient<AppRouter>({
      links: [
        splitLink({
          condition: ({ type }) => type === 'subscription',
          true: httpSubscriptionLink({
            url,
            transformer: superjson,
            EventSource,
            eventSourceOptions: {
              fetch: (address, init) => fetch(address, { ...init, headers: { ...init.headers, cookie } }),
            },
          }),
          false: httpLink({
            url,
            transformer: superjson,
            headers: cookie === '' ? {} : { cookie },
          }),
        }),
      ],
    });
  }

  /** Counts the requests for a reply in the log. */
  const countRequests = (): number =>
    platform.logLines.filter((line) => line.includes('chatbot.reply')).length;

  /** Reads a reply until its subscription completes or fails. */
  function subscribe(
    api: TRPCClient<AppRouter>,
    messageId: string,
    onText?: (text: string) => void,
  ): Promise<SubscriptionResult> {
    const result: SubscriptionResult = { text: '', types: [], ids: [], error: undefined, isComplete: false };
    return new Promise((resolve) => {
      api.chatbot.reply.subscribe(
        { messageId },
        {
          onData: ({ id, data }) => {
            result.types.push(data.type);
            result.ids.push(id);
            if (data.type !== 'delta') return;
            result.text += data.text;
            onText?.(result.text);
          },
          onError: (error) => {
            result.error = error;
            resolve(result);
          },
          onComplete: () => {
            result.isComplete = true;
            resolve(result);
          },
        },
      );
    });
  }

  it('receives a reply in several parts and completes', async () => {
    model.behave(streams(WORDS, { between: 40 }));
    const api = createClient();
    const { messageId } = await api.chatbot.startReply.mutate(MESSAGE);
    const result = await subscribe(api, messageId);
    expect(result).toMatchObject({ isComplete: true, error: undefined });
    expect(result.text.trim()).toBe(TEXT);
    expect(result.types.filter((type) => type === 'delta').length).toBeGreaterThan(5);
    expect(result.types.at(-1)).toBe('completed');
  });

  it('resumes after lost connections without repeated or missing text', async () => {
    model.behave(streams(WORDS, { between: 400 }));
    const { messageId } = await createClient().chatbot.startReply.mutate(MESSAGE);
    const disconnectAtLengths = [6, 20];
    const result = await subscribe(createClient('', proxy.origin), messageId, (text) => {
      if (text.length < (disconnectAtLengths[0] ?? Infinity)) return;
      disconnectAtLengths.shift();
      proxy.disconnectAll();
    });
    expect(proxy.connections).toBeGreaterThanOrEqual(3);
    expect(result).toMatchObject({ isComplete: true, error: undefined });
    expect(result.text.trim()).toBe(TEXT);
    expect(new Set(result.ids.slice(0, -1)).size).toBe(result.ids.length - 1);
    expect(model.requests).toHaveLength(1);
  });

  it.each([
    ['an anonymous caller', () => Promise.resolve('')],
    ['another account', () => platform.session({ role: 'admin' })],
  ])('stops with NOT_FOUND for %s and does not reconnect', async (_caller, getCookie) => {
    model.behave(completes('Rest.'));
    const owner = createClient(await platform.session({ role: 'user' }));
    const { messageId } = await owner.chatbot.startReply.mutate(MESSAGE);
    const before = countRequests();
    const result = await subscribe(createClient(await getCookie(), proxy.origin), messageId);
    expect(result.error?.data).toMatchObject({ code: 'NOT_FOUND', httpStatus: 404 });
    expect(result.error?.message).toBe('messageId: no such reply');
    expect(result.types).toEqual([]);
    await wait(4_000);
    expect(countRequests()).toBe(before + 1);
    expect((await subscribe(owner, messageId)).isComplete).toBe(true);
  });

  it('receives a failure once, as an event, and does not reconnect', async () => {
    model.behave(completes('Rest.'));
    const api = createClient();
    const { messageId } = await api.chatbot.startReply.mutate(MESSAGE);
    await subscribe(api, messageId);
    await platform.database.query(`UPDATE message SET state = 'failed' WHERE id = $1`, [messageId]);
    const before = countRequests();
    const result = await subscribe(createClient('', proxy.origin), messageId);
    expect(result).toMatchObject({ isComplete: true, error: undefined, types: ['delta', 'failed'] });
    await wait(4_000);
    expect(countRequests()).toBe(before + 1);
  });

  it('makes an EventSource without a last event wait for an hour', async () => {
    model.behave(completes('Rest.'));
    const { messageId } = await createClient().chatbot.startReply.mutate(MESSAGE);
    await subscribe(createClient(), messageId);
    const before = countRequests();
    for (const id of [messageId, 'reply-1']) {
      const input = encodeURIComponent(JSON.stringify({ json: { messageId: id } }));
      const source = new EventSource(`${proxy.origin}/api/trpc/chatbot.reply?input=${input}`);
      await wait(4_000);
      source.close();
    }
    expect(countRequests()).toBe(before + 2);
  });
});
