import { join } from 'node:path';
import { machines } from '../../dev/portal/machines';
import { startUnreliableProxy } from '../examples/unreliable-proxy';
import { suitePlatform } from '../support/platform';
import { portalSettings } from '../support/portal-settings';
import { testPortal } from '../runner/portal';
import { compileInProject, compileSnippets } from './compiler';
import { INVALID_CALLS } from './invalid-calls';
import { type InstalledClient, installClient } from './installed-client';

const SETUP = `
import { type Inputs, type Outputs, TRPCClientError, clientCredentials, createHealthClient } from '@africa-health/client';
import { schemas } from '@africa-health/client/schemas';
const api = createHealthClient({ baseUrl: '', token: clientCredentials({ tokenUrl: '', clientId: '', clientSecret: '' }) });
const consultation: Inputs['consultations']['record'] = { patientId: 'P', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' };
`;

const VALID_CALLS = `${SETUP}
const id: Promise<string> = api.consultations.record.mutate(consultation, { context: { idempotencyKey: 'k' } }).then(({ data }) => data.id);
const units: Promise<number | undefined> = api.health.medicationStats.query({ year: 2026 }, { signal: AbortSignal.timeout(1) }).then(({ data }) => data[0]?.unitsSold);
const role: Promise<'admin' | 'ministry' | 'doctor' | 'pharmacist' | 'user'> = api.auth.me.query().then((me) => me.role);
const page: Promise<Outputs['consultations']['list']> = api.consultations.list.mutate({ limit: 10 });
const read: Date = schemas.consultations.record.input.parse(consultation).consultationDate;
export { id, units, role, page, read, TRPCClientError };
`;

const INVALID_CODE = Object.values({
  ...INVALID_CALLS,
  'a schema that does not exist': ['schemas.auth.me.inputs;', "'inputs' does not exist"] as const,
});

describe('the installed client package', () => {
  let client: InstalledClient;

  beforeAll(async () => {
    client = await installClient();
  }, 180_000);

  afterAll(() => client.remove());

  describe('in the TypeScript compiler', () => {
    const PROJECTS = [
      ['an ES module in Node', 'nodenext', 'mts'],
      ['a CommonJS module in Node', 'nodenext', 'cts'],
      ['a bundler', 'bundler', 'ts'],
    ] as const;

    it.each(PROJECTS)(
      'accepts valid calls in %s, with valid declarations',
      (_, resolution, extension) => {
        const file = `valid.${extension}`;
        expect(compileInProject(client.project, { resolution, file, text: VALID_CALLS })).toBe('');
      },
      120_000,
    );

    it.each(PROJECTS)(
      'rejects invalid calls in %s',
      (_, resolution, extension) => {
        const lines = INVALID_CODE.map(([code]) => `void (() => ${code.replace(/;$/, '')});`);
        const [file, text] = [`invalid.${extension}`, SETUP + lines.join('\n')];
        const messages = compileInProject(client.project, { resolution, file, text });
        const firstLine = SETUP.split('\n').length;
        INVALID_CODE.forEach(([, message], index) => {
          expect(messages).toMatch(new RegExp(`^${firstLine + index}: .*${message}`, 'm'));
        });
      },
      120_000,
    );

    it('has the same types as the contracts', () => {
      const declared = join(client.project, 'node_modules/@africa-health/client/esm/app-router.js');
      const text = `
        import type { Inputs as OurInputs, Outputs as OurOutputs } from '../../client/app-router';
        import type { Inputs, Outputs } from '${declared}';
        type Given<T> = Exclude<T, void | undefined>;
        type Both<A, B> = [Given<A>] extends [Given<B>] ? ([Given<B>] extends [Given<A>] ? 'same' : 'ours is wider') : 'ours is narrower';
        type Compared<A, B> = { [R in keyof A]: R extends keyof B ? { [P in keyof A[R]]: P extends keyof B[R] ? Both<A[R][P], B[R][P]> : 'missing' } : 'missing' };
        type Same<A> = { [R in keyof A]: { [P in keyof A[R]]: 'same' } };
        declare const inputs: Compared<OurInputs, Inputs>;
        declare const outputs: Compared<OurOutputs, Outputs>;
        export const same: [Same<OurInputs>, Same<OurOutputs>] = [inputs, outputs];
      `;
      expect(compileSnippets({ types: text })).toEqual({ types: '' });
    });
  });

  describe('with a running platform', () => {
    const platform = suitePlatform(portalSettings);
    let origin: string;

    beforeAll(async () => {
      origin = await platform.listen();
    });

    it.each(['calls.mjs', 'calls.cjs'])(
      '%s calls with a session and handles errors and schemas',
      async (script) => {
        const email = `${script}@example.org`;
        const cookie = await platform.session({ role: 'doctor', country: 'KE', email });
        expect(await client.run(script, origin, cookie)).toEqual({
          me: 'doctor',
          specialties: true,
          recorded: 'Malaria',
          listed: [true],
          errors: [
            ['UNAUTHORIZED', 'Please login (10001)'],
            ['FORBIDDEN', 'You do not have required permission (10002)'],
            ['BAD_REQUEST', expect.stringMatching(/^consultationDate: expected an ISO 8601 timestamp/)],
            ['CONFLICT', expect.stringContaining('patientId')],
            [null, expect.stringContaining('aborted')],
          ],
          unauthorized: 1,
          requests: [
            ['POST', '/api/trpc/auth.me,specialties.list?batch=1', 'include'],
            ['POST', '/api/trpc/consultations.record', 'include'],
            ['POST', '/api/trpc/consultations.list', 'include'],
          ],
          checked: ['right', 1],
          countries: ['KE', 'KE', null],
        });
      },
    );

    it('fetches and renews tokens, and records a consultation once after a lost response, a 503 and a 401', async () => {
      const [clinic] = machines;
      if (!clinic) throw new Error('the portal has no machine');
      const { clientId, clientSecret } = clinic;
      const proxy = await startUnreliableProxy(origin, '/api/trpc/consultations.record');
      try {
        const portal = [`${(await testPortal()).issuer}/token`, clientId, clientSecret];
        expect(await client.run('tokens.mjs', origin, proxy.origin, ...portal)).toEqual({
          names: [expect.any(String)],
          tokensFetched: 1,
          credentialsSent: ['omit'],
          rejectedTokens: [null, 'an-old-token'],
          renewed: expect.any(String) as unknown,
          refused: 'UNAUTHORIZED',
          unauthorized: 1,
          noToken: ['TokenError', expect.stringMatching(/^no token from : 401 invalid_client/)],
          recorded: true,
          attemptsWithoutKey: 1,
          cachedTokens: ['token-1', 'token-1', 'token-2', 'token-2', 'token-3'],
        });
        expect(proxy.log.map((entry) => entry.split(' ')[1])).toEqual(['lost', '503', '401', '200']);
        const [{ n }] = await platform.database.query<[{ n: number }]>(
          "SELECT count(*)::int AS n FROM consultation WHERE patient_id = 'P-lost'",
        );
        expect(n).toBe(1);
      } finally {
        await proxy.close();
      }
    });
  });
});
