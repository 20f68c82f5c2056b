import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { encodedArray, encodeOnce } from '../../../src/platform/http/encoded-text';
import { endAfterTurn } from '../../../src/platform/trpc/transport/response-queue';

/** A megabyte in texts and buffers, some longer than a piece. */
const VALUES = ['short', 'é'.repeat(100), 'a'.repeat(9_000), 'é'.repeat(20_000), 'b'.repeat(300_000)];
const LONG = encodedArray(
  [...VALUES, ...VALUES, ...VALUES].map((value) => encodeOnce(JSON.stringify(value))),
);
const SHORT = encodedArray([encodeOnce('1')]);

describe('endAfterTurn', () => {
  let server: Server;

  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  /** Sends a request. Returns the response to write, and the one that the client gets. */
  async function request(): Promise<{ response: ServerResponse; received: Promise<IncomingMessage> }> {
    const { port } = server.address() as AddressInfo;
    const received = new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, agent: false }, resolve).on('error', reject);
    });
    const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
    return { response, received };
  }

  it('sends a long body whole', async () => {
    const { response, received } = await request();
    endAfterTurn(response, LONG);
    const body = await buffer(await received);
    expect(JSON.parse(body.toString())).toEqual([...VALUES, ...VALUES, ...VALUES]);
  });

  it('ends a short response before a long one that came first', async () => {
    const [long, short] = [await request(), await request()];
    const ended: string[] = [];
    long.response.on('finish', () => ended.push('long'));
    short.response.on('finish', () => ended.push('short'));
    endAfterTurn(long.response, LONG);
    endAfterTurn(short.response, SHORT);
    await Promise.all([long, short].map(async ({ received }) => buffer(await received)));
    expect(ended).toEqual(['short', 'long']);
  });

  it('forgets the rest of a response whose client has gone, and goes on with others', async () => {
    const [gone, other] = [await request(), await request()];
    gone.received.catch(() => undefined);
    endAfterTurn(gone.response, LONG);
    endAfterTurn(other.response, LONG);
    gone.response.destroy();
    expect((await buffer(await other.received)).length).toBeGreaterThan(1_000_000);
    expect(gone.response.writableEnded).toBe(false);
  });
});
