import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { tracked } from '@trpc/server';
import { until } from '../../support/until';
import { errorShape } from '../../../src/platform/trpc/errors/error-body';
import { sendEvents } from '../../../src/platform/trpc/transport/event-stream';
import { BASE, WireScenario } from './wire-scenario';

const EVENTS = { accept: 'text/event-stream' };
const UNKNOWN = { json: { messageId: '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21' } };

describe('a subscription', () => {
  let wire: WireScenario;

  beforeAll(async () => {
    wire = await WireScenario.start();
  });

  afterAll(async () => {
    await wire.expectUnharmed();
    await wire.close();
  });

  const ask = (input: unknown, headers = {}) =>
    wire.send({
      method: 'GET',
      path: `${BASE}/chatbot.reply?input=${encodeURIComponent(JSON.stringify(input))}`,
      headers,
    });

  it.each([
    ['no accept header', {}, 404],
    ['curl’s accept header', { accept: '*/*' }, 404],
    ['JSON asked for', { accept: 'application/json' }, 404],
    ['events asked for', EVENTS, 200],
    ['events among others asked for', { accept: 'application/json, Text/Event-Stream;q=0.5' }, 200],
  ])('that cannot begin is refused by status or by event, with %s', async (_case, headers, status) => {
    const reply = await ask(UNKNOWN, headers);
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
    ['the input is no object', { json: 'x' }],
    ['the input is not wrapped', { messageId: 'x' }],
    ['the message is missing', { json: {} }],
  ])('says what is wrong where %s, by status or by event', async (_case, input) => {
    const reply = await ask(input);
    expect(reply.status).toBe(400);
    const event = await ask(input, EVENTS);
    expect(event.status).toBe(200);
    expect(event.text).toContain('event: serialized-error\n');
    expect(event.text).toContain('"code":"BAD_REQUEST"');
  });

  it('takes the id of a header for the one of the input, and none for no input', async () => {
    const reply = await ask({ json: { ...UNKNOWN.json, lastEventId: '1' } }, { 'last-event-id': 'rubbish' });
    expect(reply.text).toContain('lastEventId: expected the id of an event');
    expect((await ask(undefined, { 'last-event-id': '1' })).status).toBe(400);
  });

  it('is part of no batch, and not asked for by HEAD', async () => {
    const input = encodeURIComponent(JSON.stringify({ 0: UNKNOWN }));
    const batch = await wire.send({
      method: 'GET',
      path: `${BASE}/chatbot.reply?batch=1&input=${input}`,
      headers: EVENTS,
    });
    expect(batch.status).toBe(400);
    expect((await wire.send({ method: 'HEAD', path: `${BASE}/chatbot.reply` })).status).toBe(405);
  });
});

describe('the events of a subscription', () => {
  let server: Server;
  let answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  let origin: string;

  beforeAll(async () => {
    server = createServer((asked, response) => void answer(asked, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new TypeError('it listens on a port');
    origin = `http://127.0.0.1:${address.port}`;
  });

  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  async function open(): Promise<IncomingMessage> {
    const asked = request(origin, { agent: false }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return response.on('error', () => undefined);
  }

  const shapeOf = (error: unknown) => errorShape(error, 'a.b', 'request-1');

  it('are fetched no faster than they are read, and no longer than somebody reads', async () => {
    let fetched = 0;
    let ended = false;
    async function* endless(): AsyncGenerator {
      try {
        for (;;) {
          fetched += 1;
          yield tracked(String(fetched), 'x'.repeat(100_000));
          await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        ended = true;
      }
    }
    answer = (_asked, response) => sendEvents(response, endless(), shapeOf);
    const response = await open();
    response.pause();
    let filled = 0;
    await until('the network is full', async () => {
      filled = fetched;
      await wait(300);
      return fetched > 0 && fetched === filled;
    });
    // What the network itself holds: some megabytes on loopback.
    expect(filled).toBeLessThan(200);
    response.resume();
    await until('more is fetched', () => Promise.resolve(fetched > filled));
    response.destroy();
    await until('the work has ended', () => Promise.resolve(ended));
  });

  it('are neither fetched nor waited for where the reader has left before they begin', async () => {
    const called: string[] = [];
    const silent = Object.assign(neverBegun(), {
      next: () => {
        called.push('next');
        return new Promise<never>(() => undefined);
      },
      return: () => {
        called.push('return');
        return Promise.resolve({ done: true as const, value: undefined });
      },
    });
    const answered = new Promise<void>((resolve, reject) => {
      answer = async (asked, response) => {
        asked.socket.destroy();
        await once(response, 'close');
        await sendEvents(response, silent, shapeOf).then(resolve, reject);
      };
    });
    await expect(open()).rejects.toThrow();
    await answered;
    expect(called).toEqual(['return']);
  });

  it('are followed by an error that holds nothing of the inside, where their source breaks', async () => {
    // eslint-disable-next-line @typescript-eslint/require-await -- what breaks is a source of events
    async function* broken(): AsyncGenerator {
      yield tracked('1', { ok: true });
      throw new Error('column "secret" does not exist');
    }
    answer = (_asked, response) => sendEvents(response, broken(), shapeOf);
    const response = await open();
    let text = '';
    for await (const chunk of response) text += String(chunk);
    expect(text).toContain('data: {"json":{"ok":true}}\nid: 1\n\n');
    expect(text).toMatch(/\n\nevent: serialized-error\ndata: .*INTERNAL_SERVER_ERROR.*request-1.*\n\n$/);
    expect(text).not.toContain('secret');
    expect(text).not.toContain('retry:');
  });
});

// eslint-disable-next-line @typescript-eslint/require-await -- what is asked for is never fetched
async function* neverBegun(): AsyncGenerator {
  yield undefined;
}
