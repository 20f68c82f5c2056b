import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { suitePlatform } from '../../support/platform';
import { type RawResponse, sendRequest } from '../../support/raw-request';
import { until } from '../../support/until';

const MEGABYTE = 1024 * 1024;
const CHUNK = Buffer.alloc(MEGABYTE, 'x');
/** More than what the server, and the buffers of both systems, take after a refusal, also on a busy machine. */
const MAX_SENT = 256 * MEGABYTE;

interface Upload {
  readonly answer: string;
  readonly sentBytes: number;
  readonly tookMs: number;
}

describe('a body that is sent after its request was refused', () => {
  const platform = suitePlatform();
  let origin = '';
  beforeAll(async () => (origin = await platform.listen()));

  /** Sends a body of a gigabyte, one chunk per pause, until the connection closes. */
  function upload(path: string, pauseMs: number): Promise<Upload> {
    const startedAt = performance.now();
    return new Promise((resolve) => {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1');
      let answer = '';
      const send = (): void => {
        if (socket.destroyed) return;
        if (socket.write(pauseMs > 0 ? 'x' : CHUNK) && pauseMs === 0) setImmediate(send);
        else if (pauseMs > 0) setTimeout(send, pauseMs);
      };
      socket.on('drain', () => {
        if (pauseMs === 0) send();
      });
      socket.on('data', (data: Buffer) => (answer += data.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        const tookMs = performance.now() - startedAt;
        resolve({ answer, sentBytes: socket.bytesWritten - socket.writableLength, tookMs });
      });
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${1024 * MEGABYTE}\r\n\r\n`,
      );
      send();
    });
  }

  it.each([
    ['/fhir', 401],
    ['/api/trpc/chatbot.sendMessage', 413],
    ['/nowhere', 404],
  ])('to %s is read to a limit only, and its sender gets the %d', async (path, status) => {
    const { answer, sentBytes } = await upload(path, 0);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(sentBytes).toBeLessThan(MAX_SENT);
  });

  it('after a part of it was read is read to its end, so that a client that reads afterwards gets the 413', async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1').pause();
    const failed = new Promise<never>((_resolve, reject) => socket.once('error', reject));
    const sent = (async () => {
      socket.write(
        'POST /api/trpc/chatbot.sendMessage HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
          'Transfer-Encoding: chunked\r\n\r\n',
      );
      for (let chunks = 0; chunks < 8; chunks += 1) {
        const head = `${CHUNK.length.toString(16)}\r\n`;
        await new Promise((resolve) =>
          socket.write(Buffer.concat([Buffer.from(head), CHUNK, Buffer.from('\r\n')]), resolve),
        );
      }
      await new Promise((resolve) => socket.write('0\r\n\r\n', resolve));
      const [answer] = (await once(socket.resume(), 'data')) as [Buffer];
      socket.destroy();
      return answer.toString();
    })();
    expect(await Promise.race([sent, failed])).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('is not read for long, however slowly it comes', async () => {
    const { answer, tookMs } = await upload('/fhir', 50);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(tookMs).toBeLessThan(20_000);
  });

  it('leaves the connection open if it ends in time', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    const post = (): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const headers = { 'content-type': 'application/json' };
        request(`${origin}/fhir`, { agent, method: 'POST', headers }, (response) => {
          ports.add(response.socket.localPort);
          response.resume().once('end', () => {
            resolve(response.statusCode);
          });
        })
          .once('error', reject)
          .end('x'.repeat(100_000));
      });
    expect([await post(), await post(), await post()]).toEqual([401, 401, 401]);
    agent.destroy();
    expect(ports.size).toBe(1);
  });

  it('leaves a line in the log', async () => {
    await upload('/fhir', 50);
    await platform.app.close();
    await until('the line', () =>
      platform.logLines.some((line) =>
        line.includes('"refusal":"body after a refusal","network":"127.0.0.1"'),
      ),
    );
  });
});

describe('a body that is too large', () => {
  const platform = suitePlatform();
  let origin = '';
  beforeAll(async () => (origin = await platform.listen()));

  it('is refused before it has arrived', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1');
      socket.once('data', (data: Buffer) => {
        socket.destroy();
        resolve(data.toString());
      });
      socket.write(
        `POST /api/trpc/chatbot.sendMessage HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${2 * MEGABYTE}\r\n\r\n{`,
      );
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('may have been sent completely: the sender gets the 413', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 8 }, (): Promise<RawResponse> =>
        sendRequest(origin, {
          path: '/api/trpc/chatbot.sendMessage',
          headers: { 'content-type': 'application/json' },
          body: Buffer.alloc(12 * MEGABYTE, 'x'),
        }),
      ),
    );
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([413]));
  });
});
