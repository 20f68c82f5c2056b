import { Browser, type Page } from '../../../../dev/browser/browser';
import { authorize, logIn, refuseConsent, signIn } from '../../../../dev/browser/login-flow';
import { type LoginPlatform, startLoginPlatform } from './login-platform';

describe('signing in through the portal', () => {
  let platform: LoginPlatform;
  let browser: Browser;

  beforeAll(async () => {
    platform = await startLoginPlatform();
  });

  beforeEach(() => {
    browser = new Browser();
  });

  afterAll(async () => {
    await platform.close();
  });

  const login = (username: string, returnTo?: string) => ({
    baseUrl: platform.origin,
    username,
    ...(returnTo !== undefined && { returnTo }),
  });

  const sessions = async (): Promise<number> => {
    const [{ count }] = await platform.database.query<[{ count: number }]>(
      'SELECT count(*)::int AS count FROM session',
    );
    return count;
  };

  const me = async (session: string): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(`${platform.origin}/api/trpc/auth.me`, {
      headers: { cookie: `session=${session}` },
    });
    return { status: response.status, body: await response.json() };
  };

  /** Whatever goes wrong with a login: a page for people, the status, and no session. */
  const expectRefusal = (page: Page, status: number, text: string): void => {
    expect(page.status).toBe(status);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.body).toContain(text);
    expect(browser.cookie(platform.origin, 'session')).toBeUndefined();
  };

  it('gives each of the seven accounts its role', async () => {
    const roles: Record<string, string> = {
      user: 'user',
      doctor: 'doctor',
      'doctor.ke': 'doctor',
      pharmacist: 'pharmacist',
      ministry: 'ministry',
      'ministry.ke': 'ministry',
      admin: 'admin',
    };
    for (const [username, role] of Object.entries(roles)) {
      const { status, body } = await me(await logIn(login(username)));
      expect(status).toBe(200);
      expect(body).toMatchObject({ result: { data: { json: { role, email: `${username}@example.org` } } } });
    }
  });

  it('ties accounts to the country that the portal says', async () => {
    await logIn(login('ministry.ke'));
    await logIn(login('ministry'));
    await logIn(login('doctor'));
    const countries = await platform.database.query<{ subject: string; country: string | null }[]>(
      'SELECT subject, country FROM account',
    );
    expect(Object.fromEntries(countries.map(({ subject, country }) => [subject, country]))).toMatchObject({
      'ministry.ke': 'KE',
      ministry: '*',
      doctor: null,
    });
  });

  it('asks the portal for a code with PKCE and a state, for a redirect address from PUBLIC_URL', async () => {
    const { redirect = '' } = await browser.get(`${platform.origin}/api/oauth/login`);
    const query = new URL(redirect).searchParams;
    expect(query.get('response_type')).toBe('code');
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(query.get('state')).toMatch(/^[\w-]{43}$/);
    expect(query.get('redirect_uri')).toBe(`${platform.origin}/api/oauth/callback`);
  });

  it('does not take the redirect address from the Host header', async () => {
    const response = await fetch(`${platform.origin}/api/oauth/login`, {
      redirect: 'manual',
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    const query = new URL(response.headers.get('location') ?? '').searchParams;
    expect(query.get('redirect_uri')).toBe(`${platform.origin}/api/oauth/callback`);
  });

  it('sets an HttpOnly, SameSite=Lax cookie for all paths, and stores only its hash', async () => {
    const page = await browser.get(await authorize(browser, login('user')));
    const cookie = page.headers.getSetCookie().find((header) => header.startsWith('session='));
    expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = browser.cookie(platform.origin, 'session') ?? '';
    const stored: unknown[] = await platform.database.query('SELECT * FROM session WHERE token_hash = $1', [
      token,
    ]);
    expect(stored).toEqual([]);
  });

  it('marks the cookie Secure where the platform is reached by https', async () => {
    const other = await startLoginPlatform({ PUBLIC_URL: 'https://health.example.org' });
    const response = await fetch(`${other.origin}/api/oauth/login`, { redirect: 'manual' });
    expect(response.headers.getSetCookie()[0]).toMatch(/; Secure/);
    await other.close();
  });

  it('returns to the path that was asked for', async () => {
    const page = await browser.get(await authorize(browser, login('user', '/somewhere?a=1')));
    expect(page.redirect).toBe(`${platform.origin}/somewhere?a=1`);
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/./\\evil.example',
    'evil',
    'javascript:alert(1)',
  ])('refuses to return to %j', async (returnTo) => {
    const query = new URLSearchParams({ returnTo });
    const page = await browser.get(`${platform.origin}/api/oauth/login?${query.toString()}`);
    expectRefusal(page, 400, 'leads to another site');
  });

  it('begins a new session at every login and ends the one before', async () => {
    const first = await authorize(browser, login('user'));
    await browser.get(first);
    const old = browser.cookie(platform.origin, 'session') ?? '';
    await browser.get(await authorize(browser, login('user')));
    const fresh = browser.cookie(platform.origin, 'session') ?? '';
    expect(fresh).not.toBe(old);
    expect((await me(old)).status).toBe(401);
    expect((await me(fresh)).status).toBe(200);
  });

  it('refuses a forged state', async () => {
    const callback = new URL(await authorize(browser, login('user')));
    callback.searchParams.set('state', 'x'.repeat(43));
    expectRefusal(await browser.get(callback.href), 400, 'has expired, was used before');
  });

  it('refuses a missing state, a missing code and an empty callback', async () => {
    for (const missing of [['state'], ['code'], ['code', 'state', 'iss']]) {
      const callback = new URL(await authorize(browser, login('user')));
      for (const name of missing) callback.searchParams.delete(name);
      expectRefusal(await browser.get(callback.href), 400, 'did not come from here');
    }
  });

  it('refuses the answer of another issuer', async () => {
    const callback = new URL(await authorize(browser, login('user')));
    callback.searchParams.set('iss', 'https://evil.example');
    expectRefusal(await browser.get(callback.href), 400, 'did not come from here');
  });

  it('refuses parameters that are sent twice', async () => {
    const callback = await authorize(browser, login('user'));
    expectRefusal(await browser.get(`${callback}&state=a&code=b`), 400, 'did not come from here');
  });

  it('refuses a state that was used before', async () => {
    const callback = await authorize(browser, login('user'));
    await browser.get(callback);
    const before = await sessions();
    const replayed = await browser.get(callback);
    expect(replayed.status).toBe(400);
    expect(await sessions()).toBe(before);
  });

  it('accepts one of two callbacks with one state that arrive at once', async () => {
    const callback = await authorize(browser, login('user'));
    const pages = await Promise.all([browser.get(callback), browser.get(callback)]);
    expect(pages.map(({ status }) => status).sort()).toEqual([302, 400]);
  });

  it('refuses a state that has expired', async () => {
    const callback = await authorize(browser, login('user'));
    await platform.database.query(`UPDATE login_attempt SET expires_at = now() - interval '1 second'`);
    expectRefusal(await browser.get(callback), 400, 'has expired, was used before');
  });

  it("refuses another browser's state and leaves it to its own browser", async () => {
    const callback = await authorize(browser, login('user'));
    const stranger = new Browser();
    const page = await stranger.get(callback);
    expect(page.status).toBe(400);
    expect(stranger.cookie(platform.origin, 'session')).toBeUndefined();
    expect((await browser.get(callback)).status).toBe(302);
  });

  it("refuses another browser's state to a browser that has begun a login of its own", async () => {
    const callback = await authorize(browser, login('user'));
    const stranger = new Browser();
    await stranger.get(`${platform.origin}/api/oauth/login`);
    expect((await stranger.get(callback)).status).toBe(400);
  });

  it('finishes a login although another tab of the browser has begun one since', async () => {
    const first = await authorize(browser, login('user'));
    await browser.get(`${platform.origin}/api/oauth/login`);
    expect((await browser.get(first)).status).toBe(302);
  });

  it('shows a page when consent is refused', async () => {
    expectRefusal(await browser.get(await refuseConsent(browser, login('user'))), 403, 'did not allow');
  });

  it('refuses a code that the portal did not give', async () => {
    const callback = new URL(await authorize(browser, login('user')));
    callback.searchParams.set('code', 'forged');
    expectRefusal(await browser.get(callback.href), 400, 'no longer accepts');
  });

  it('lets nobody in with a wrong password', async () => {
    const page = await signIn(browser, { ...login('user'), password: 'wrong' });
    expect(page.url).not.toContain(platform.origin);
    expect(page.body).toMatch(/<form/);
  });

  it('logs out by ending the session and clearing the cookie', async () => {
    const session = await logIn(login('user'));
    const response = await fetch(`${platform.origin}/api/trpc/auth.logout`, {
      method: 'POST',
      headers: { cookie: `session=${session}` },
    });
    expect(await response.json()).toEqual({ result: { data: { json: { success: true } } } });
    expect(response.headers.getSetCookie()[0]).toMatch(/^session=; Max-Age=0; Path=\//);
    expect((await me(session)).status).toBe(401);
  });

  it('bounds how many logins one address begins in a minute', async () => {
    const strict = await startLoginPlatform({ LOGIN_ATTEMPTS_PER_MINUTE: '2' });
    const begin = () => browser.get(`${strict.origin}/api/oauth/login`);
    await begin();
    await begin();
    const third = await begin();
    expect(third.status).toBe(429);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(third.body).toContain('Too many sign-ins were begun from here');
    await strict.close();
  });

  it('logs no token, code, state or cookie', async () => {
    const callback = await authorize(browser, login('user'));
    await browser.get(callback);
    await browser.get(callback);
    const { searchParams } = new URL(callback);
    const secrets = [
      searchParams.get('code'),
      searchParams.get('state'),
      browser.cookie(platform.origin, 'session'),
      browser.cookie(`${platform.origin}/api/oauth/`, 'login'),
    ];
    const log = platform.logLines.join('');
    for (const secret of secrets) expect(log).not.toContain(secret ?? 'a secret that is missing');
  });
});
