import { Browser, type Page } from '../../../../dev/login/browser';
import { authorize, logIn, sendConsent, signIn } from '../../../../dev/login/login-flow';
import { type LoginPlatform, startLoginPlatform } from './login-platform';

describe('login through the portal', () => {
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

  const loginOptions = (username = 'user', returnTo?: string) => ({
    baseUrl: platform.origin,
    username,
    ...(returnTo !== undefined && { returnTo }),
  });

  const countSessions = (): Promise<unknown> => platform.database.query('SELECT count(*) FROM session');

  const fetchMe = async (session: string): Promise<{ status: number; body: unknown }> => {
    const headers = { cookie: `session=${session}` };
    const response = await fetch(`${platform.origin}/api/trpc/auth.me`, { headers });
    return { status: response.status, body: await response.json() };
  };

  /** Checks that the response is an HTML page with this status and text, and that no session was created. */
  const expectRefusal = (page: Page, status: number, text: string): void => {
    expect(page.status).toBe(status);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.body).toContain(text);
    expect(browser.cookie(platform.origin, 'session')).toBeUndefined();
  };

  it('gives each demonstration account its role', async () => {
    for (const username of [
      'user',
      'doctor',
      'doctor.ke',
      'pharmacist',
      'ministry',
      'ministry.ke',
      'admin',
    ]) {
      const user = { role: username.replace('.ke', ''), email: `${username}@example.org` };
      const { status, body } = await fetchMe(await logIn(loginOptions(username)));
      expect(status).toBe(200);
      expect(body).toMatchObject({ result: { data: { json: user } } });
    }
  });

  it('stores the country of the profile in the account', async () => {
    await logIn(loginOptions('ministry.ke'));
    await logIn(loginOptions('ministry'));
    await logIn(loginOptions('doctor'));
    const countries = await platform.database.query<{ subject: string; country: string | null }[]>(
      'SELECT subject, country FROM account',
    );
    expect(Object.fromEntries(countries.map(({ subject, country }) => [subject, country]))).toMatchObject({
      'ministry.ke': 'KE',
      ministry: '*',
      doctor: null,
    });
  });

  it('redirects to the portal with PKCE, a state, and a redirect address from PUBLIC_URL', async () => {
    const { redirect = '' } = await browser.get(`${platform.origin}/api/oauth/login`);
    const query = new URL(redirect).searchParams;
    expect(query.get('response_type')).toBe('code');
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(query.get('state')).toMatch(/^[\w-]{43}$/);
    expect(query.get('redirect_uri')).toBe(`${platform.origin}/api/oauth/callback`);
  });

  it('ignores X-Forwarded-Host in the redirect address', async () => {
    const response = await fetch(`${platform.origin}/api/oauth/login`, {
      redirect: 'manual',
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    const query = new URL(response.headers.get('location') ?? '').searchParams;
    expect(query.get('redirect_uri')).toBe(`${platform.origin}/api/oauth/callback`);
  });

  it('sets an HttpOnly, SameSite=Lax cookie for all paths, and stores only its hash', async () => {
    const page = await browser.get(await authorize(browser, loginOptions()));
    const cookie = page.headers.getSetCookie().find((header) => header.startsWith('session='));
    expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = browser.cookie(platform.origin, 'session') ?? '';
    const findByToken = 'SELECT * FROM session WHERE token_hash = $1';
    expect(await platform.database.query<unknown>(findByToken, [token])).toEqual([]);
  });

  it('sets a Secure cookie if PUBLIC_URL is https', async () => {
    const other = await startLoginPlatform({ PUBLIC_URL: 'https://health.example.org' });
    const response = await fetch(`${other.origin}/api/oauth/login`, { redirect: 'manual' });
    expect(response.headers.getSetCookie()[0]).toMatch(/; Secure/);
    await other.close();
  });

  it('redirects to returnTo after the login', async () => {
    const page = await browser.get(await authorize(browser, loginOptions('user', '/somewhere?a=1')));
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
  ])('returns 400 for the returnTo %j', async (returnTo) => {
    const query = new URLSearchParams({ returnTo });
    const page = await browser.get(`${platform.origin}/api/oauth/login?${query.toString()}`);
    expectRefusal(page, 400, 'leads to another site');
  });

  it('creates a session at every login and ends the previous one', async () => {
    const first = await authorize(browser, loginOptions());
    await browser.get(first);
    const previous = browser.cookie(platform.origin, 'session') ?? '';
    await browser.get(await authorize(browser, loginOptions()));
    const current = browser.cookie(platform.origin, 'session') ?? '';
    expect(current).not.toBe(previous);
    expect((await fetchMe(previous)).status).toBe(401);
    expect((await fetchMe(current)).status).toBe(200);
  });

  it.each([
    ['a forged state', { state: 'x'.repeat(43) }, 'has expired, was used before'],
    ['no state', { state: null }, 'did not come from here'],
    ['no code', { code: null }, 'did not come from here'],
    ['no parameters', { code: null, state: null, iss: null }, 'did not come from here'],
    ['another issuer', { iss: 'https://evil.example' }, 'did not come from here'],
    ['a forged code', { code: 'forged' }, 'no longer accepts'],
  ])('returns 400 for a callback with %s', async (_case, changes, text) => {
    const callback = new URL(await authorize(browser, loginOptions()));
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) callback.searchParams.delete(name);
      else callback.searchParams.set(name, value);
    }
    expectRefusal(await browser.get(callback.href), 400, text);
  });

  it('returns 400 for repeated parameters', async () => {
    const callback = await authorize(browser, loginOptions());
    expectRefusal(await browser.get(`${callback}&state=a&code=b`), 400, 'did not come from here');
  });

  it('returns 400 for a used state', async () => {
    const callback = await authorize(browser, loginOptions());
    await browser.get(callback);
    const before = await countSessions();
    const replayed = await browser.get(callback);
    expect(replayed.status).toBe(400);
    expect(await countSessions()).toEqual(before);
  });

  it('accepts one of two simultaneous callbacks with the same state', async () => {
    const callback = await authorize(browser, loginOptions());
    const pages = await Promise.all([browser.get(callback), browser.get(callback)]);
    expect(pages.map(({ status }) => status).sort()).toEqual([302, 400]);
  });

  it('returns 400 for an expired state', async () => {
    const callback = await authorize(browser, loginOptions());
    await platform.database.query(`UPDATE login_attempt SET expires_at = now() - interval '1 second'`);
    expectRefusal(await browser.get(callback), 400, 'has expired, was used before');
  });

  it('returns 400 for the state of another browser, which can still use it', async () => {
    const callback = await authorize(browser, loginOptions());
    const otherBrowser = new Browser();
    const page = await otherBrowser.get(callback);
    expect(page.status).toBe(400);
    expect(otherBrowser.cookie(platform.origin, 'session')).toBeUndefined();
    expect((await browser.get(callback)).status).toBe(302);
  });

  it('returns 400 for the state of another browser after an own login attempt', async () => {
    const callback = await authorize(browser, loginOptions());
    const otherBrowser = new Browser();
    await otherBrowser.get(`${platform.origin}/api/oauth/login`);
    expect((await otherBrowser.get(callback)).status).toBe(400);
  });

  it('completes a login after another tab has started one', async () => {
    const first = await authorize(browser, loginOptions());
    await browser.get(`${platform.origin}/api/oauth/login`);
    expect((await browser.get(first)).status).toBe(302);
  });

  it('returns 403 if the user refuses consent', async () => {
    const callback = await sendConsent(browser, await signIn(browser, loginOptions()), 'refuse');
    expectRefusal(await browser.get(callback), 403, 'did not allow');
  });

  it('does not log in with a wrong password', async () => {
    const page = await signIn(browser, { ...loginOptions(), password: 'wrong' });
    expect(page.url).not.toContain(platform.origin);
    expect(page.body).toMatch(/<form/);
  });

  it('ends the session and clears the cookie at logout', async () => {
    const session = await logIn(loginOptions());
    const response = await fetch(`${platform.origin}/api/trpc/auth.logout`, {
      method: 'POST',
      headers: { cookie: `session=${session}` },
    });
    expect(await response.json()).toEqual({ result: { data: { json: { success: true } } } });
    expect(response.headers.getSetCookie()[0]).toMatch(/^session=; Max-Age=0; Path=\//);
    expect((await fetchMe(session)).status).toBe(401);
  });

  it('returns 429 if an address starts too many logins in a minute', async () => {
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
    const callback = await authorize(browser, loginOptions());
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
