import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { TRPCClientError } from '@trpc/client';
import { EventSource } from 'eventsource';
import type { AppRouter } from '../../client/app-router';
import { type HealthClientOptions, createHealthClient } from '../../client/health-client';
import { TokenError } from '../../client/token-source';
import { expectFasterThan } from '../support/expect-faster-than';
import { closeServer, listenOnLoopback } from '../support/loopback';

type Responder = (response: ServerResponse, request: IncomingMessage) => void;

const MESSAGE_ID = '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21';

const writeDelta = (id: number, text: string): string =>
  `data: {"json":{"type":"delta","text":"${text}"}}\nid: ${id}\n\n`;

const startStream: Responder = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`event: connected\ndata: {}\n\n${writeDelta(5, 'Rest.')}`);
};

const completeStream: Responder = (response) => {
  startStream(response, response.req);
  response.end('event: return\ndata: \n\n');
};

const sendError =
  (status: number, code: string, rpc: number): Responder =>
  (response) => {
    const data = { code, httpStatus: status, path: 'chatbot.reply', rpc };
    const error = {
      json: { code, message: `refused: ${code}`, data },
      meta: { referentialEqualities: { 'data.rpc': ['code'] }, v: 1 },
    };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  };

const sendUnauthorized = sendError(401, 'UNAUTHORIZED', -32001);

const sendHtml =
  (status: number): Responder =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
  };

const disconnect: Responder = (response) => response.destroy();

const sendNothing: Responder = () => undefined;

interface SubscriptionResult {
  readonly texts: string[];
  readonly error: TRPCClientError<AppRouter> | undefined;
}

describe('a subscription of the client', () => {
  let server: Server;
  let origin: string;
  let responders: Responder[];
  let requests: IncomingMessage[];

  beforeEach(async () => {
    requests = [];
    server = createServer((request, response) => {
      const respond = responders[Math.min(requests.length, responders.length - 1)];
      requests.push(request);
      respond?.(response, request);
    });
    origin = await listenOnLoopback(server);
  });

  afterEach(() => closeServer(server));

  const createClient = (options: Partial<HealthClientOptions> = {}) =>
    createHealthClient({ baseUrl: origin, EventSource, token: 'a-token', ...options });

  function subscribe(
    options?: Partial<HealthClientOptions>,
    health = createClient(options),
  ): Promise<SubscriptionResult> {
    const texts: string[] = [];
    return new Promise((resolve) => {
      health.chatbot.reply.subscribe(
        { messageId: MESSAGE_ID },
        {
          onData: ({ data }) => texts.push(data.type === 'delta' ? data.text : data.type),
          onError: (error) => {
            resolve({ texts, error });
          },
          onComplete: () => {
            resolve({ texts, error: undefined });
          },
        },
      );
    });
  }

  const listTokens = (): unknown[] => requests.map(({ headers }) => headers.authorization);

  it.each([
    ['502', sendHtml(502)],
    ['503', sendHtml(503)],
    ['504', sendHtml(504)],
    ['a connection that is lost', disconnect],
  ])('is opened after %s, sooner than the EventSource would reconnect', async (_failure, fail) => {
    responders = [fail, fail, completeStream];
    await expectFasterThan(2_900, async () => {
      requests = [];
      expect(await subscribe()).toEqual({ texts: ['Rest.'], error: undefined });
      expect(requests).toHaveLength(3);
    });
  });

  it('resumes after the last event when the platform is unavailable for longer than all attempts', async () => {
    const startAndDisconnect: Responder = (response) => {
      startStream(response, response.req);
      setTimeout(() => response.destroy(), 50);
    };
    responders = [startAndDisconnect, sendHtml(502), sendHtml(502), completeStream];
    expect(await subscribe({ retries: 0 })).toEqual({ texts: ['Rest.', 'Rest.'], error: undefined });
    expect(requests.at(-1)?.headers['last-event-id']).toBe('5');
  });

  it('uses another token when one is rejected, without calling onUnauthorized', async () => {
    responders = [sendUnauthorized, completeStream];
    let unauthorizedCalls = 0;
    const { texts } = await subscribe({
      token: (refused) => (refused === undefined ? 'old' : `after-${refused}`),
      onUnauthorized: () => (unauthorizedCalls += 1),
    });
    expect(texts).toEqual(['Rest.']);
    expect(listTokens()).toEqual(['Bearer old', 'Bearer after-old']);
    expect(requests.map(({ headers }) => headers.accept)).toEqual(['*/*', '*/*']);
    expect(unauthorizedCalls).toBe(0);
  });

  it.each([
    ['the other token is rejected too', (refused?: string) => `after-${String(refused)}`, 2],
    ['there is no other token', () => 'the-only-one', 1],
  ])('ends with UNAUTHORIZED and calls onUnauthorized once when %s', async (_case, token, attempts) => {
    responders = [sendUnauthorized];
    let unauthorizedCalls = 0;
    const { error } = await subscribe({ token, onUnauthorized: () => (unauthorizedCalls += 1) });
    expect(error?.data).toMatchObject({ code: 'UNAUTHORIZED', httpStatus: 401, path: 'chatbot.reply' });
    expect(error?.message).toBe('refused: UNAUTHORIZED');
    await wait(3_500);
    expect(requests).toHaveLength(attempts);
    expect(unauthorizedCalls).toBe(1);
  });

  it('ends with the platform’s error, or with the status of a proxy’s response', async () => {
    responders = [sendError(404, 'NOT_FOUND', -32004)];
    const { error } = await subscribe();
    expect(error).toMatchObject({ message: 'refused: NOT_FOUND', data: { code: 'NOT_FOUND' } });
    responders = [sendHtml(404)];
    expect((await subscribe()).error?.message).toContain('404');
  });

  it('ends without a request when there is no token', async () => {
    responders = [completeStream];
    const token = (): Promise<string> => Promise.reject(new TokenError('no token: invalid_client'));
    expect((await subscribe({ token })).error?.message).toBe('no token: invalid_client');
    expect(requests).toEqual([]);
  });

  it('has a time limit for the response, but none for its events', async () => {
    const completeLate: Responder = (response) => {
      startStream(response, response.req);
      setTimeout(() => response.end(`${writeDelta(9, 'Then.')}event: return\ndata: \n\n`), 900);
    };
    responders = [sendNothing, completeLate];
    expect(await subscribe({ timeoutMs: 300 })).toEqual({ texts: ['Rest.', 'Then.'], error: undefined });
    expect(requests).toHaveLength(2);
  });

  it('closes the connection when it is unsubscribed', async () => {
    let isClosed = false;
    responders = [
      (response) => {
        startStream(response, response.req);
        response.on('close', () => (isClosed = true));
      },
    ];
    await new Promise<void>((resolve) => {
      const subscription = createClient().chatbot.reply.subscribe(
        { messageId: MESSAGE_ID },
        {
          onData: () => {
            subscription.unsubscribe();
            resolve();
          },
        },
      );
    });
    await wait(500);
    expect(isClosed).toBe(true);
  });

  it.each([
    ['has no EventSource at all', {}],
    ['has a token, which a global EventSource would not send', { token: 'a-token' }],
  ])('names the missing EventSource when the client %s', async (_case, options) => {
    const isInBrowser = 'token' in options;
    if (isInBrowser) Object.assign(globalThis, { EventSource });
    try {
      responders = [completeStream];
      const { error } = await subscribe({}, createHealthClient({ baseUrl: origin, ...options }));
      expect(error?.message).toContain('give the client the EventSource of the package eventsource');
    } finally {
      if (isInBrowser) Reflect.deleteProperty(globalThis, 'EventSource');
    }
  });
});
