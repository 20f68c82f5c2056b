import { createServer, type RequestListener, type Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { sendPaced } from '../../bench/load/paced';
import { sendSaturating } from '../../bench/load/saturating';
import { listenOnLoopback } from '../support/loopback';

describe('the load', () => {
  let server: Server;
  let origin: string;
  let listener: RequestListener;

  beforeAll(async () => {
    server = createServer((request, response) => {
      listener(request, response);
    });
    origin = await listenOnLoopback(server);
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const plan = () => ({
    origin,
    requests: ['/one', '/two'].map((path) => ({ method: 'GET' as const, path, headers: {} })),
    connections: 4,
    seconds: 0.2,
  });

  it('counts a response for each request that reaches the server', async () => {
    const paths: string[] = [];
    listener = (request, response) => {
      paths.push(request.url ?? '');
      void turn().then(() => response.end('{}'));
    };
    const { responses, failures } = await sendSaturating(plan());
    expect(failures).toBe(0);
    expect(responses).toBe(paths.length);
    expect(new Set(paths)).toEqual(new Set(['/one', '/two']));
  });

  it('reports responses that are not 200', async () => {
    listener = (_request, response) => response.writeHead(503).end();
    const { responses, failures, failure } = await sendSaturating(plan());
    expect(failures).toBe(responses);
    expect(failure).toBe('status 503');
  });

  it('sends as many requests as the rate says, and reports failures', async () => {
    let count = 0;
    listener = (_request, response) => {
      count += 1;
      response.writeHead(count === 1 ? 500 : 200).end('{}');
    };
    const result = await sendPaced({ ...plan(), rate: 100 });
    expect(result).toMatchObject({ responses: 20, failures: 1, failure: 'status 500' });
    expect(count).toBe(20);
  });
});
