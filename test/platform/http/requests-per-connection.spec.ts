import { Agent, request } from 'node:http';
import { suitePlatform } from '../../support/platform';

const REQUESTS = 200;
const PER_CONNECTION = 7;

describe('requests of one connection', () => {
  const platform = suitePlatform();
  let origin = '';
  beforeAll(async () => (origin = await platform.listen()));

  interface Answer {
    readonly status: number | undefined;
    readonly connection: string | undefined;
    readonly port: number | undefined;
  }

  const send = (agent: Agent): Promise<Answer> =>
    new Promise((resolve, reject) => {
      request(`${origin}/livez`, { agent }, (response) => {
        const { statusCode: status, headers } = response;
        const { localPort: port } = response.socket;
        response.resume().once('end', () => {
          resolve({ status, connection: headers.connection, port });
        });
      })
        .once('error', reject)
        .end();
    });

  it('are limited', () => {
    expect(platform.server.maxRequestsPerSocket).toBeGreaterThan(1_000);
  });

  it('are all answered to clients that keep connections, although each connection closes after some', async () => {
    platform.server.maxRequestsPerSocket = PER_CONNECTION;
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const answers = await Promise.all(Array.from({ length: REQUESTS }, () => send(agent)));
    agent.destroy();
    expect(answers.map(({ status }) => status)).toEqual(Array(REQUESTS).fill(200));
    expect(new Set(answers.map(({ port }) => port)).size).toBeGreaterThanOrEqual(REQUESTS / PER_CONNECTION);
    const closing = answers.filter(({ connection }) => connection === 'close').length;
    expect(closing).toBeGreaterThanOrEqual(Math.floor(REQUESTS / PER_CONNECTION) - 4);
  });
});
