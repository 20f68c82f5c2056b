import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { suitePlatform } from '../../support/platform';

const PIECE = Buffer.alloc(3_000, 'x');
const PIECES = 200;
const LENGTH = PIECES * PIECE.length;

const POST = 'POST /api/trpc/specialties.list HTTP/1.1';
const BATCH = `POST /api/trpc/${Array(51).fill('specialties.list').join(',')}?batch=1 HTTP/1.1`;
const JSON_TYPE = 'Content-Type: application/json';
const CLOSE = 'Connection: close';

describe('a connection that closes after the response to a request that was refused early', () => {
  const platform = suitePlatform();
  let port = 0;
  beforeAll(async () => (port = Number(new URL(await platform.listen()).port)));

  /** Sends a request, its body in pieces with pauses, and reads only afterwards. @returns all that was received until the connection closed */
  async function sendThenRead(lines: readonly string[], pauseMs = 5): Promise<string> {
    const socket = connect(port, '127.0.0.1').pause();
    const failed = new Promise<never>((_resolve, reject) => socket.once('error', reject));
    const sent = (async () => {
      await once(socket, 'connect');
      socket.write([...lines, `Content-Length: ${LENGTH}`, '', ''].join('\r\n'));
      for (let piece = 0; piece < PIECES; piece += 1) {
        await new Promise((resolve) => socket.write(PIECE, resolve));
        if (piece % 20 === 0) await pause(pauseMs);
      }
      return text(socket);
    })();
    return Promise.race([sent, failed]);
  }

  it.each([
    ['too many calls in a batch', 400, [BATCH, 'Host: a', JSON_TYPE, CLOSE]],
    ['another media type', 415, [POST, 'Host: a', 'Content-Type: text/plain', CLOSE]],
    ['another method', 405, [POST.replace('POST', 'PUT'), 'Host: a', JSON_TYPE, CLOSE]],
    ['no route', 404, ['POST /nowhere HTTP/1.1', 'Host: a', JSON_TYPE, CLOSE]],
    ['no session at a plain route', 401, ['POST /fhir HTTP/1.1', 'Host: a', JSON_TYPE, CLOSE]],
    ['HTTP/1.0', 415, [POST.replace('1.1', '1.0'), 'Content-Type: text/plain']],
    ['a missing Host', 400, [POST, JSON_TYPE]],
    ['an unknown expectation', 417, [POST, 'Host: a', JSON_TYPE, 'Expect: all']],
    ['too many headers', 431, [POST, 'Host: a', ...Array<string>(110).fill('X-A: 1')]],
  ])('gives its client the refusal for %s: %d', async (_reason, status, lines) => {
    expect(await sendThenRead(lines)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('gives its client the refusal also on a slow network', async () => {
    const lines = [POST, 'Host: a', 'Content-Type: text/plain', CLOSE];
    expect(await sendThenRead(lines, 250)).toMatch(/^HTTP\/1\.1 415 /);
  });

  it('runs no request that follows', async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const received = text(socket);
    let requests = 0;
    const count = (): void => void (requests += 1);
    platform.server.on('request', count);
    // Node's parser, which the client has not asked to close, would read on.
    const refused = [POST, 'Host: a', 'Content-Length: 0', 'Expect: all', '', ''].join('\r\n');
    socket.write(refused);
    await once(socket, 'data');
    socket.end('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'close');
    expect((await received).match(/HTTP\/1\.1 /g)).toHaveLength(1);
    platform.server.off('request', count);
    expect(requests).toBe(0);
  });

  it('closes soon also if its client stays', async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const startedAt = performance.now();
    socket.write([POST, 'Host: a', 'Content-Length: 5', CLOSE, '', 'x'].join('\r\n'));
    const send = setInterval(() => socket.write('x'), 50);
    await new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
    clearInterval(send);
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  });
});
