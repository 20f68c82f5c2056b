import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { checkoutRoot } from '../../dev/checkout';
import { machines } from '../../dev/portal/machines';
import type { Platform } from '../support/platform';
import { startPortalPlatform } from '../support/portal-platform';
import { testPortal } from '../runner/portal';
import { type FixedResponseServer, startFixedResponseServer } from '../integrations/reference/fixed-response-server';
import { type LosingProxy, startLosingProxy } from './losing-proxy';

const FOLDER = join(checkoutRoot, 'examples');
const RECORD = '/api/trpc/consultations.record';

interface Example {
  readonly language: string;
  readonly command: readonly [string, ...string[]];
  /** Says whether the language is there. */
  readonly version: readonly string[];
}

const EXAMPLES: readonly Example[] = [
  { language: 'node', command: [process.execPath, 'node/consultations.mjs'], version: ['--version'] },
  { language: 'python', command: ['python3', 'python/consultations.py'], version: ['--version'] },
  { language: 'php', command: ['php', 'php/consultations.php'], version: ['--version'] },
  { language: 'java', command: ['java', 'java/Consultations.java'], version: ['-version'] },
  { language: 'curl', command: ['sh', 'curl/consultations.sh'], version: ['-c', 'curl --version'] },
];

const UUID = '[0-9a-f-]{36}';
const WRONG_DATE =
  'consultationDate: expected an ISO 8601 timestamp ending in Z, such as 2026-03-14T09:30:00Z';

describe('the examples', () => {
  let platform: Platform;
  let origin: string;

  beforeAll(async () => {
    platform = await startPortalPlatform();
    origin = await platform.listen();
  });

  afterAll(async () => {
    await platform.close();
  });

  const recorded = async (): Promise<number> => {
    const [{ n }] = await platform.database.query<[{ n: number }]>(
      'SELECT count(*)::int AS n FROM consultation',
    );
    return n;
  };

  for (const example of EXAMPLES) {
    const { language } = example;
    if (isInstalled(example)) {
      describe(`in ${language}`, () => {
        let proxy: LosingProxy;
        let printed: string[];
        let before: number;

        beforeAll(async () => {
          proxy = await startLosingProxy(origin, RECORD);
          before = await recorded();
          printed = await run(example, proxy.origin);
        });

        afterAll(() => proxy.close());

        it('records a consultation once, though its answer was lost and the next attempt failed', async () => {
          expect(proxy.seen.slice(0, 3)).toEqual([`${RECORD} lost`, `${RECORD} 503`, `${RECORD} 200`]);
          expect((await recorded()) - before).toBe(2);
        });

        it('prints the record, the refusals and what it has found', () => {
          expect(printed.join('\n')).toMatch(language === 'curl' ? bodies() : sentences(language));
          const [first, again] = printed.map((line) => new RegExp(UUID).exec(line)?.[0]);
          expect(again).toBe(first);
        });

        it('fails at once, and shows what it was answered, where something on the way refuses', async () => {
          const page = '<html>Request Entity Too Large</html>';
          const seen = await failedAt(example, { status: 413, body: page });
          expect(seen.requests).toBe(1);
          expect(seen.printed).toContain('Too Large');
        });

        it('is not led to another host', async () => {
          const other = await startFixedResponseServer({ status: 200, body: '{"result":{"data":{"json":{}}}}' });
          try {
            const location = `${other.origin}/`;
            await failedAt(example, { status: 302, headers: { location } });
            expect(other.seen).toEqual([]);
          } finally {
            other.close();
          }
        });
      });
    } else {
      it(`${language}: not installed, left out`, () => {
        expect(isInstalled(example)).toBe(false);
      });
    }
  }
});

/** Runs an example at something that is not the platform. Fails where the example does not. */
async function failedAt(
  example: Example,
  answer: Parameters<typeof startFixedResponseServer>[0],
): Promise<{ requests: number; printed: string }> {
  const server: FixedResponseServer = await startFixedResponseServer(answer);
  try {
    const outcome = await run(example, server.origin).then(
      () => undefined,
      (error: unknown) => z.object({ stdout: z.string(), stderr: z.string() }).parse(error),
    );
    if (!outcome) throw new Error('it did not fail');
    return { requests: server.seen.length, printed: outcome.stdout + outcome.stderr };
  } finally {
    server.close();
  }
}

function isInstalled({ command: [program], version }: Example): boolean {
  return spawnSync(program, version).status === 0;
}

/** @returns the lines that it printed */
async function run({ command: [program, script = ''] }: Example, healthUrl: string): Promise<string[]> {
  const [clinic] = machines;
  const { stdout } = await promisify(execFile)(program, [join(FOLDER, script)], {
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

/** What all but curl's print. */
function sentences(language: string): RegExp {
  return new RegExp(
    [
      `^recorded ${UUID}`,
      `sent again ${UUID}`,
      `refused BAD_REQUEST ${WRONG_DATE}`,
      'line alreadyRecorded',
      'line recorded',
      'line refused BAD_REQUEST pathologyName: required, unless pathologyCode is sent',
      `found ${language}/\\S+-2 Cholera$`,
    ].join('\n'),
  );
}

function bodies(): RegExp {
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
