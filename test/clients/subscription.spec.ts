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
import { LosingProxy } from './losing-proxy';
import { ModelServer, completes, streams } from '../support/model-server';
import { type Platform, startPlatform } from '../support/platform';

const WORDS = Array.from({ length: 12 }, (_, place) => `word${place} `);
const TEXT = WORDS.join('').trim();
const MESSAGE = { message: 'I cough' };

interface Heard {
  text: string;
  readonly types: string[];
  ids: string[];
  error: TRPCClientError<AppRouter> | undefined;
  isComplete: boolean;
}

describe('chatbot.reply by a genuine tRPC client', () => {
  let model: ModelServer;
  let platform: Platform;
  let proxy: LosingProxy;
  let origin: string;

  beforeAll(async () => {
    model = await ModelServer.start();
    platform = await startPlatform({ CHATBOT_PROVIDER: 'openai', OPENAI_BASE_URL: model.baseUrl });
    origin = await platform.listen();
    proxy = await LosingProxy.start(origin);
  });

  afterAll(async () => {
    await proxy.close();
    await platform.close();
    await model.close();
  });

  /** A client as the manual shows it for programs that are no browser. */
  function connect(cookie = '', base = origin): TRPCClient<AppRouter> {
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
            fetch: async (address, init) => {
              const response = await fetch(address as URL | string, init);
              const body = await response.text();
              // Jest gives a test file globals of its own, and superjson takes no object of another's for a plain one.
              return Object.assign(response, { json: () => Promise.resolve(JSON.parse(body) as unknown) });
            },
          }),
        }),
      ],
    });
  }

  /** How often a reply was asked for, as the log counts it. */
  const asked = (): number => platform.logLines.filter((line) => line.includes('chatbot.reply')).length;

  /** Reads a reply until its subscription is over, one way or the other. */
  function hear(
    api: TRPCClient<AppRouter>,
    messageId: string,
    onText?: (text: string) => void,
  ): Promise<Heard> {
    const heard: Heard = { text: '', types: [], ids: [], error: undefined, isComplete: false };
    return new Promise((resolve) => {
      api.chatbot.reply.subscribe(
        { messageId },
        {
          onData: ({ id, data }) => {
            heard.types.push(data.type);
            heard.ids.push(id);
            if (data.type !== 'delta') return;
            heard.text += data.text;
            onText?.(heard.text);
          },
          onError: (error) => {
            heard.error = error;
            resolve(heard);
          },
          onComplete: () => {
            heard.isComplete = true;
            resolve(heard);
          },
        },
      );
    });
  }

  it('is typed, arrives in pieces and completes', async () => {
    model.behave(streams(WORDS, { between: 40 }));
    const api = connect();
    const { messageId } = await api.chatbot.startReply.mutate(MESSAGE);
    const heard = await hear(api, messageId);
    expect(heard).toMatchObject({ isComplete: true, error: undefined });
    expect(heard.text.trim()).toBe(TEXT);
    expect(heard.types.filter((type) => type === 'delta').length).toBeGreaterThan(5);
    expect(heard.types.at(-1)).toBe('completed');
  });

  it('goes on by itself after lost connections, with nothing twice and nothing left out', async () => {
    model.behave(streams(WORDS, { between: 400 }));
    const { messageId } = await connect().chatbot.startReply.mutate(MESSAGE);
    const cuts = [6, 20];
    const heard = await hear(connect('', proxy.origin), messageId, (text) => {
      if (text.length < (cuts[0] ?? Infinity)) return;
      cuts.shift();
      proxy.cut();
    });
    expect(proxy.connections).toBeGreaterThanOrEqual(3);
    expect(heard).toMatchObject({ isComplete: true, error: undefined });
    expect(heard.text.trim()).toBe(TEXT);
    expect(new Set(heard.ids.slice(0, -1)).size).toBe(heard.ids.length - 1);
    expect(model.requests).toHaveLength(1);
  });

  it.each([
    ['a stranger', () => Promise.resolve('')],
    ['another account', () => platform.session({ role: 'admin' })],
  ])('stops with NOT_FOUND for %s, and does not ask again', async (_who, cookieOf) => {
    model.behave(completes('Rest.'));
    const owner = connect(await platform.session({ role: 'user' }));
    const { messageId } = await owner.chatbot.startReply.mutate(MESSAGE);
    const before = asked();
    const heard = await hear(connect(await cookieOf(), proxy.origin), messageId);
    expect(heard.error?.data).toMatchObject({ code: 'NOT_FOUND', httpStatus: 404 });
    expect(heard.error?.message).toBe('messageId: no such reply');
    expect(heard.types).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(asked()).toBe(before + 1);
    expect((await hear(owner, messageId)).isComplete).toBe(true);
  });

  it('is told a failure once, as an event, and does not ask again', async () => {
    model.behave(completes('Rest.'));
    const api = connect();
    const { messageId } = await api.chatbot.startReply.mutate(MESSAGE);
    await hear(api, messageId);
    await platform.database.query(`UPDATE message SET state = 'failed' WHERE id = $1`, [messageId]);
    const before = asked();
    const heard = await hear(connect('', proxy.origin), messageId);
    expect(heard).toMatchObject({ isComplete: true, error: undefined, types: ['delta', 'failed'] });
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(asked()).toBe(before + 1);
  });

  it('leaves a plain EventSource, which knows no last event, waiting for an hour', async () => {
    model.behave(completes('Rest.'));
    const { messageId } = await connect().chatbot.startReply.mutate(MESSAGE);
    await hear(connect(), messageId);
    const before = asked();
    for (const id of [messageId, 'reply-1']) {
      const input = encodeURIComponent(JSON.stringify({ json: { messageId: id } }));
      const source = new EventSource(`${proxy.origin}/api/trpc/chatbot.reply?input=${input}`);
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      source.close();
    }
    expect(asked()).toBe(before + 2);
  });
});
