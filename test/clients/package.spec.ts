import { join } from 'node:path';
import { machines } from '../../dev/portal/machines';
import { contracts } from '../../src/app-router';
import type { RouterContract } from '../../src/platform/trpc/contract/contract';
import { startLosingProxy } from '../examples/losing-proxy';
import type { Platform } from '../support/platform';
import { startPortalPlatform } from '../support/portal-platform';
import { testPortal } from '../runner/portal';
import { sizeProblem } from './client-size';
import { compile, compileInProject } from './compiler';
import { type InstalledClient, SOMEBODY_ELSES, installClient } from './installed-client';

const procedures = Object.values<RouterContract>(contracts).flatMap((router) => Object.keys(router)).length;

const IMPORTED = /(?:from ?|import\(|require\()['"]([^'"]+)['"]/g;

const SETUP = `
import { clientCredentials, createHealthClient, TRPCClientError, type Inputs, type Outputs } from '@africa-health/client';
import { schemas } from '@africa-health/client/schemas';
const health = createHealthClient({ baseUrl: '', token: clientCredentials({ tokenUrl: '', clientId: '', clientSecret: '' }) });
const consultation: Inputs['consultations']['record'] = { patientId: 'P', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' };
`;

const RIGHT = `${SETUP}
const id: Promise<string> = health.consultations.record.mutate(consultation, { context: { idempotencyKey: 'k' } }).then(({ data }) => data.id);
const units: Promise<number | undefined> = health.health.medicationStats.query({ year: 2026 }, { signal: AbortSignal.timeout(1) }).then(({ data }) => data[0]?.unitsSold);
const role: Promise<'admin' | 'ministry' | 'doctor' | 'pharmacist' | 'user'> = health.auth.me.query().then((me) => me.role);
const page: Promise<Outputs['consultations']['list']> = health.consultations.list.mutate({ limit: 10 });
const read: Date = schemas.consultations.record.input.parse(consultation).consultationDate;
export { id, units, role, page, read, TRPCClientError };
`;

/** What the compiler must refuse, and what it must then speak of. */
const WRONG: Readonly<Record<string, readonly [code: string, about: string]>> = {
  'a procedure that does not exist': ['health.auth.whoami.query();', "'whoami' does not exist"],
  'a mutation called as a query': ['health.auth.logout.query();', "'query' does not exist"],
  'a missing field': [
    "health.consultations.record.mutate({ patientId: 'P' });",
    "'consultationDate' is missing",
  ],
  'a field of the wrong type': [
    "health.health.pathologyStats.query({ year: '2026' });",
    "'string' is not assignable",
  ],
  'a misspelt field': [
    "health.chatbot.sendMessage.mutate({ message: '', conversation: null });",
    "'conversation' does not exist",
  ],
  'input where none is taken': ["health.auth.me.query({ id: '1' });", 'not assignable to'],
  'a field that a result does not have': [
    'health.auth.me.query().then((me) => me.password);',
    "'password' does not exist",
  ],
  'a schema that does not exist': ['schemas.auth.me.inputs;', "'inputs' does not exist"],
};

describe('the size limit of the client', () => {
  it('grows with the number of procedures', () => {
    expect(sizeProblem({ bytes: 24_000, procedures: 26 })).toBe('');
    expect(sizeProblem({ bytes: 25_000, procedures: 26 })).not.toBe('');
    expect(sizeProblem({ bytes: 25_000, procedures: 28 })).toBe('');
  });

  it('names bytes, procedures and limit when it is exceeded, and says what to do', () => {
    expect(sizeProblem({ bytes: 30_000, procedures: 26 })).toMatch(
      /^The client has 30000 bytes and 26 procedures, for which 24100 are allowed .*npm run build:client/,
    );
  });
});

describe('the package of the client', () => {
  let client: InstalledClient;

  beforeAll(async () => {
    client = await installClient();
  }, 180_000);

  afterAll(() => client.remove());

  it('is as small as its procedures allow', () => {
    expect(sizeProblem({ bytes: client.bytes, procedures })).toBe('');
  });

  it('is put beside what the folder has, as one file', () => {
    expect(client.packedInto).toEqual([
      expect.stringMatching(/^africa-health-client-.*\.tgz$/),
      SOMEBODY_ELSES,
    ]);
  });

  it('holds both formats, each with its declarations, and nothing else', () => {
    const names = [
      'app-router',
      'client-credentials',
      'health-client',
      'index',
      'schemas',
      'sending',
      'token-source',
    ];
    const format = ['index.js', 'schemas.js', ...names.map((name) => `${name}.d.ts`)];
    const expected = [
      'README.md',
      'package.json',
      'cjs/package.json',
      ...['cjs', 'esm'].flatMap((folder) => format.map((name) => `${folder}/${name}`)),
    ];
    expect([...client.files.keys()].sort()).toEqual(expected.sort());
  });

  it('imports tRPC’s client, superjson and zod, and of the server nothing but types of tRPC', () => {
    const imported = (ending: RegExp): string[] => {
      const texts = [...client.files].filter(([name]) => ending.test(name)).map(([, text]) => text);
      const all = texts.flatMap((text) => [...text.matchAll(IMPORTED)].map(([, name = '']) => name));
      return [...new Set(all.filter((name) => !name.startsWith('./')))].sort();
    };
    expect(imported(/\.js$/)).toEqual(['@trpc/client', 'superjson', 'zod']);
    expect(imported(/\.d\.ts$/)).toEqual(['@trpc/client', '@trpc/server', 'zod']);
  });

  it('loads zod only for the schemas', () => {
    for (const format of ['esm', 'cjs']) expect(client.files.get(`${format}/index.js`)).not.toContain('zod');
  });

  describe('for the compiler', () => {
    const SETTINGS = [
      ['an ES module in Node', 'nodenext', 'mts'],
      ['a CommonJS module in Node', 'nodenext', 'cts'],
      ['a bundler', 'bundler', 'ts'],
    ] as const;

    it.each(SETTINGS)(
      'takes right calls from %s, in declarations without a fault',
      (_, resolution, ending) => {
        const said = compileInProject(client.project, { resolution, file: `right.${ending}`, text: RIGHT });
        expect(said).toBe('');
      },
      120_000,
    );

    it.each(SETTINGS)(
      'refuses wrong calls from %s',
      (_, resolution, ending) => {
        const lines = Object.values(WRONG).map(([code]) => `void (() => ${code.replace(/;$/, '')});`);
        const said = compileInProject(client.project, {
          resolution,
          file: `wrong.${ending}`,
          text: SETUP + lines.join('\n'),
        });
        const first = SETUP.split('\n').length;
        Object.values(WRONG).forEach(([, about], index) => {
          expect(said).toMatch(new RegExp(`^${first + index}: .*${about}`, 'm'));
        });
      },
      120_000,
    );

    it('has the very types of the contracts', () => {
      const declared = join(
        client.project,
        'node_modules',
        '@africa-health',
        'client',
        'esm',
        'app-router.js',
      );
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
      expect(compile({ types: text })).toEqual({ types: '' });
    });
  });

  describe('at the running platform', () => {
    let platform: Platform;
    let origin: string;

    beforeAll(async () => {
      platform = await startPortalPlatform();
      origin = await platform.listen();
    });

    afterAll(() => platform.close());

    it.each(['calls.mjs', 'calls.cjs'])(
      'calls with a session, and reads errors and schemas: %s',
      async (script) => {
        const cookie = await platform.session({
          role: 'doctor',
          country: 'KE',
          email: `${script}@example.org`,
        });
        expect(await client.run(script, origin, cookie)).toEqual({
          me: 'doctor',
          specialties: true,
          recorded: 'Malaria',
          listed: [true],
          refusals: [
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

    it('calls as a machine: gets tokens, renews them, and records once what it had to send three times', async () => {
      const [clinic] = machines;
      if (!clinic) throw new Error('the portal has no machine');
      const { clientId, clientSecret } = clinic;
      const proxy = await startLosingProxy(origin, '/api/trpc/consultations.record');
      try {
        const tokenUrl = `${(await testPortal()).issuer}/token`;
        expect(
          await client.run('tokens.mjs', origin, proxy.origin, tokenUrl, clientId, clientSecret),
        ).toEqual({
          names: [expect.any(String)],
          tokensFetched: 1,
          credentialsSent: ['omit'],
          told: [null, 'an-old-token'],
          renewed: expect.any(String) as unknown,
          refused: 'UNAUTHORIZED',
          unauthorized: 1,
          noToken: ['TokenError', expect.stringMatching(/^no token from : 401 invalid_client/)],
          recorded: true,
          attemptsWithoutKey: 1,
          lasting: ['token-1', 'token-1', 'token-2', 'token-2', 'token-3'],
        });
        expect(proxy.seen.map((line) => line.split(' ')[1])).toEqual(['lost', '503', '200']);
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
