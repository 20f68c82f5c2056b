import { findMachine } from '../../../dev/portal/machines';
import { startPlatform, suitePlatform } from '../../support/platform';
import { portalSettings } from '../../support/portal-settings';
import { testPortal } from '../../runner/portal';
import { ServedOpenApi } from './served-openapi';
import { LANGUAGES, isInstalled, runProgram } from './run-program';

const PUBLIC_URL = 'http://localhost:3000';

const clinic = findMachine('clinic');
const CREDENTIALS = {
  HEALTH_CLIENT_ID: clinic?.clientId ?? '',
  HEALTH_CLIENT_SECRET: clinic?.clientSecret ?? '',
};

describe('the getting-started guide', () => {
  const platform = suitePlatform(async () => ({ PUBLIC_URL, ...(await portalSettings()) }));
  let origin: string;
  let description: string;

  beforeAll(async () => {
    origin = await platform.listen();
    ({ description } = (await ServedOpenApi.fetch(platform)).document.info);
  });

  /** Returns the program that gets a token and records a consultation, with the test platform's origin. */
  function extractProgram(fence: string): string {
    const blocks = description.split('```').filter((block) => block.startsWith(`${fence}\n`));
    const parts = blocks.filter((block) => /client_credentials|consultations\.record/.test(block));
    if (parts.length === 0) throw new Error(`no program in ${fence}`);
    const source = parts.map((block) => block.slice(fence.length + 1)).join('');
    return source.replaceAll(PUBLIC_URL, origin);
  }

  it('explains which errors to retry', () => {
    expect(description).toMatch(/a 409 that carries `Retry-After`/);
  });

  it('contains the token endpoint of the portal', async () => {
    expect(description).toContain(`${(await testPortal()).issuer}/token`);
  });

  for (const [label, fence] of [
    ['Python', 'python'],
    ['curl', 'sh'],
  ] as const) {
    const language = LANGUAGES.find((candidate) => candidate.label === label);
    if (language && isInstalled(language)) {
      it(`${label}: the program records a consultation with client credentials`, async () => {
        const printed = await runProgram(language, extractProgram(fence), CREDENTIALS);
        const rows = await platform.database.query<{ id: string }[]>(
          `SELECT id FROM consultation WHERE external_id = 'my-system/1'`,
        );
        expect(rows).toHaveLength(1);
        expect(printed).toContain(rows[0]?.id);
      });

      it(`${label}: the program fails when the platform is unreachable or the secret is wrong`, async () => {
        const unreachable = extractProgram(fence).replaceAll(origin, 'http://127.0.0.1:1');
        await expect(runProgram(language, unreachable, CREDENTIALS)).rejects.toThrow();
        const wrongCredentials = { ...CREDENTIALS, HEALTH_CLIENT_SECRET: 'wrong' };
        await expect(runProgram(language, extractProgram(fence), wrongCredentials)).rejects.toThrow();
      });
    } else {
      it(`${label} is not installed: skipped`, () => {
        expect(language && isInstalled(language)).toBe(false);
      });
    }
  }

  it('names HEALTH_TOKEN_URL when the portal cannot be reached', async () => {
    const withoutPortal = await startPlatform();
    try {
      const { document } = await ServedOpenApi.fetch(withoutPortal);
      expect(document.info.description).toContain('HEALTH_TOKEN_URL');
      expect(document.info.description).not.toContain('127.0.0.1:1');
    } finally {
      await withoutPortal.close();
    }
  });
});
