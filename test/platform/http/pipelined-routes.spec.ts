import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { createRequestPipeline } from '../../../src/platform/http/request-pipeline';
import { FairTurns } from '../../../src/platform/limits/fair-turns';
import { testEnvironment } from '../../support/environment';
import { closeServer, listenOnLoopback } from '../../support/loopback';
import { until } from '../../support/until';

const REQUESTS = 5;
const BODY = 'x'.repeat(4_000_000);

describe('pipelined requests to plain routes', () => {
  let server: Server;
  let origin: string;
  let served = 0;

  beforeAll(async () => {
    const pipeline = createRequestPipeline({
      environment: testEnvironment(),
      logger: pino({ enabled: false }),
      transport: {
        isProcedureUrl: () => false,
        logPathOf: () => undefined,
        sendStored: () => false,
        handle: () => Promise.resolve(),
      },
      hasPage: () => true,
      logRefusedRoute: () => undefined,
      turns: new FairTurns(),
    });
    server = createServer(
      pipeline((_request, response) => {
        served += 1;
        response.end(BODY);
      }),
    );
    origin = await listenOnLoopback(server);
  });
  afterAll(() => closeServer(server));

  it('are served one after the other has been read', async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1').pause();
    socket.write('GET /page HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(REQUESTS));
    await until('the first is served', () => served > 0);
    await wait(200);
    expect(served).toBe(1);
    socket.resume();
    await until('all are served', () => served === REQUESTS);
    socket.destroy();
  });
});
