import { findMachine } from '../../../dev/portal/machines';
import { type Platform, startPlatform } from '../../support/platform';
import { testPortal } from '../../runner/portal';
import { ServedOpenApi } from './served-openapi';
import { LANGUAGES, isInstalled, runProgram } from './run-program';

const PUBLIC_URL = 'http://localhost:3000';

describe('what the reference says to begin with', () => {
  let platform: Platform;
  let origin: string;
  let description: string;

  beforeAll(async () => {
    const { issuer, clientId, clientSecret } = await testPortal();
    platform = await startPlatform({
      PUBLIC_URL,
      OAUTH_ISSUER: issuer,
      OAUTH_CLIENT_ID: clientId,
      OAUTH_CLIENT_SECRET: clientSecret,
    });
    origin = await platform.listen();
    ({ description } = (await ServedOpenApi.of(platform)).document.info);
  });

  afterAll(async () => {
    await platform.close();
  });

  /** What gets a token and records a consultation in a language, for the platform where it listens. */
  function program(fence: string): string {
    const blocks = description.split('```').filter((block) => block.startsWith(`${fence}\n`));
    const parts = blocks.filter((block) => /client_credentials|consultations\.record/.test(block));
    if (parts.length === 0) throw new Error(`no program in ${fence}`);
    const source = parts.map((block) => block.slice(fence.length + 1)).join('');
    return source.replaceAll(PUBLIC_URL, origin);
  }

  it('says which errors pass by themselves', () => {
    expect(description).toMatch(/a 409 that carries `Retry-After`/);
  });

  it('names the portal’s token endpoint', async () => {
    expect(description).toContain(`${(await testPortal()).issuer}/token`);
  });

  for (const [label, fence] of [
    ['Python', 'python'],
    ['curl', 'sh'],
  ] as const) {
    const language = LANGUAGES.find((each) => each.label === label);
    if (language && isInstalled(language)) {
      it(`${label}: a program with nothing but a client's credentials records a consultation`, async () => {
        const clinic = findMachine('clinic');
        const printed = await runProgram(language, program(fence), {
          HEALTH_CLIENT_ID: clinic?.clientId ?? '',
          HEALTH_CLIENT_SECRET: clinic?.clientSecret ?? '',
        });
        const rows = await platform.database.query<{ id: string }[]>(
          `SELECT id FROM consultation WHERE external_id = 'my-system/1'`,
        );
        expect(rows).toHaveLength(1);
        expect(printed).toContain(rows[0]?.id);
      });

      it(`${label}: the program fails where the platform cannot be reached, or refuses`, async () => {
        const clinic = findMachine('clinic');
        const nowhere = program(fence).replaceAll(origin, 'http://127.0.0.1:1');
        const known = {
          HEALTH_CLIENT_ID: clinic?.clientId ?? '',
          HEALTH_CLIENT_SECRET: clinic?.clientSecret ?? '',
        };
        await expect(runProgram(language, nowhere, known)).rejects.toThrow();
        const stranger = { ...known, HEALTH_CLIENT_SECRET: 'wrong' };
        await expect(runProgram(language, program(fence), stranger)).rejects.toThrow();
      });
    } else {
      it(`${label}: not installed, left out`, () => {
        expect(language && isInstalled(language)).toBe(false);
      });
    }
  }

  it('tells where the token comes from where the portal cannot be asked', async () => {
    const lonely = await startPlatform();
    try {
      const { document } = await ServedOpenApi.of(lonely);
      expect(document.info.description).toContain('HEALTH_TOKEN_URL');
      expect(document.info.description).not.toContain('127.0.0.1:1');
    } finally {
      await lonely.close();
    }
  });
});
