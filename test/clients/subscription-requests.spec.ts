import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { TRPCClientError } from '@trpc/client';
import { EventSource } from 'eventsource';
import type { AppRouter } from '../../client/app-router';
import { type HealthClientOptions, createHealthClient } from '../../client/health-client';
import { TokenError } from '../../client/token-source';
import { takesLessThan } from '../support/takes-less-than';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const MESSAGE_ID = '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21';

const delta = (id: number, text: string): string =>
  `data: {"json":{"type":"delta","text":"${text}"}}\nid: ${id}\n\n`;

const begins: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`event: connected\ndata: {}\n\n${delta(5, 'Rest.')}`);
};

const ends: Answer = (response) => {
  begins(response, response.req);
  response.end('event: return\ndata: \n\n');
};

const refuses =
  (status: number, code: string, rpc: number): Answer =>
  (response) => {
    const data = { code, httpStatus: status, path: 'chatbot.reply', rpc };
    const error = {
      json: { code, message: `refused: ${code}`, data },
      meta: { referentialEqualities: { 'data.rpc': ['code'] }, v: 1 },
    };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  };

const unauthorized = refuses(401, 'UNAUTHORIZED', -32001);

const is =
  (status: number): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
  };

const hangsUp: Answer = (response) => response.destroy();

const saysNothing: Answer = () => undefined;

interface Heard {
  readonly texts: string[];
  readonly error: TRPCClientError<AppRouter> | undefined;
}

describe('a subscription of the client', () => {
  let server: Server;
  let origin: string;
  let answers: Answer[];
  let asked: IncomingMessage[];

  beforeEach(async () => {
    asked = [];
    server = createServer((request, response) => {
      const answer = answers[Math.min(asked.length, answers.length - 1)];
      asked.push(request);
      answer?.(response, request);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new TypeError('it listens on a port');
    origin = `http://127.0.0.1:${address.port}`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  function hear(options: Partial<HealthClientOptions> = {}): Promise<Heard> {
    const health = createHealthClient({ baseUrl: origin, EventSource, token: 'a-token', ...options });
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

  const tokensSent = (): unknown[] => asked.map(({ headers }) => headers.authorization);

  it.each([
    ['502', is(502)],
    ['503', is(503)],
    ['504', is(504)],
    ['a connection that is lost', hangsUp],
  ])('is opened after %s, sooner than its reader would come back by itself', async (_what, failing) => {
    answers = [failing, failing, ends];
    await takesLessThan(2_900, async () => {
      asked = [];
      expect(await hear()).toEqual({ texts: ['Rest.'], error: undefined });
      expect(asked).toHaveLength(3);
    });
  });

  it('goes on where it was cut off and the platform is away for longer than all attempts', async () => {
    const cut: Answer = (response) => {
      begins(response, response.req);
      setTimeout(() => response.destroy(), 50);
    };
    answers = [cut, is(502), is(502), ends];
    expect(await hear({ retries: 0 })).toEqual({ texts: ['Rest.', 'Rest.'], error: undefined });
    expect(asked.at(-1)?.headers['last-event-id']).toBe('5');
  });

  it('is asked for with another token where one is refused, and nobody is sent to log in', async () => {
    answers = [unauthorized, ends];
    let sentToLogIn = 0;
    const heard = await hear({
      token: (refused) => (refused === undefined ? 'old' : `after-${refused}`),
      onUnauthorized: () => (sentToLogIn += 1),
    });
    expect(heard.texts).toEqual(['Rest.']);
    expect(tokensSent()).toEqual(['Bearer old', 'Bearer after-old']);
    expect(asked.map(({ headers }) => headers.accept)).toEqual(['*/*', '*/*']);
    expect(sentToLogIn).toBe(0);
  });

  it.each([
    ['the other token is refused too', (refused?: string) => `after-${String(refused)}`, 2],
    ['there is no other token', () => 'the-only-one', 1],
  ])('ends with UNAUTHORIZED where %s, and says so once', async (_case, token, requests) => {
    answers = [unauthorized];
    let sentToLogIn = 0;
    const { error } = await hear({ token, onUnauthorized: () => (sentToLogIn += 1) });
    expect(error?.data).toMatchObject({ code: 'UNAUTHORIZED', httpStatus: 401, path: 'chatbot.reply' });
    expect(error?.message).toBe('refused: UNAUTHORIZED');
    await wait(3_500);
    expect(asked).toHaveLength(requests);
    expect(sentToLogIn).toBe(1);
  });

  it('ends with what the platform says where it is refused, and with a status where somebody else answers', async () => {
    answers = [refuses(404, 'NOT_FOUND', -32004)];
    const { error } = await hear();
    expect(error).toMatchObject({ message: 'refused: NOT_FOUND', data: { code: 'NOT_FOUND' } });
    answers = [is(404)];
    expect((await hear()).error?.message).toContain('404');
  });

  it('ends where there is no token, without having asked', async () => {
    answers = [ends];
    const token = (): Promise<string> => Promise.reject(new TokenError('no token: invalid_client'));
    expect((await hear({ token })).error?.message).toBe('no token: invalid_client');
    expect(asked).toEqual([]);
  });

  it('waits so long for an answer and no longer, and then for its events as long as they take', async () => {
    const late: Answer = (response) => {
      begins(response, response.req);
      setTimeout(() => response.end(`${delta(9, 'Then.')}event: return\ndata: \n\n`), 900);
    };
    answers = [saysNothing, late];
    expect(await hear({ timeoutMs: 300 })).toEqual({ texts: ['Rest.', 'Then.'], error: undefined });
    expect(asked).toHaveLength(2);
  });

  it('is hung up as soon as its reader leaves', async () => {
    let hungUp = false;
    answers = [
      (response) => {
        begins(response, response.req);
        response.on('close', () => (hungUp = true));
      },
    ];
    const health = createHealthClient({ baseUrl: origin, EventSource, token: 'a-token' });
    await new Promise<void>((resolve) => {
      const reading = health.chatbot.reply.subscribe(
        { messageId: MESSAGE_ID },
        {
          onData: () => {
            reading.unsubscribe();
            resolve();
          },
        },
      );
    });
    await wait(500);
    expect(hungUp).toBe(true);
  });

  it.each([
    ['has no EventSource at all', {}],
    ['has a token, which a global EventSource would not send', { token: 'a-token' }],
  ])('says what is missing where the client %s', async (_case, options) => {
    const isInBrowser = 'token' in options;
    if (isInBrowser) Object.assign(globalThis, { EventSource });
    try {
      const health = createHealthClient({ baseUrl: origin, ...options });
      const message = await new Promise((resolve) => {
        health.chatbot.reply.subscribe(
          { messageId: MESSAGE_ID },
          {
            onError: (error) => {
              resolve(error.message);
            },
            onData: resolve,
          },
        );
      });
      expect(message).toContain('give the client the EventSource of the package eventsource');
    } finally {
      if (isInBrowser) Reflect.deleteProperty(globalThis, 'EventSource');
    }
  });
});
