import newman from 'newman';
import request from 'supertest';
import { contracts } from '../../../src/app-router';
import type { AccessRule } from '../../../src/platform/access/access-rule';
import type { Role } from '../../../src/platform/access/role';
import { listPlainRoutes } from '../../../src/integrations/reference/routes/plain-routes';
import { proceduresOf } from '../../../src/platform/contract/procedures';
import { machines } from '../../../dev/portal/machines';
import { PlainCaller, payload } from '../../support/plain-caller';
import { suitePlatform } from '../../support/platform';
import { portalSettings } from '../../support/portal-settings';

interface Run {
  readonly sent: number;
  readonly tests: number;
  readonly failures: readonly string[];
  /** Names of the requests that returned the documented 403. */
  readonly forbidden: readonly string[];
}

const NOT_PERMITTED = 'is not permitted to this account, as documented';

describe('/api/postman-collection.json', () => {
  const platform = suitePlatform(async () => ({
    ...(await portalSettings()),
    CHATBOT_ANONYMOUS_PER_MINUTE: '100000',
  }));
  let origin: string;
  let collection: object;

  beforeAll(async () => {
    origin = await platform.listen();
    const response = await request(origin).get('/api/postman-collection.json').expect(200);
    collection = Object(response.body) as object;
    await recordCholera();
  });

  /** Records the cases of the alert that examples acknowledge. */
  async function recordCholera(): Promise<void> {
    const doctor = new PlainCaller(origin, await platform.session({ role: 'doctor', country: 'KE' }));
    const consultations = Array.from({ length: 30 }, (_none, index) => ({
      patientId: `P-${index}`,
      pathologyName: 'Cholera',
      consultationDate: '2026-03-10T09:30:00Z',
    }));
    payload(await doctor.post('consultations.recordMany', { consultations }));
  }

  function run(variables: Readonly<Record<string, string>>, tested = collection): Promise<Run> {
    return new Promise((resolve, reject) => {
      newman.run(
        { collection: tested, envVar: Object.entries(variables).map(([key, value]) => ({ key, value })) },
        (error, { run: finished }) => {
          if (error) {
            reject(error);
            return;
          }
          const { stats, failures, executions } = finished;
          resolve({
            sent: stats.requests.total ?? 0,
            tests: stats.assertions.total ?? 0,
            forbidden: [
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

  /** Returns the variables of the collection, with a session of a new account. */
  async function signedIn(account: { role: Role; country: string }) {
    const cookie = await platform.session(account);
    return { base_url: `${origin}/api/trpc`, session: cookie.replace('session=', '') };
  }

  it('passes all tests with the session of an administrator', async () => {
    const result = await run(await signedIn({ role: 'admin', country: '*' }));
    process.stdout.write(
      `newman: ${result.sent} requests, ${result.tests} tests, ${result.failures.length} failures\n`,
    );
    expect(result.failures).toEqual([]);
  });

  it('passes all tests with the session of a doctor, who gets 403 only where documented', async () => {
    const result = await run(await signedIn({ role: 'doctor', country: 'KE' }));
    process.stdout.write(
      `newman, a doctor: ${result.sent} requests, ${result.tests} tests, ${result.forbidden.length} not permitted, ${result.failures.length} failures\n`,
    );
    expect(result.failures).toEqual([]);
    const isPermitted = (access: AccessRule) => typeof access === 'string' || access.includes('doctor');
    const expected = [
      ...proceduresOf(contracts).flatMap(({ path, contract }) => (isPermitted(contract.access) ? [] : path)),
      ...listPlainRoutes(origin).flatMap(({ access, method, path }) =>
        isPermitted(access) ? [] : `${method.toUpperCase()} ${path}`,
      ),
    ];
    expect([...result.forbidden].sort()).toEqual(expected.sort());
  });

  it('passes all tests as a machine, which gets its token itself', async () => {
    const [clinic] = machines;
    const result = await run({
      base_url: `${origin}/api/trpc`,
      client_id: clinic?.clientId ?? '',
      client_secret: clinic?.clientSecret ?? '',
    });
    process.stdout.write(
      `newman, a machine: ${result.sent} requests, ${result.tests} tests, ${result.forbidden.length} not permitted, ${result.failures.length} failures\n`,
    );
    expect(result.failures).toEqual([]);
    expect(result.forbidden).toContain('health.summary');
    expect(result.forbidden).not.toContain('consultations.record');
  });

  it('fails if an account gets 403 although the documents permit it', async () => {
    const text = JSON.stringify(collection);
    const changed = text.replaceAll(
      String.raw`const roles = [\"ministry\",\"admin\"]`,
      String.raw`const roles = [\"ministry\",\"admin\",\"doctor\"]`,
    );
    expect(changed === text).toBe(false);
    const variables = await signedIn({ role: 'doctor', country: 'KE' });
    const { failures } = await run(variables, Object(JSON.parse(changed)) as object);
    expect(failures.join('\n')).toMatch(/^health\.summary: /m);
    expect(failures.join('\n')).toMatch(/^GET \/api\/exports\/summary\.csv: /m);
  });

  it('fails the requests of protected procedures without a session', async () => {
    const { failures } = await run({ base_url: `${origin}/api/trpc` });
    const failed = new Set(failures.map((failure) => failure.split(':', 1)[0]));
    const publicPaths = new Set(
      proceduresOf(contracts).flatMap(({ path, contract }) => (contract.access === 'anyone' ? path : [])),
    );
    for (const { path } of proceduresOf(contracts))
      expect([path, failed.has(path)]).toEqual([path, !publicPaths.has(path)]);
  });
});
