import newman from 'newman';
import request from 'supertest';
import { contracts } from '../../../src/app-router';
import type { AccessRule } from '../../../src/platform/access/access-rule';
import { listPlainRoutes } from '../../../src/integrations/reference/routes/plain-routes';
import { proceduresOf } from '../../../src/platform/trpc/contract/procedures';
import { type Platform, startPlatform } from '../../support/platform';

interface Run {
  readonly sent: number;
  readonly tests: number;
  readonly failures: readonly string[];
  /** The requests that the account’s role may not make, and that were refused for it. */
  readonly refused: readonly string[];
}

const NOT_PERMITTED = 'is not permitted to this account, as documented';

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

  function run(variables: Readonly<Record<string, string>>, sent = collection): Promise<Run> {
    return new Promise((resolve, reject) => {
      newman.run(
        {
          collection: sent,
          envVar: Object.entries(variables).map(([key, value]) => ({ key, value })),
        },
        (error, { run: finished }) => {
          if (error) {
            reject(error);
            return;
          }
          const { stats, failures, executions } = finished;
          resolve({
            sent: stats.requests.total ?? 0,
            tests: stats.assertions.total ?? 0,
            refused: [
              ...new Set(
                executions.flatMap(({ item, assertions }) =>
                  assertions.some(({ assertion }) => assertion === NOT_PERMITTED) ? item.name : [],
                ),
              ),
            ],
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

  it('is green with a doctor’s session too: what a doctor may not call is refused, and nothing else', async () => {
    const cookie = await platform.session({ role: 'doctor', country: 'KE' });
    const session = cookie.replace('session=', '');
    const result = await run({ base_url: `${origin}/api/trpc`, session });
    process.stdout.write(
      `newman, a doctor: ${result.sent} requests, ${result.tests} tests, ${result.refused.length} not permitted, ${result.failures.length} failures\n`,
    );
    expect(result.failures).toEqual([]);
    const permitted = (access: AccessRule) => typeof access === 'string' || access.includes('doctor');
    const forbidden = [
      ...proceduresOf(contracts).flatMap(({ path, contract }) => (permitted(contract.access) ? [] : path)),
      ...listPlainRoutes(origin).flatMap(({ access, method, path }) =>
        permitted(access) ? [] : `${method.toUpperCase()} ${path}`,
      ),
    ];
    expect([...result.refused].sort()).toEqual(forbidden.sort());
  });

  it('is red where an account is refused that the documents let in', async () => {
    const cookie = await platform.session({ role: 'doctor', country: 'KE' });
    const session = cookie.replace('session=', '');
    const text = JSON.stringify(collection);
    const letsIn = text.replaceAll(
      String.raw`const roles = [\"ministry\",\"admin\"]`,
      String.raw`const roles = [\"ministry\",\"admin\",\"doctor\"]`,
    );
    expect(letsIn === text).toBe(false);
    const { failures } = await run(
      { base_url: `${origin}/api/trpc`, session },
      Object(JSON.parse(letsIn)) as object,
    );
    expect(failures.join('\n')).toMatch(/^health\.summary: /m);
    expect(failures.join('\n')).toMatch(/^GET \/api\/exports\/summary\.csv: /m);
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
