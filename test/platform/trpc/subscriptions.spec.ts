import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { tracked } from '@trpc/server';
import { closeServer, listenOnLoopback } from '../../support/loopback';
import { until } from '../../support/until';
import { errorShape } from '../../../src/platform/trpc/errors/error-body';
import { sendEvents } from '../../../src/platform/trpc/transport/event-stream';
import { BASE, TransportScenario } from './transport-scenario';

const EVENTS = { accept: 'text/event-stream' };
const UNKNOWN = { json: { messageId: '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21' } };

describe('a subscription', () => {
  const scenario = TransportScenario.forSuite();

  afterEach(() => scenario.expectHealthy());

  const subscribe = (input: unknown, headers = {}) =>
    scenario.get(`chatbot.reply?input=${encodeURIComponent(JSON.stringify(input))}`, headers);

  it.each([
    ['no accept header', {}, 404],
    ['curl’s accept header', { accept: '*/*' }, 404],
    ['JSON accepted', { accept: 'application/json' }, 404],
    ['events accepted', EVENTS, 200],
    ['events and JSON accepted', { accept: 'application/json, Text/Event-Stream;q=0.5' }, 200],
  ])('that cannot start gets an error status or an error event, with %s', async (_case, headers, status) => {
    const reply = await subscribe(UNKNOWN, headers);
    expect(reply.status).toBe(status);
    if (status === 404) {
      expect(reply.headers['content-type']).toBe('application/json');
      expect(JSON.parse(reply.text)).toMatchObject({ error: { json: { code: 'NOT_FOUND' } } });
      return;
    }
    expect(reply.headers['content-type']).toBe('text/event-stream');
    const [, retry, event, data = ''] =
      /\n\n(retry: \d+)\nevent: (.*)\ndata: (.*)\n\n$/.exec(reply.text) ?? [];
    expect({ retry, event }).toEqual({ retry: 'retry: 3600000', event: 'serialized-error' });
    expect(JSON.parse(data)).toMatchObject({ json: { code: 'NOT_FOUND' }, meta: { v: 1 } });
  });

  it.each([
    ['the input is missing', undefined],
    ['the input is not an object', { json: 'x' }],
    ['the input is not wrapped', { messageId: 'x' }],
    ['the message is missing', { json: {} }],
  ])('gets BAD_REQUEST if %s, as status or as event', async (_case, input) => {
    const reply = await subscribe(input);
    expect(reply.status).toBe(400);
    const event = await subscribe(input, EVENTS);
    expect(event.status).toBe(200);
    expect(event.text).toContain('event: serialized-error\n');
    expect(event.text).toContain('"code":"BAD_REQUEST"');
  });

  it('prefers the header Last-Event-ID to lastEventId, but still needs an input', async () => {
    const reply = await subscribe(
      { json: { ...UNKNOWN.json, lastEventId: '1' } },
      { 'last-event-id': 'rubbish' },
    );
    expect(reply.text).toContain('lastEventId: expected the id of an event');
    expect((await subscribe(undefined, { 'last-event-id': '1' })).status).toBe(400);
  });

  it('is refused in a batch and by HEAD', async () => {
    const input = encodeURIComponent(JSON.stringify({ 0: UNKNOWN }));
    const batch = await scenario.get(`chatbot.reply?batch=1&input=${input}`, EVENTS);
    expect(batch.status).toBe(400);
    expect((await scenario.send({ method: 'HEAD', path: `${BASE}/chatbot.reply` })).status).toBe(405);
  });
});

describe('the events of a subscription', () => {
  let server: Server;
  let respond: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  let origin: string;

  beforeAll(async () => {
    server = createServer((incoming, response) => void respond(incoming, response));
    origin = await listenOnLoopback(server);
  });

  afterAll(() => closeServer(server));

  async function open(): Promise<IncomingMessage> {
    const sent = request(origin, { agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response.on('error', () => undefined);
  }

  const shapeOf = (error: unknown) => errorShape(error, 'a.b', 'request-1');

  it('are generated only as fast as the client reads, and until it disconnects', async () => {
    let generated = 0;
    let hasEnded = false;
    async function* endless(): AsyncGenerator {
      try {
        for (;;) {
          generated += 1;
          yield tracked(String(generated), 'x'.repeat(100_000));
          await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        hasEnded = true;
      }
    }
    respond = async (_incoming, response) => {
      await sendEvents(response, endless(), { shapeOf });
    };
    const response = await open();
    response.pause();
    let buffered = 0;
    await until('the network is full', async () => {
      buffered = generated;
      await wait(300);
      return generated > 0 && generated === buffered;
    });
    // The network buffers some megabytes on loopback.
    expect(buffered).toBeLessThan(200);
    response.resume();
    await until('more events are generated', () => Promise.resolve(generated > buffered));
    response.destroy();
    await until('the generator has ended', () => Promise.resolve(hasEnded));
  });

  it('are not generated if the client has disconnected before the start', async () => {
    const calls: string[] = [];
    const silent = Object.assign(unusedEvents(), {
      next: () => {
        calls.push('next');
        return new Promise<never>(() => undefined);
      },
      return: () => {
        calls.push('return');
        return Promise.resolve({ done: true as const, value: undefined });
      },
    });
    const done = new Promise<unknown>((resolve, reject) => {
      respond = async (incoming, response) => {
        incoming.socket.destroy();
        await once(response, 'close');
        await sendEvents(response, silent, { shapeOf }).then(resolve, reject);
      };
    });
    await expect(open()).rejects.toThrow();
    await done;
    expect(calls).toEqual(['return']);
  });

  it('are followed by a masked error event if the generator throws', async () => {
    // oxlint-disable-next-line typescript/require-await -- an async generator without await
    async function* failing(): AsyncGenerator {
      yield tracked('1', { ok: true });
      throw new Error('column "secret" does not exist');
    }
    respond = async (_incoming, response) => {
      await sendEvents(response, failing(), { shapeOf });
    };
    const response = await open();
    let text = '';
    for await (const chunk of response) text += String(chunk);
    expect(text).toContain('data: {"json":{"ok":true}}\nid: 1\n\n');
    expect(text).toMatch(/\n\nevent: serialized-error\ndata: .*INTERNAL_SERVER_ERROR.*request-1.*\n\n$/);
    expect(text).not.toContain('secret');
    expect(text).not.toContain('retry:');
  });
});

// oxlint-disable-next-line typescript/require-await -- an async generator without await
async function* unusedEvents(): AsyncGenerator {
  yield undefined;
}
