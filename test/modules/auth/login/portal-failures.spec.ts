import type { RequestListener } from 'node:http';
import { Browser, type Page } from '../../../../dev/login/browser';
import {
  DISCOVERY,
  type FakePortal,
  closeConnection,
  createDiscovery,
  neverRespond,
  respondJson,
  sendPage,
  startFakePortal,
} from './fake-portal';
import { type LoginPlatform, startLoginPlatform } from './login-platform';

const sendEndlessBody: RequestListener = (_request, response) => {
  const timer = setInterval(() => response.write('x'.repeat(64 * 1024)), 1);
  response.on('close', () => {
    clearInterval(timer);
  });
};
const redirectElsewhere: RequestListener = (_request, response) => {
  response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
};

/** Failures of any endpoint of the portal. */
const BROKEN_ENDPOINTS: [string, RequestListener][] = [
  ['closes the connection', closeConnection],
  ['returns a web page', sendPage],
  ['returns an endless body', sendEndlessBody],
];

describe('login while the portal fails', () => {
  let portal: FakePortal;
  let platform: LoginPlatform;
  let browser: Browser;

  beforeEach(async () => {
    portal = await startFakePortal();
    platform = await startLoginPlatform({ OAUTH_ISSUER: portal.issuer });
    browser = new Browser();
  });

  afterEach(async () => {
    await portal.stop();
    await platform.close();
  });

  const startLogin = (): Promise<Page> => browser.get(`${platform.origin}/api/oauth/login`);

  /** Starts a login and requests the callback with a code, as after a login at the portal. */
  const completeLogin = async (): Promise<Page> => {
    const { redirect = '' } = await startLogin();
    const state = new URL(redirect).searchParams.get('state') ?? '';
    return browser.get(`${platform.origin}/api/oauth/callback?code=abc&state=${state}`);
  };

  const expectBadGateway = (response: Page): void => {
    expect(response.status).toBe(502);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(response.body).toContain('The identity portal does not answer as it should');
    expect(browser.cookie(platform.origin, 'session')).toBeUndefined();
  };

  it('logs in if the portal works', async () => {
    expect((await completeLogin()).status).toBe(302);
    expect(browser.cookie(platform.origin, 'session')).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    ...BROKEN_ENDPOINTS,
    ['returns an error', respondJson({ error: 'server_error' }, 500)],
    ['returns an array', respondJson([])],
    ['returns null', respondJson(null)],
    ['redirects to another site', redirectElsewhere],
    ['returns no endpoints', respondJson({ issuer: 'http://127.0.0.1' })],
  ])('returns 502 at the start of a login if discovery %s', async (_case, handler) => {
    portal.handle(DISCOVERY, handler);
    expectBadGateway(await startLogin());
  });

  it('returns 502 if discovery returns another issuer', async () => {
    const discovery = { ...createDiscovery(portal.issuer), issuer: 'https://other.example' };
    portal.handle(DISCOVERY, respondJson(discovery));
    expectBadGateway(await startLogin());
  });

  it('starts a login if discovery succeeds after a failure', async () => {
    portal.handle(DISCOVERY, closeConnection);
    expectBadGateway(await startLogin());
    portal.handle(DISCOVERY, respondJson(createDiscovery(portal.issuer)));
    expect((await startLogin()).status).toBe(302);
  });

  it('returns 502 if the portal is down', async () => {
    await portal.stop();
    expectBadGateway(await startLogin());
  });

  it.each([
    ...BROKEN_ENDPOINTS,
    ['returns no token', respondJson({})],
    ['returns a token that no header can carry', respondJson({ access_token: 'a\0' })],
    ['returns a token that is a number', respondJson({ access_token: 7 })],
    ['returns invalid_client', respondJson({ error: 'invalid_client' }, 401)],
    ['returns 503', respondJson({}, 503)],
  ])('returns 502 at the callback if the token endpoint %s', async (_case, handler) => {
    portal.handle('/token', handler);
    expectBadGateway(await completeLogin());
  });

  it.each([
    ...BROKEN_ENDPOINTS,
    ['returns 401', respondJson({ error: 'invalid_token' }, 401)],
    ['returns no subject', respondJson({ name: 'Nobody' })],
    ['returns a subject with a NUL character', respondJson({ sub: 'a\0b' })],
    ['returns an array', respondJson(['sub'])],
  ])('returns 502 at the callback if the userinfo endpoint %s', async (_case, handler) => {
    portal.handle('/userinfo', handler);
    expectBadGateway(await completeLogin());
  });

  it('responds within ten seconds if discovery never responds', async () => {
    portal.handle(DISCOVERY, neverRespond);
    const start = Date.now();
    expectBadGateway(await startLogin());
    expect(Date.now() - start).toBeLessThan(10_000);
  });

  it('responds within ten seconds if the token endpoint is slow and userinfo never responds', async () => {
    const respond = respondJson({ access_token: 'a-token' });
    portal.handle('/token', (...call) => void setTimeout(respond, 4_000, ...call));
    portal.handle('/userinfo', neverRespond);
    await startLogin();
    const start = Date.now();
    expectBadGateway(await completeLogin());
    expect(Date.now() - start).toBeLessThan(10_000);
  });

  it.each([
    ['an unknown country', { country: 'Kenya' }, 'country'],
    ['a country that is a list', { country: ['KE'] }, 'country'],
    ['a role that is an object', { role: { name: 'doctor' } }, 'role'],
  ])('returns 403 if the profile has %s', async (_case, claims, claim) => {
    portal.handle('/userinfo', respondJson({ sub: 'somebody', ...claims }));
    const response = await completeLogin();
    expect(response.status).toBe(403);
    expect(response.body).toContain(`record of your ${claim} cannot be read`);
    expect(browser.cookie(platform.origin, 'session')).toBeUndefined();
  });

  it.each([
    ['server_error', 400],
    ['temporarily_unavailable', 400],
    ['invalid_request', 400],
    ['access_denied', 403],
  ])('returns for the portal error %s the status %d', async (error, status) => {
    const response = await browser.get(`${platform.origin}/api/oauth/callback?error=${error}`);
    expect(response.status).toBe(status);
    expect(browser.cookie(platform.origin, 'session')).toBeUndefined();
  });

  it('does not show the portal’s error_description', async () => {
    const query = new URLSearchParams({ error: 'access_denied', error_description: '<b>Call 555-1234</b>' });
    const response = await browser.get(`${platform.origin}/api/oauth/callback?${query.toString()}`);
    expect(response.body).not.toContain('555-1234');
  });

  it('updates role, country and name at the next login', async () => {
    await completeLogin();
    const changed = { name: 'New Name', role: 'ministry', country: '*' };
    portal.handle('/userinfo', respondJson({ sub: 'somebody', ...changed }));
    await completeLogin();
    const accounts: unknown = await platform.database.query('SELECT name, role, country, email FROM account');
    expect(accounts).toEqual([{ ...changed, email: '' }]);
  });

  it('returns 401 after the idle and after the absolute lifetime of a session', async () => {
    await completeLogin();
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
