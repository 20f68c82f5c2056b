import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { Browser } from '../../../../dev/login/browser';
import { logIn } from '../../../../dev/login/login-flow';
import { openPortalTokens } from '../../../../src/modules/auth/portal/portal-tokens';
import { hashOf, newSecret } from '../../../../src/modules/auth/sessions/secret';
import { testPortal } from '../../../runner/portal';
import { LOGIN_REQUIRED, PlainCaller, failure, payload } from '../../../support/plain-caller';
import {
  DISCOVERY,
  type FakePortal,
  closeConnection,
  createDiscovery,
  neverRespond,
  respondJson,
  startFakePortal,
} from './fake-portal';
import { type LoginPlatform, startLoginPlatform } from './login-platform';

const TOKENS = {
  access_token: 'the-access-token',
  refresh_token: 'the-refresh-token',
  id_token: 'the.id.token',
  token_type: 'Bearer',
};
const END_SESSION = '/end-session';
const REVOCATION = '/revoke';
const NOT_LOGGED_OUT = 'a person was not logged out at the portal';

const discoverySchema = z.object({ userinfo_endpoint: z.url() });

/** Returns the sealed tokens of a session. */
async function findSealedTokens(platform: LoginPlatform, sessionToken: string): Promise<Buffer | null> {
  const [row] = await platform.database.query<{ portal_tokens: Buffer | null }[]>(
    'SELECT portal_tokens FROM session WHERE token_hash = $1',
    [hashOf(sessionToken)],
  );
  return row?.portal_tokens ?? null;
}

describe('the logout at the portal', () => {
  let portal: FakePortal;
  let platform: LoginPlatform;
  let requests: { path: string; form: Record<string, string> }[];

  beforeEach(async () => {
    requests = [];
    portal = await startFakePortal();
    portal.handle('/token', respondJson(TOKENS));
    offer({ end_session_endpoint: END_SESSION, revocation_endpoint: REVOCATION });
    for (const path of [END_SESSION, REVOCATION]) portal.handle(path, respondWith(path, sendNothing));
    platform = await startLoginPlatform({
      OAUTH_ISSUER: portal.issuer,
      OAUTH_CLIENT_ID: 'health-platform',
      OAUTH_CLIENT_SECRET: 'platform-secret',
    });
  });

  afterEach(async () => {
    await platform.close();
    await portal.stop();
  });

  const sendNothing: RequestListener = (_request, response) => response.writeHead(200).end();

  /** Stores the form of each request to a path before it responds. */
  function respondWith(path: string, respond: RequestListener): RequestListener {
    return (request, response) => {
      void text(request).then((body) => {
        requests.push({ path, form: Object.fromEntries(new URLSearchParams(body)) });
        respond(request, response);
      });
    };
  }

  /** Adds endpoints to the discovery document. */
  function offer(endpoints: Readonly<Record<string, string>>): void {
    const addresses = Object.entries(endpoints).map(([name, path]) => [name, `${portal.issuer}${path}`]);
    portal.handle(
      DISCOVERY,
      respondJson({ ...createDiscovery(portal.issuer), ...Object.fromEntries(addresses) }),
    );
  }

  /** Logs a new browser in. @returns the token of its session */
  async function begin(): Promise<string> {
    const browser = new Browser();
    const { redirect = '' } = await browser.get(`${platform.origin}/api/oauth/login`);
    const state = new URL(redirect).searchParams.get('state') ?? '';
    await browser.get(`${platform.origin}/api/oauth/callback?code=abc&state=${state}`);
    const token = browser.cookie(platform.origin, 'session');
    if (token === undefined) throw new Error('the login gave no session');
    return token;
  }

  const callerOf = (token: string) => new PlainCaller(platform.origin, `session=${token}`);

  async function logOut(token: string, procedure = 'auth.logout'): Promise<number> {
    const startedAt = Date.now();
    payload(await callerOf(token).post(procedure));
    const durationMs = Date.now() - startedAt;
    expect(failure(await callerOf(token).get('auth.me'))).toStrictEqual(LOGIN_REQUIRED);
    return durationMs;
  }

  const client = { client_id: 'health-platform', client_secret: 'platform-secret' };
  const revocation = {
    path: REVOCATION,
    form: { token: TOKENS.refresh_token, token_type_hint: 'refresh_token', ...client },
  };
  const endOfSession = {
    path: END_SESSION,
    form: { id_token_hint: TOKENS.id_token, client_id: client.client_id },
  };

  it.each(['auth.logout', 'auth.logoutEverywhere'])(
    'ends the session and revokes the refresh token after %s',
    async (procedure) => {
      const token = await begin();
      expect(requests).toEqual([]);
      await logOut(token, procedure);
      expect(requests).toHaveLength(2);
      expect(requests).toEqual(expect.arrayContaining([revocation, endOfSession]));
    },
  );

  it('revokes the access token if there is no refresh token, and ends no session without an ID token', async () => {
    portal.handle('/token', respondJson({ access_token: TOKENS.access_token, token_type: 'Bearer' }));
    await logOut(await begin());
    const form = { token: TOKENS.access_token, token_type_hint: 'access_token', ...client };
    expect(requests).toEqual([{ path: REVOCATION, form }]);
  });

  it('uses the one endpoint that discovery offers', async () => {
    offer({ end_session_endpoint: END_SESSION });
    await logOut(await begin());
    expect(requests).toEqual([endOfSession]);
  });

  it('is left out if discovery offers neither endpoint', async () => {
    offer({});
    await logOut(await begin());
    expect(requests).toEqual([]);
    expect(platform.logLines.join('')).not.toContain(NOT_LOGGED_OUT);
  });

  it('is left out for a session that has no tokens of the portal', async () => {
    const cookie = await platform.session({ role: 'user' });
    payload(await new PlainCaller(platform.origin, cookie).post('auth.logout'));
    expect(requests).toEqual([]);
  });

  it('is left out if the tokens are too long to be stored', async () => {
    portal.handle('/token', respondJson({ ...TOKENS, id_token: 'x'.repeat(20_000) }));
    const token = await begin();
    expect(await findSealedTokens(platform, token)).toBeNull();
    await logOut(token);
    expect(requests).toEqual([]);
  });

  it('delays the response by at most two seconds, and only once, if the portal does not respond', async () => {
    for (const path of [END_SESSION, REVOCATION]) portal.handle(path, neverRespond);
    const [first, second] = [await begin(), await begin()];
    const durationMs = await logOut(first);
    expect(durationMs).toBeGreaterThan(1_500);
    expect(durationMs).toBeLessThan(3_000);
    expect(await logOut(second)).toBeLessThan(1_000);
    const warnings = platform.logLines.filter((line) => line.includes(NOT_LOGGED_OUT));
    expect(warnings).toHaveLength(1);
  });

  it.each<[string, RequestListener]>([
    ['closes the connection', closeConnection],
    ['returns 500', respondJson({}, 500)],
    ['returns 400', respondJson({ error: 'unsupported_token_type' }, 400)],
  ])('sends the other request too if one endpoint %s', async (_case, respond) => {
    portal.handle(REVOCATION, respond);
    await logOut(await begin());
    expect(requests).toEqual([endOfSession]);
    expect(platform.logLines.filter((line) => line.includes(NOT_LOGGED_OUT))).toHaveLength(1);
  });

  it('does not follow a redirect, and takes it for a success', async () => {
    portal.handle(
      END_SESSION,
      respondWith(END_SESSION, (_request, response) => {
        response.writeHead(302, { location: `${portal.issuer}/elsewhere` }).end();
      }),
    );
    portal.handle('/elsewhere', respondWith('/elsewhere', sendNothing));
    await logOut(await begin());
    expect(requests).toHaveLength(2);
    expect(requests.map(({ path }) => path)).not.toContain('/elsewhere');
    expect(platform.logLines.join('')).not.toContain(NOT_LOGGED_OUT);
  });

  it('does not read an endless response', async () => {
    let timer: NodeJS.Timeout | undefined;
    const sendEndlessBody: RequestListener = (_request, response) => {
      timer = setInterval(() => response.write('x'.repeat(64 * 1024)), 1);
      response.on('close', () => {
        clearInterval(timer);
      });
    };
    portal.handle(END_SESSION, respondWith(END_SESSION, sendEndlessBody));
    expect(await logOut(await begin())).toBeLessThan(1_500);
  });

  it('uses tokens that are stored encrypted, for this session only, and are not logged', async () => {
    const [token, other] = [await begin(), await begin()];
    const sealed = await findSealedTokens(platform, token);
    if (!sealed) throw new Error('the session has no tokens of the portal');
    expect(openPortalTokens(sealed, token)).toEqual({
      idToken: TOKENS.id_token,
      revocable: { token: TOKENS.refresh_token, hint: 'refresh_token' },
    });
    for (const wrong of [other, newSecret(), hashOf(token), '']) {
      expect(() => openPortalTokens(sealed, wrong)).toThrow();
    }
    const again = await findSealedTokens(platform, other);
    expect(again?.equals(sealed)).toBe(false);
    const secrets = [TOKENS.access_token, TOKENS.refresh_token, TOKENS.id_token];
    for (const secret of secrets) expect(sealed.includes(secret)).toBe(false);
    await logOut(token);
    for (const secret of secrets) expect(platform.logLines.join('')).not.toContain(secret);
  });

  it('does not keep a person signed in whose stored tokens were changed', async () => {
    const token = await begin();
    await platform.database.query(`UPDATE session SET portal_tokens = '\\x00'`);
    await logOut(token);
    expect(requests).toEqual([]);
    expect(platform.logLines.join('')).toContain(NOT_LOGGED_OUT);
  });

  it('is of the caller’s session only: the tokens of the account’s other sessions cannot be decrypted', async () => {
    const [token, other] = [await begin(), await begin()];
    await logOut(token, 'auth.logoutEverywhere');
    expect(requests).toHaveLength(2);
    expect(failure(await callerOf(other).get('auth.me'))).toStrictEqual(LOGIN_REQUIRED);
  });
});

describe('the logout at the embedded portal', () => {
  it('revokes the access token of the login', async () => {
    const platform = await startLoginPlatform();
    const { issuer } = await testPortal();
    const discovery = await fetch(`${issuer}/.well-known/openid-configuration`);
    const { userinfo_endpoint: userinfo } = discoverySchema.parse(await discovery.json());
    const session = await logIn({ baseUrl: platform.origin, username: 'user' });
    const sealed = await findSealedTokens(platform, session);
    if (!sealed) throw new Error('the session has no tokens of the portal');
    const { revocable } = openPortalTokens(sealed, session);
    const fetchStatus = async () =>
      (await fetch(userinfo, { headers: { authorization: `Bearer ${revocable.token}` } })).status;
    expect(await fetchStatus()).toBe(200);
    payload(await new PlainCaller(platform.origin, `session=${session}`).post('auth.logout'));
    expect(await fetchStatus()).toBe(401);
    await platform.close();
  });
});
