import type { JWTPayload } from 'jose';
import { newSecret } from '../../../../src/modules/auth/sessions/secret';
import { LOGIN_REQUIRED, failure } from '../../../support/plain-caller';
import { suitePlatform } from '../../../support/platform';
import { callWithToken, fetchMe } from './call-with-token';
import { SigningPortal } from './signing-portal';

const DAY = 24 * 60 * 60;
const SKEW = 30;
/** Longer than a test takes, shorter than the clock skew. */
const SLACK = 20;

const FUTURE_IAT = "iat: the token was issued in the future; check the portal's clock";
const DISTANT_EXP =
  'exp: the token is valid for more than 7 days from now; request one with a shorter lifetime';

describe('the times of an access token', () => {
  let portal: SigningPortal;
  beforeAll(async () => {
    portal = await SigningPortal.start();
  });
  const platform = suitePlatform(() => ({
    ...portal.settings,
    OAUTH_CLOCK_SKEW_SECONDS: String(SKEW),
    OAUTH_TOKEN_MAX_DAYS: '7',
  }));
  afterAll(() => portal.stop());

  const now = () => Math.floor(Date.now() / 1_000);

  /** Both forms of a token, with claims that replace those of a valid one. */
  const FORMS: readonly (readonly [string, (claims: JWTPayload) => Promise<string>])[] = [
    ['signed', (claims) => portal.sign({ claims })],
    [
      'opaque',
      (claims) => {
        portal.setIntrospection({ active: true, ...portal.createClaims(), ...claims });
        return Promise.resolve(newSecret());
      },
    ],
  ];

  describe.each(FORMS)('which is %s', (_form, create) => {
    /** The caller learns the reason from the header; the message of the specification is unchanged. */
    const expectRefused = async (claims: JWTPayload, reason: string): Promise<void> => {
      const linesBefore = platform.logLines.length;
      const response = await callWithToken(platform, await create(claims), ['auth.me']);
      expect(failure(response)).toEqual(LOGIN_REQUIRED);
      expect(response.headers['www-authenticate']).toBe(
        `Bearer realm="Africa Health Platform", error="invalid_token", error_description="${reason}"`,
      );
      expect(platform.logLines.slice(linesBefore).join('')).toContain(`"reason":"${reason}"`);
    };

    it('are accepted if it was issued within the clock skew', async () => {
      const token = await create({ iat: now() + SKEW - 5 });
      expect(await fetchMe(platform, token)).toMatchObject({ name: 'clinic' });
    });

    it('are refused if it was issued in the future beyond the clock skew', async () => {
      await expectRefused({ iat: now() + SKEW + SLACK }, FUTURE_IAT);
      await expectRefused({ iat: now() + 400 * DAY }, FUTURE_IAT);
    });

    it('are accepted without a time of issue', async () => {
      const token = await create({ iat: undefined });
      expect(await fetchMe(platform, token)).toMatchObject({ name: 'clinic' });
    });

    it('are accepted if it expires within OAUTH_TOKEN_MAX_DAYS', async () => {
      const token = await create({ exp: now() + 7 * DAY - SLACK });
      expect(await fetchMe(platform, token)).toMatchObject({ name: 'clinic' });
    });

    it('are refused if it expires after OAUTH_TOKEN_MAX_DAYS', async () => {
      await expectRefused({ exp: now() + 7 * DAY + SKEW + SLACK }, DISTANT_EXP);
      await expectRefused({ exp: now() + 3_650 * DAY }, DISTANT_EXP);
      await expectRefused({ exp: Number.MAX_VALUE }, DISTANT_EXP);
    });
  });

  it('are refused if the introspection has a time of issue that is not a number', async () => {
    portal.setIntrospection({ active: true, ...portal.createClaims(), iat: 'today' });
    expect(await fetchMe(platform, newSecret())).toBe(401);
  });

  it('are those of the introspection at every use, also while it is cached', async () => {
    portal.setIntrospection({ active: true, ...portal.createClaims(), exp: now() + 8 * DAY });
    const token = newSecret();
    expect(await fetchMe(platform, token)).toBe(401);
    expect(await fetchMe(platform, token)).toBe(401);
  });
});

describe('OAUTH_TOKEN_MAX_DAYS', () => {
  let portal: SigningPortal;
  beforeAll(async () => {
    portal = await SigningPortal.start();
  });
  const platform = suitePlatform(() => portal.settings);
  afterAll(() => portal.stop());

  it('is 30 days by default', async () => {
    const expiringIn = async (days: number) =>
      fetchMe(platform, await portal.sign({ claims: { exp: Math.floor(Date.now() / 1_000) + days * DAY } }));
    expect(await expiringIn(29)).toMatchObject({ name: 'clinic' });
    expect(await expiringIn(31)).toBe(401);
  });
});
