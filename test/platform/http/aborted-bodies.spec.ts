import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { readBytes } from '../../../src/platform/http/body-reading';
import { until } from '../../support/until';
import { closeServer, listenOnLoopback } from '../../support/loopback';

/** Compressed, it is still longer than a body may be without a reservation. */
const RANDOM = Buffer.from(Array.from({ length: 300_000 }, () => Math.floor(Math.random() * 256)));
const NEVER = new Promise<void>(() => undefined);

describe('a body whose sender disconnects', () => {
  let server: Server;
  let port: number;
  let received: Promise<IncomingMessage>;

  beforeEach(async () => {
    server = createServer();
    received = once(server, 'request').then(([request]) => request as IncomingMessage);
    port = Number(new URL(await listenOnLoopback(server)).port);
  });

  afterEach(() => closeServer(server));

  function send(encoding: string, bytes: Buffer, announced = bytes.length) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${announced}\r\n\r\n`,
    );
    socket.write(bytes);
    return socket;
  }

  it.each([
    ['identity', RANDOM],
    ['gzip', gzipSync(RANDOM)],
  ])('is refused if it comes as %s and not completely', async (encoding, bytes) => {
    const socket = send(encoding, bytes.subarray(0, 1_000), bytes.length);
    const reading = readBytes(await received, { limit: 1_000_000, caller: 'a', reserve: () => NEVER });
    socket.destroy();
    await expect(reading).rejects.toMatchObject({ fault: 'cutShort' });
  });

  it.each([
    ['identity', RANDOM],
    ['gzip', gzipSync(RANDOM)],
  ])('is refused if it comes as %s, waits for memory and gets it', async (encoding, bytes) => {
    const socket = send(encoding, bytes.subarray(0, 200_000), bytes.length);
    let give = (): void => undefined;
    let isWaiting = false;
    const reserve = () => {
      isWaiting = true;
      return new Promise<void>((resolve) => (give = resolve));
    };
    const reading = readBytes(await received, { limit: 1_000_000, caller: 'a', reserve });
    await until('the body waits', () => isWaiting);
    socket.destroy();
    give();
    await expect(reading).rejects.toMatchObject({ fault: 'cutShort' });
  });

  it.each(['identity', 'gzip'])('is refused if it comes as %s and is read afterwards', async (encoding) => {
    const socket = send(encoding, gzipSync('x'));
    const request = await received;
    await wait(50);
    socket.destroy();
    await new Promise((resolve) => request.once('close', resolve));
    const reading = readBytes(request, { limit: 1_000_000, caller: 'a', reserve: () => NEVER });
    await expect(reading).rejects.toMatchObject({ fault: 'cutShort' });
  });

  it('takes little more memory than its bytes if each chunk is one byte long', async () => {
    const socket = connect(port, '127.0.0.1');
    const length = 300_000;
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.end(`${'1\r\nx\r\n'.repeat(length)}0\r\n\r\n`);
    const bytes = await readBytes(await received, {
      limit: 1_000_000,
      caller: 'a',
      reserve: () => Promise.resolve(),
    });
    expect(bytes.length).toBe(length);
    // One buffer of the reserved size, not one for each chunk.
    expect(bytes.buffer.byteLength).toBe(1_000_000);
  });
});
