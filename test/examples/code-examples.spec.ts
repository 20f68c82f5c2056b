import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { checkoutRoot } from '../../dev/checkout';
import { machines } from '../../dev/portal/machines';
import { suitePlatform } from '../support/platform';
import { portalSettings } from '../support/portal-settings';
import { testPortal } from '../runner/portal';
import { type FixedResponse, startFixedServer } from '../integrations/reference/fixed-response-server';
import { type Language, isInstalled } from '../integrations/reference/run-program';
import { type UnreliableProxy, startUnreliableProxy } from './unreliable-proxy';

const FOLDER = join(checkoutRoot, 'examples');
const RECORD = '/api/trpc/consultations.record';

const EXAMPLES: readonly Language[] = [
  { label: 'node', file: 'node/consultations.mjs', command: process.execPath, versionArgs: ['--version'] },
  { label: 'python', file: 'python/consultations.py', command: 'python3', versionArgs: ['--version'] },
  { label: 'php', file: 'php/consultations.php', command: 'php', versionArgs: ['--version'] },
  { label: 'java', file: 'java/Consultations.java', command: 'java', versionArgs: ['-version'] },
  { label: 'curl', file: 'curl/consultations.sh', command: 'sh', versionArgs: ['-c', 'curl --version'] },
];

const UUID = '[0-9a-f-]{36}';
const WRONG_DATE =
  'consultationDate: expected an ISO 8601 timestamp ending in Z, such as 2026-03-14T09:30:00Z';

describe('the examples', () => {
  const platform = suitePlatform(portalSettings);
  let origin: string;

  beforeAll(async () => {
    origin = await platform.listen();
  });

  const countConsultations = async (): Promise<number> => {
    const [{ n }] = await platform.database.query<[{ n: number }]>(
      'SELECT count(*)::int AS n FROM consultation',
    );
    return n;
  };

  for (const example of EXAMPLES) {
    const { label } = example;
    if (isInstalled(example)) {
      describe(`in ${label}`, () => {
        let proxy: UnreliableProxy;
        let output: string[];
        let countBefore: number;

        beforeAll(async () => {
          proxy = await startUnreliableProxy(origin, RECORD);
          countBefore = await countConsultations();
          output = await run(example, proxy.origin);
        });

        afterAll(() => proxy.close());

        it('records a consultation once after a lost response, a failed attempt and an expired token', async () => {
          expect(proxy.log.slice(0, 4)).toEqual(
            ['lost', '503', '401', '200'].map((outcome) => `${RECORD} ${outcome}`),
          );
          expect((await countConsultations()) - countBefore).toBe(2);
        });

        it('prints the recorded consultation, the errors and the search result', () => {
          expect(output.join('\n')).toMatch(label === 'curl' ? buildBodyPattern() : buildTextPattern(label));
          const [firstId, secondId] = output.map((line) => new RegExp(UUID).exec(line)?.[0]);
          expect(secondId).toBe(firstId);
        });

        it('fails without a retry and prints the response when a proxy rejects the request', async () => {
          const page = '<html>Request Entity Too Large</html>';
          const failure = await runAndExpectFailure(example, { status: 413, body: page });
          expect(failure.requests).toBe(1);
          expect(failure.output).toContain('Too Large');
        });

        it('prints the warning that a misspelt field was ignored', async () => {
          const warnings = [{ code: 'IGNORED_FIELD', path: 'external_id', meant: 'externalId' }];
          const json = { success: true, data: { id: 'x' }, warnings };
          const body = JSON.stringify({ result: { data: { json } } });
          const { printed } = await runWith(example, { status: 200, body });
          expect(printed).toContain('external_id');
        });

        it('does not follow a redirect to another host', async () => {
          const other = await startFixedServer({ status: 200, body: '{"result":{"data":{"json":{}}}}' });
          try {
            const location = `${other.origin}/`;
            await runAndExpectFailure(example, { status: 302, headers: { location } });
            expect(other.requests).toEqual([]);
          } finally {
            other.close();
          }
        });
      });
    } else {
      it(`${label} is not installed: skipped`, () => {
        expect(isInstalled(example)).toBe(false);
      });
    }
  }
});

/** Runs an example with a server that is not the platform; throws if the example succeeds. */
async function runAndExpectFailure(
  example: Language,
  response: FixedResponse,
): Promise<{ requests: number; output: string }> {
  const { requests, hasFailed, printed } = await runWith(example, response);
  if (!hasFailed) throw new Error('the example did not fail');
  return { requests, output: printed };
}

/** Runs an example with a server that is not the platform. */
async function runWith(example: Language, response: FixedResponse) {
  const server = await startFixedServer(response);
  try {
    const { hasFailed, stdout, stderr } = await run(example, server.origin).then(
      (lines) => ({ hasFailed: false, stdout: lines.join('\n'), stderr: '' }),
      (error: unknown) => ({
        hasFailed: true,
        ...z.object({ stdout: z.string(), stderr: z.string() }).parse(error),
      }),
    );
    return { requests: server.requests.length, hasFailed, printed: stdout + stderr };
  } finally {
    server.close();
  }
}

/** Runs an example and returns the lines that it prints. */
async function run({ command, file }: Language, healthUrl: string): Promise<string[]> {
  const [clinic] = machines;
  const { stdout } = await promisify(execFile)(command, [join(FOLDER, file)], {
    env: {
      PATH: process.env.PATH,
      HEALTH_URL: healthUrl,
      TOKEN_URL: `${(await testPortal()).issuer}/token`,
      CLIENT_ID: clinic?.clientId,
      CLIENT_SECRET: clinic?.clientSecret,
    },
    timeout: 55_000,
  });
  return stdout.trim().split('\n');
}

/** Builds the expected output of all examples except curl. */
function buildTextPattern(label: string): RegExp {
  return new RegExp(
    [
      `^recorded ${UUID}`,
      `sent again ${UUID}`,
      `refused BAD_REQUEST ${WRONG_DATE}`,
      'line alreadyRecorded',
      'line recorded',
      'line refused BAD_REQUEST pathologyName: required, unless pathologyCode is sent',
      `found ${label}/\\S+-2 Cholera$`,
    ].join('\n'),
  );
}

function buildBodyPattern(): RegExp {
  return new RegExp(
    [
      `^\\{"result".*"id":"${UUID}".*`,
      `\\{"result".*"id":"${UUID}".*`,
      `\\{"error":\\{"json":\\{"code":"BAD_REQUEST","message":"${WRONG_DATE}.*`,
      '\\{"result".*"recorded":1,"alreadyRecorded":1,"refused":1.*',
      '\\{"result".*"pathologyName":"Cholera".*$',
    ].join('\n'),
  );
}
