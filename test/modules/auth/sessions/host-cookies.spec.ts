import { PlainCaller, LOGIN_REQUIRED, badRequest, failure, payload } from '../../../support/plain-caller';
import { type FakePortal, startFakePortal } from '../login/fake-portal';
import { type LoginPlatform, startLoginPlatform } from '../login/login-platform';

const HOST_SESSION = '__Host-session';
const SECURE_ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Lax';
const REPEATED = (name: string) =>
  badRequest(`Cookie: two cookies are named ${name}; send one, or delete this site’s cookies in the browser`);

interface Login {
  readonly status: number;
  readonly body: string;
  readonly cookies: readonly string[];
}

describe.each([
  ['https', 'https://health.example.org'],
  ['http', 'http://health.example.org'],
])('a session cookie on %s', (scheme, PUBLIC_URL) => {
  const isSecure = scheme === 'https';
  let portal: FakePortal;
  let platform: LoginPlatform;
  let anyone: PlainCaller;

  beforeAll(async () => {
    portal = await startFakePortal();
    platform = await startLoginPlatform({ OAUTH_ISSUER: portal.issuer, PUBLIC_URL });
    anyone = new PlainCaller(platform.origin);
  });

  afterAll(async () => {
    await platform.close();
    await portal.stop();
  });

  /** Begins a session. @returns its token */
  const newToken = async (role: 'doctor' | 'ministry' | 'user' = 'user') =>
    (await platform.session({ role })).slice('session='.length);

  const roleOf = async (cookie: string): Promise<unknown> => payload(await anyone.as(cookie).get('auth.me'));

  const request = (path: string, cookie = ''): Promise<Response> =>
    fetch(`${platform.origin}${path}`, { redirect: 'manual', headers: { cookie } });

  /** Starts a login. @returns the state, and the cookies that were set */
  const startLogin = async (cookie = '') => {
    const response = await request('/api/oauth/login', cookie);
    const state = new URL(response.headers.get('location') ?? '').searchParams.get('state') ?? '';
    return { state, cookies: response.headers.getSetCookie() };
  };

  /** Opens the callback. @param cookie the `Cookie` header */
  const openCallback = async (state: string, cookie: string): Promise<Login> => {
    const response = await request(`/api/oauth/callback?code=abc&state=${state}`, cookie);
    return { status: response.status, body: await response.text(), cookies: response.headers.getSetCookie() };
  };

  /** Logs in. @param cookie is sent together with the cookie of the login */
  const logIn = async (cookie = ''): Promise<Login> => {
    const { state, cookies } = await startLogin();
    return openCallback(state, [pairOf(cookies[0]), cookie].filter(Boolean).join('; '));
  };

  it(isSecure ? 'has the prefix __Host- after the login' : 'has no prefix after the login', async () => {
    const { cookies } = await logIn();
    const expected = isSecure
      ? [
          expect.stringMatching(
            new RegExp(`^${HOST_SESSION}=[\\w-]{43}; Max-Age=43200; ${SECURE_ATTRIBUTES}$`),
          ),
          `session=; Max-Age=0; ${SECURE_ATTRIBUTES}`,
        ]
      : [expect.stringMatching(/^session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/)];
    expect(cookies).toEqual(expected);
    expect(await roleOf(pairOf(cookies[0]))).toMatchObject({ role: 'doctor' });
  });

  it('binds the login attempt with a cookie that other hosts of the site cannot set', async () => {
    const { state, cookies } = await startLogin();
    expect(cookies).toEqual([
      isSecure
        ? expect.stringMatching(new RegExp(`^__Host-login=[\\w-]{43}; Max-Age=600; ${SECURE_ATTRIBUTES}$`))
        : expect.stringMatching(/^login=[\w-]{43}; Max-Age=600; Path=\/api\/oauth; HttpOnly; SameSite=Lax$/),
    ]);
    const pair = pairOf(cookies[0]);
    if (isSecure) {
      const withoutPrefix = await openCallback(state, pair.replace('__Host-', ''));
      expect(withoutPrefix).toMatchObject({ status: 400, cookies: [] });
    }
    expect(await openCallback(state, pair)).toMatchObject({ status: 302 });
  });

  it('refuses a login with two cookies of the attempt', async () => {
    const { state, cookies } = await startLogin();
    const pair = pairOf(cookies[0]);
    const refused = await openCallback(state, `${pair}; ${pair.replace(/=.*/, `=${'A'.repeat(43)}`)}`);
    expect(refused).toMatchObject({ status: 400, cookies: [] });
    expect(refused.body).toContain(`two cookies are named ${isSecure ? '__Host-login' : 'login'}`);
    expect(await openCallback(state, pair)).toMatchObject({ status: 302 });
  });

  it('is accepted under the name in the specification, and with the prefix', async () => {
    const token = await newToken('ministry');
    for (const name of ['session', HOST_SESSION])
      expect(await roleOf(`theme=dark; ${name}=${token}; lang=fr`)).toMatchObject({ role: 'ministry' });
  });

  it('with the prefix has priority over one without', async () => {
    const [own, tossed] = [await newToken('doctor'), await newToken('ministry')];
    expect(await roleOf(`session=${tossed}; ${HOST_SESSION}=${own}`)).toMatchObject({ role: 'doctor' });
    expect(await roleOf(`${HOST_SESSION}=${own}; session=${tossed}`)).toMatchObject({ role: 'doctor' });
    expect(await roleOf(`session=${tossed}; session=x; ${HOST_SESSION}=${own}`)).toMatchObject({
      role: 'doctor',
    });
  });

  it('with the prefix that is not valid is refused, whatever one without says', async () => {
    const valid = await newToken();
    const response = await anyone.as(`${HOST_SESSION}=${'A'.repeat(43)}; session=${valid}`).get('auth.me');
    expect(failure(response)).toEqual(LOGIN_REQUIRED);
    expect(response.headers['set-cookie']).toEqual(clearedCookies(isSecure));
  });

  it.each(['session', HOST_SESSION])('named %s is refused twice, on every procedure', async (name) => {
    const [first, second] = [await newToken(), await newToken()];
    for (const cookie of [
      `${name}=${first}; ${name}=${second}`,
      `${name}=${first}; theme=dark;${name}=${first}`,
      `${name}=x; \t${name} = ${second}`,
    ]) {
      const caller = anyone.as(cookie);
      for (const response of [
        await caller.get('auth.me'),
        await caller.get('specialties.list'),
        await caller.post('auth.logout'),
      ]) {
        expect(failure(response)).toEqual(REPEATED(name));
        // Which of them is the browser's own is unknown, so none is cleared.
        expect(response.headers['set-cookie']).toBeUndefined();
      }
    }
    expect(await roleOf(`${name}=${first}`)).toMatchObject({ role: 'user' });
  });

  it('is not confused with cookies of similar names', async () => {
    const token = await newToken('doctor');
    const others = `xsession=x; session2=x; Session=x; __host-session=x; =session=x; __Host-session2=x`;
    expect(await roleOf(`${others}; session=${token}`)).toMatchObject({ role: 'doctor' });
  });

  it('is cleared under both names at logout', async () => {
    const token = await newToken();
    for (const cookie of [`session=${token}`, `${HOST_SESSION}=${await newToken()}`]) {
      const response = await anyone.as(cookie).post('auth.logout');
      expect(payload(response)).toEqual({ success: true });
      expect(response.headers['set-cookie']).toEqual(clearedCookies(isSecure));
      expect(failure(await anyone.as(cookie).get('auth.me'))).toEqual(LOGIN_REQUIRED);
    }
  });

  it('of the previous session ends at the next login, under either name', async () => {
    for (const name of ['session', HOST_SESSION]) {
      const previous = `${name}=${await newToken()}`;
      expect((await logIn(previous)).status).toBe(302);
      expect(failure(await anyone.as(previous).get('auth.me'))).toEqual(LOGIN_REQUIRED);
    }
  });

  it('does not stop a login if another host has set a second one', async () => {
    const [first, second] = [await newToken(), await newToken()];
    const { status, cookies } = await logIn(`session=${first}; session=${second}`);
    expect(status).toBe(302);
    expect(await roleOf(pairOf(cookies[0]))).toMatchObject({ role: 'doctor' });
    // The sessions of others must not end by it.
    expect(await roleOf(`session=${first}`)).toMatchObject({ role: 'user' });
  });

  it('with the prefix and an access token together are refused', async () => {
    const response = await fetch(`${platform.origin}/api/trpc/specialties.list`, {
      headers: { cookie: `${HOST_SESSION}=${await newToken()}`, authorization: 'Bearer x' },
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('not both');
  });
});

/** Returns name and value of a `Set-Cookie` header. */
function pairOf(header = ''): string {
  return header.split(';', 1)[0] ?? '';
}

/** On http, browsers refuse cookies with the prefix, and so also their deletion. */
function clearedCookies(isSecure: boolean): string[] {
  return isSecure
    ? [`${HOST_SESSION}=; Max-Age=0; ${SECURE_ATTRIBUTES}`, `session=; Max-Age=0; ${SECURE_ATTRIBUTES}`]
    : ['session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'];
}
