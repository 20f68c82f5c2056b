import newman from 'newman';
import request from 'supertest';
import { contracts } from '../../src/contract';
import { proceduresOf } from '../../src/reference/procedures';
import { type Platform, startPlatform } from '../support/platform';

interface Run {
  readonly sent: number;
  readonly tests: number;
  readonly failures: readonly string[];
}

describe('/api/postman-collection.json', () => {
  let platform: Platform;
  let origin: string;
  let collection: object;

  beforeAll(async () => {
    platform = await startPlatform({ CHATBOT_ANONYMOUS_PER_MINUTE: '100000' });
    origin = await platform.listen();
    const response = await request(origin).get('/api/postman-collection.json').expect(200);
    collection = Object(response.body) as object;
  });

  afterAll(async () => {
    await platform.close();
  });

  function run(variables: Readonly<Record<string, string>>): Promise<Run> {
    return new Promise((resolve, reject) => {
      newman.run(
        {
          collection,
          envVar: Object.entries(variables).map(([key, value]) => ({ key, value })),
        },
        (error, { run: finished }) => {
          if (error) {
            reject(error);
            return;
          }
          const { stats, failures } = finished;
          resolve({
            sent: stats.requests.total ?? 0,
            tests: stats.assertions.total ?? 0,
            failures: failures.map(({ source, error: { message } }) => `${source?.name ?? '?'}: ${message}`),
          });
        },
      );
    });
  }

  it('is answered as documented, every request of it, with one administrator’s session', async () => {
    const cookie = await platform.session({ role: 'admin', country: '*' });
    const result = await run({ base_url: `${origin}/api/trpc`, session: cookie.replace('session=', '') });
    process.stdout.write(
      `newman: ${result.sent} requests, ${result.tests} tests, ${result.failures.length} failures\n`,
    );
    expect(result.failures).toEqual([]);
  });

  it('tells by its tests what is refused: without a session, all but what is for anyone', async () => {
    const { failures } = await run({ base_url: `${origin}/api/trpc` });
    const failed = new Set(failures.map((failure) => failure.split(':', 1)[0]));
    const open = new Set(
      proceduresOf(contracts).flatMap(({ path, contract }) => (contract.access === 'anyone' ? path : [])),
    );
    for (const { path } of proceduresOf(contracts))
      expect([path, failed.has(path)]).toEqual([path, !open.has(path)]);
  });
});
