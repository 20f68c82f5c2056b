import { Browser, type Page } from '../../../../dev/browser/browser';
import { type Behaviour, type BrokenPortal, DISCOVERY, json, startBrokenPortal } from './broken-portal';
import { type LoginPlatform, startLoginPlatform } from './login-platform';

const silent: Behaviour = () => undefined;
const cut: Behaviour = (request) => request.socket.destroy();
const page: Behaviour = (_request, response) => response.end('<html>Welcome</html>');
const endless: Behaviour = (_request, response) => {
  const timer = setInterval(() => response.write('x'.repeat(64 * 1024)), 1);
  response.on('close', () => {
    clearInterval(timer);
  });
};
const elsewhere: Behaviour = (_request, response) => {
  response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
};

describe('a portal that fails', () => {
  let portal: BrokenPortal;
  let platform: LoginPlatform;
  let browser: Browser;

  beforeEach(async () => {
    portal = await startBrokenPortal();
    platform = await startLoginPlatform({ OAUTH_ISSUER: portal.issuer });
    browser = new Browser();
  });

  afterEach(async () => {
    await portal.stop();
    await platform.close();
  });

  const begin = (): Promise<Page> => browser.get(`${platform.origin}/api/oauth/login`);

  /** Comes back from the portal with a code, as if somebody had signed in there. */
  const comeBack = async (): Promise<Page> => {
    const { redirect = '' } = await begin();
    const state = new URL(redirect).searchParams.get('state') ?? '';
    return browser.get(`${platform.origin}/api/oauth/callback?code=abc&state=${state}`);
  };

  const expectBadGateway = (answer: Page): void => {
    expect(answer.status).toBe(502);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.body).toContain('The identity portal does not answer as it should');
    expect(browser.cookie(platform.origin, 'session')).toBeUndefined();
  };

  it('signs in when nothing is wrong with it', async () => {
    expect((await comeBack()).status).toBe(302);
    expect(browser.cookie(platform.origin, 'session')).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    ['cuts the connection', cut],
    ['answers a page', page],
    ['answers without end', endless],
    ['answers an error', json({ error: 'server_error' }, 500)],
    ['answers an array', json([])],
    ['answers null', json(null)],
    ['sends the platform elsewhere', elsewhere],
    ['lacks endpoints', json({ issuer: 'http://127.0.0.1' })],
  ])('is a 502 at the start of a login when its discovery %s', async (_name, behaviour) => {
    portal.behave(DISCOVERY, behaviour);
    expectBadGateway(await begin());
  });

  it('is a 502 when it calls itself by another issuer', async () => {
    portal.behave(
      DISCOVERY,
      json({
        issuer: 'https://other.example',
        authorization_endpoint: `${portal.issuer}/authorize`,
        token_endpoint: `${portal.issuer}/token`,
        userinfo_endpoint: `${portal.issuer}/userinfo`,
      }),
    );
    expectBadGateway(await begin());
  });

  it('is found again after its discovery failed', async () => {
    portal.behave(DISCOVERY, cut);
    expectBadGateway(await begin());
    portal.behave(DISCOVERY, (request, response) => {
      json({
        issuer: portal.issuer,
        authorization_endpoint: `${portal.issuer}/authorize`,
        token_endpoint: `${portal.issuer}/token`,
        userinfo_endpoint: `${portal.issuer}/userinfo`,
      })(request, response);
    });
    expect((await begin()).status).toBe(302);
  });

  it('is a 502 when it is down', async () => {
    await portal.stop();
    expectBadGateway(await begin());
  });

  it.each([
    ['cuts the connection', cut],
    ['answers a page', page],
    ['answers without end', endless],
    ['gives no token', json({})],
    ['gives a token that is no text', json({ access_token: 7 })],
    ['does not know the platform', json({ error: 'invalid_client' }, 401)],
    ['fails', json({}, 503)],
  ])('is a 502 at the callback when its token endpoint %s', async (_name, behaviour) => {
    portal.behave('/token', behaviour);
    expectBadGateway(await comeBack());
  });

  it.each([
    ['cuts the connection', cut],
    ['answers a page', page],
    ['answers without end', endless],
    ['refuses', json({ error: 'invalid_token' }, 401)],
    ['names nobody', json({ name: 'Nobody' })],
    ['names nobody usable', json({ sub: 'a\0b' })],
    ['answers an array', json(['sub'])],
  ])('is a 502 at the callback when its profile %s', async (_name, behaviour) => {
    portal.behave('/userinfo', behaviour);
    expectBadGateway(await comeBack());
  });

  it('gives a page within ten seconds when it is silent from the start', async () => {
    portal.behave(DISCOVERY, silent);
    const start = Date.now();
    expectBadGateway(await begin());
    expect(Date.now() - start).toBeLessThan(10_000);
  });

  it('gives a page within ten seconds in all when it is slow with the token and silent with the profile', async () => {
    portal.behave('/token', (request, response) => {
      setTimeout(() => {
        json({ access_token: 'a-token' })(request, response);
      }, 4_000);
    });
    portal.behave('/userinfo', silent);
    await begin();
    const start = Date.now();
    expectBadGateway(await comeBack());
    expect(Date.now() - start).toBeLessThan(10_000);
  });

  it.each([
    ['a country that is none', { country: 'Kenya' }, 'country'],
    ['a country that is a list', { country: ['KE'] }, 'country'],
    ['a role that is an object', { role: { name: 'doctor' } }, 'role'],
  ])('refuses a login with %s', async (_name, claims, word) => {
    portal.behave('/userinfo', json({ sub: 'somebody', ...claims }));
    const answer = await comeBack();
    expect(answer.status).toBe(403);
    expect(answer.body).toContain(`record of your ${word} cannot be read`);
    expect(browser.cookie(platform.origin, 'session')).toBeUndefined();
  });

  it.each([
    ['server_error', 502],
    ['temporarily_unavailable', 502],
    ['invalid_request', 400],
    ['access_denied', 403],
  ])('answers the error %s with status %d', async (error, status) => {
    const answer = await browser.get(`${platform.origin}/api/oauth/callback?error=${error}`);
    expect(answer.status).toBe(status);
    expect(browser.cookie(platform.origin, 'session')).toBeUndefined();
  });

  it('shows no words of the portal', async () => {
    const query = new URLSearchParams({ error: 'access_denied', error_description: '<b>Call 555-1234</b>' });
    const answer = await browser.get(`${platform.origin}/api/oauth/callback?${query.toString()}`);
    expect(answer.body).not.toContain('555-1234');
  });

  it('takes a changed role, country and name at the next login', async () => {
    await comeBack();
    portal.behave('/userinfo', json({ sub: 'somebody', name: 'New Name', role: 'ministry', country: '*' }));
    await comeBack();
    const accounts: unknown[] = await platform.database.query(
      'SELECT name, role, country, email FROM account',
    );
    expect(accounts).toEqual([{ name: 'New Name', role: 'ministry', country: '*', email: '' }]);
  });

  it('lets an idle session end, and an absolute one', async () => {
    await comeBack();
    const call = () =>
      fetch(`${platform.origin}/api/trpc/auth.me`, {
        headers: { cookie: `session=${browser.cookie(platform.origin, 'session') ?? ''}` },
      });
    expect((await call()).status).toBe(200);
    await platform.database.query(`UPDATE session SET last_seen_at = now() - interval '119 minutes'`);
    expect((await call()).status).toBe(200);
    const [{ idle }] = await platform.database.query<[{ idle: boolean }]>(
      `SELECT last_seen_at < now() - interval '1 minute' AS idle FROM session`,
    );
    expect(idle).toBe(false);
    await platform.database.query(`UPDATE session SET last_seen_at = now() - interval '121 minutes'`);
    expect((await call()).status).toBe(401);
    await platform.database.query(`UPDATE session SET last_seen_at = now(), expires_at = now()`);
    expect((await call()).status).toBe(401);
  });
});
