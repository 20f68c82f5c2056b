import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type Socket, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { UnansweredRequests } from '../../../src/platform/http/unanswered-requests';
import { limitUnreadResponses } from '../../../src/platform/http/unread-responses';
import { closeServer, listenOnLoopback } from '../../support/loopback';
import { until } from '../../support/until';

const TIMEOUT_MS = 1_000;
/** More than the buffers of the system hold, and than is read slowly in the time of a test. */
const BODY = 'x'.repeat(40_000_000);

describe('a response that its client does not read', () => {
  const unanswered = new UnansweredRequests();
  let unread = 0;
  let delayMs = 0;
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      unanswered.add(response, () => setTimeout(() => response.end(BODY), delayMs));
    });
    limitUnreadResponses(server, {
      unanswered,
      onUnread: () => (unread += 1),
      timeoutMs: TIMEOUT_MS,
    });
    server.keepAliveTimeout = TIMEOUT_MS;
    origin = await listenOnLoopback(server);
  });
  beforeEach(() => {
    unread = 0;
    delayMs = 0;
  });
  afterAll(() => closeServer(server));

  const request = (): Socket => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1').pause();
    socket.on('error', () => undefined);
    socket.write('GET /page HTTP/1.1\r\nHost: a\r\n\r\n');
    return socket;
  };

  /** Reads the whole response, and returns when the server has closed the idle connection. */
  async function readAll(socket: Socket): Promise<number> {
    let length = 0;
    socket.on('data', (chunk) => (length += chunk.length)).resume();
    await once(socket, 'close');
    return length;
  }

  it('ends with its connection', async () => {
    request();
    await until('the connection is closed as unread', () => unread === 1);
    await until('no request waits', () => unanswered.isEmpty);
  });

  it('goes on while its client reads slowly', async () => {
    const socket = request();
    let length = 0;
    socket.on('data', (chunk) => {
      length += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 10);
    });
    socket.resume();
    await wait(4 * TIMEOUT_MS);
    expect({ unread, isReading: length > 0 && length < BODY.length }).toEqual({ unread: 0, isReading: true });
    socket.destroy();
  });

  it('is waited for if it takes longer to make', async () => {
    delayMs = 3 * TIMEOUT_MS;
    expect(await readAll(request())).toBeGreaterThan(BODY.length);
    expect(unread).toBe(0);
  });
});
