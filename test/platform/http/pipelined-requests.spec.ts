import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { UnansweredRequests } from '../../../src/platform/http/unanswered-requests';
import { closeServer, listenOnLoopback } from '../../support/loopback';
import { until } from '../../support/until';

const REQUESTS = 5;
const BODY = 'x'.repeat(4_000_000);

describe('requests that one connection pipelines', () => {
  const unanswered = new UnansweredRequests();
  let server: Server;
  let origin: string;
  let begun = 0;
  let closes = false;
  const requests = new AsyncLocalStorage<true>();
  let isInOther = false;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      unanswered.add(response, () => {
        begun += 1;
        isInOther ||= requests.getStore() !== undefined;
        response.shouldKeepAlive = !closes;
        requests.run(true, () => response.end(BODY));
      });
    });
    origin = await listenOnLoopback(server);
  });
  beforeEach(() => {
    begun = 0;
    closes = false;
    isInOther = false;
  });
  afterAll(() => closeServer(server));

  const pipeline = () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1').pause();
    socket.write('GET /page HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(REQUESTS));
    return socket;
  };

  it('begin one after the other has been read', async () => {
    const socket = pipeline();
    await until('the first has begun', () => begun > 0);
    await wait(200);
    expect(begun).toBe(1);
    socket.resume();
    await until('all have begun', () => begun === REQUESTS);
    socket.destroy();
  });

  it('begin outside of the request before', async () => {
    const socket = pipeline().resume();
    await until('all have begun', () => begun === REQUESTS);
    expect(isInOther).toBe(false);
    socket.destroy();
  });

  it('do not begin after a response that closes the connection', async () => {
    closes = true;
    const socket = pipeline().resume();
    await once(socket, 'close');
    await until('none waits', () => unanswered.isEmpty);
    expect(begun).toBe(1);
  });

  it('do not begin once the client has disconnected', async () => {
    const socket = pipeline();
    await until('the first has begun', () => begun > 0);
    socket.destroy();
    await until('none waits', () => unanswered.isEmpty);
    expect(begun).toBe(1);
  });
});
