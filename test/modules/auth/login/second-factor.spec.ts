import { createHmac } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { Browser } from '../../../../dev/login/browser';
import { authorize } from '../../../../dev/login/login-flow';
import { SECOND_FACTOR_ACR, SECOND_FACTOR_CODE } from '../../../../dev/portal/accounts';
import { respondJson } from './fake-portal';
import { type LoginPlatform, startLoginPlatform } from './login-platform';
import { type TokenChanges, SigningPortal, createKey, encodeToken } from '../tokens/signing-portal';

const NO_SECOND_FACTOR = 'did not confirm the second factor';
const PORTAL_FAILED = 'The identity portal does not answer as it should';

describe('a login with OAUTH_ACR_VALUES, at the embedded portal', () => {
  let platform: LoginPlatform;
  let browser: Browser;

  beforeAll(async () => {
    platform = await startLoginPlatform({ OAUTH_ACR_VALUES: SECOND_FACTOR_ACR });
  });

  beforeEach(() => {
    browser = new Browser();
  });

  afterAll(() => platform.close());

  /** Signs in at the portal, with a second factor if there is a code, and opens the callback. */
  const signIn = async (code?: string) => {
    const login = { baseUrl: platform.origin, username: 'doctor', ...(code !== undefined && { code }) };
    return browser.get(await authorize(browser, login));
  };

  it('requests the values', async () => {
    const { redirect = '' } = await browser.get(`${platform.origin}/api/oauth/login`);
    expect(new URL(redirect).searchParams.get('acr_values')).toBe(SECOND_FACTOR_ACR);
  });

  it('begins a session with the second factor', async () => {
    expect((await signIn(SECOND_FACTOR_CODE)).status).toBe(302);
    expect(browser.cookie(platform.origin, 'session')).toMatch(/^[\w-]{43}$/);
  });

  it('is refused without it, and succeeds with it in the same browser', async () => {
    const page = await signIn();
    expect(page.status).toBe(403);
    expect(page.body).toContain(NO_SECOND_FACTOR);
    // The portal's session is without the second factor: only a new login there can have it.
    expect(page.body).toContain('href="/api/oauth/login?prompt=login&amp;returnTo=%2F"');
    expect(browser.cookie(platform.origin, 'session')).toBeUndefined();
    expect((await signIn(SECOND_FACTOR_CODE)).status).toBe(302);
  });

  it('does not go on at the portal with a wrong code', async () => {
    await expect(signIn('000000')).rejects.toThrow('does not ask for consent');
  });
});

describe('a login with OAUTH_ACR_VALUES', () => {
  let portal: SigningPortal;
  let platform: LoginPlatform;

  beforeAll(async () => {
    portal = await SigningPortal.start();
    platform = await startLoginPlatform({ ...portal.settings, OAUTH_ACR_VALUES: 'gold silver' });
  });

  afterAll(async () => {
    await platform.close();
    await portal.stop();
  });

  const signIdToken = ({ claims, ...changes }: TokenChanges = {}): Promise<string> => {
    const person: JWTPayload = { sub: 'somebody', client_id: undefined, scope: undefined };
    return portal.sign({
      header: { typ: 'JWT' },
      ...changes,
      claims: { ...person, aud: 'health-platform', acr: 'silver', ...claims },
    });
  };

  /** Opens the callback of a login for which the portal sends this ID token. */
  const logInWith = async (idToken: string | undefined): Promise<{ status: number; text: string }> => {
    portal.handle('/token', respondJson({ access_token: 'a-token', id_token: idToken }));
    const browser = new Browser();
    const { redirect = '' } = await browser.get(`${platform.origin}/api/oauth/login`);
    const state = new URL(redirect).searchParams.get('state') ?? '';
    const page = await browser.get(`${platform.origin}/api/oauth/callback?code=abc&state=${state}`);
    const hasSession = browser.cookie(platform.origin, 'session') !== undefined;
    expect(hasSession).toBe(page.status === 302);
    return { status: page.status, text: page.body };
  };

  it.each(['gold', 'silver'])('begins a session for the value %s', async (acr) => {
    expect((await logInWith(await signIdToken({ claims: { acr } }))).status).toBe(302);
  });

  it.each([['bronze'], ['gold silver'], ['Gold'], [''], [undefined], [['gold']]])(
    'is refused for the value %j',
    async (acr) => {
      const { status, text } = await logInWith(await signIdToken({ claims: { acr } }));
      expect(status).toBe(403);
      expect(text).toContain(NO_SECOND_FACTOR);
    },
  );

  it.each<[string, TokenChanges]>([
    ['another audience', { claims: { aud: 'another-client' } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another subject than the profile', { claims: { sub: 'somebody else' } }],
    ['another authorized party', { claims: { azp: 'another-client' } }],
    ['several audiences and no authorized party', { claims: { aud: ['health-platform', 'another-client'] } }],
    ['an expiry in the past', { claims: { exp: 1_000_000_000 } }],
    ['no expiry', { claims: { exp: undefined } }],
    ['the type of an access token', { header: { typ: 'at+jwt' } }],
  ])('fails for an ID token with %s', async (_name, changes) => {
    const { status, text } = await logInWith(await signIdToken(changes));
    expect(status).toBe(502);
    expect(text).toContain(PORTAL_FAILED);
    expect(platform.logLines.at(-1) ?? '').not.toContain('eyJ');
  });

  it('fails for an ID token that another key signed, that nobody signed, or that is missing', async () => {
    const otherKey = await createKey('first');
    const claims = { ...portal.createClaims(), aud: 'health-platform', sub: 'somebody', acr: 'gold' };
    const tokens = [
      await signIdToken({ key: otherKey }),
      encodeToken({ alg: 'none', typ: 'JWT' }, claims, ''),
      undefined,
    ];
    for (const token of tokens) expect((await logInWith(token)).status).toBe(502);
  });

  it.each(['the client’s secret', 'the portal’s public key'])(
    'fails for an ID token signed with %s',
    async (name) => {
      const secret = name.startsWith('the client') ? portal.settings.OAUTH_CLIENT_SECRET : portal.key.pem;
      const unsigned = encodeToken(
        { alg: 'HS256', typ: 'JWT' },
        { ...portal.createClaims(), aud: 'health-platform', sub: 'somebody', acr: 'gold' },
        '',
      );
      const signature = createHmac('sha256', secret ?? '')
        .update(unsigned.slice(0, -1))
        .digest('base64url');
      expect((await logInWith(`${unsigned}${signature}`)).status).toBe(502);
    },
  );

  it('is refused with the same reason if the portal reports that it cannot meet the request', async () => {
    const query = 'error=unmet_authentication_requirements&state=x';
    const response = await fetch(`${platform.origin}/api/oauth/callback?${query}`);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain(NO_SECOND_FACTOR);
  });
});
