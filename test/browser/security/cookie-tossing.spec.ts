import { createServer } from 'node:http';
import type { Server as TlsServer } from 'node:tls';
import type { Page } from 'playwright-core';
import { findFreePort } from '../../../dev/stack/ports';
import { type FakePortal, startFakePortal } from '../../modules/auth/login/fake-portal';
import { type LoginPlatform, startLoginPlatform } from '../../modules/auth/login/login-platform';
import { closeServer, listenOnLoopback } from '../../support/loopback';
import type { BrowserSession } from '../browser-session';
import { SuiteBrowser } from '../suite-browser';
import { createCertificate, startTlsProxy } from './tls-proxy';

const HOST = 'health.test';
/** May set cookies for `HOST`, because both belong to one site. */
const SIBLING_HOST = `blog.${HOST}`;

describe('cookies that another host of the site sets', () => {
  const browser = new SuiteBrowser(['--host-resolver-rules=MAP *.test 127.0.0.1']);
  const proxies: TlsServer[] = [];
  let tossed: string[] = [];
  const sibling = createServer((_request, response) => {
    response.setHeader('set-cookie', tossed);
    response.end('A blog');
  });
  let portal: FakePortal;
  let platform: LoginPlatform;
  let origin: string;
  let siblingOrigin: string;

  beforeAll(async () => {
    portal = await startFakePortal();
    // Signs everybody in as the same doctor, without a form.
    portal.handle('/authorize', ({ url = '' }, response) => {
      const { searchParams } = new URL(url, portal.issuer);
      const callback = new URL(searchParams.get('redirect_uri') ?? '');
      callback.search = new URLSearchParams({
        code: 'abc',
        state: searchParams.get('state') ?? '',
      }).toString();
      response.writeHead(302, { location: callback.href }).end();
    });
    const [port, siblingPort] = [await findFreePort(), await findFreePort()];
    origin = `https://${HOST}:${port}`;
    siblingOrigin = `https://${SIBLING_HOST}:${siblingPort}`;
    platform = await startLoginPlatform({ OAUTH_ISSUER: portal.issuer, PUBLIC_URL: origin });
    const certificate = await createCertificate(HOST);
    proxies.push(await startTlsProxy(port, platform.origin, certificate));
    proxies.push(await startTlsProxy(siblingPort, await listenOnLoopback(sibling), certificate));
  });

  afterAll(async () => {
    for (const proxy of proxies) proxy.close();
    await closeServer(sibling);
    await platform.close();
    await portal.stop();
  });

  const createSession = (): Promise<BrowserSession> =>
    browser.createSession({ baseURL: origin, ignoreHTTPSErrors: true });

  /** Begins the attacker's own session. @returns its token */
  const beginAttackersSession = async (): Promise<string> =>
    (await platform.session({ role: 'ministry' })).slice('session='.length);

  /** Opens the sibling host, which sets these cookies for the whole site. */
  const toss = async (page: Page, ...pairs: readonly string[]): Promise<void> => {
    tossed = pairs.map((pair) => `${pair}; Domain=${HOST}; Path=/; Secure`);
    await page.goto(siblingOrigin);
  };

  const names = async ({ context }: BrowserSession): Promise<string[]> =>
    (await context.cookies(origin)).map(({ name }) => name).sort();

  /** Calls a procedure from the start page. */
  const call = async (page: Page, procedure: string, method: string): Promise<unknown> => {
    await page.goto(`${origin}/`);
    return page.evaluate<unknown>(
      `fetch('/api/trpc/${procedure}', { method: '${method}' }).then(async (response) => ({ status: response.status, text: await response.text() }))`,
    );
  };

  const resultWith = (status: number, text: string) => ({
    status,
    text: expect.stringContaining(text) as unknown,
  });

  it('do not replace the session of a browser that has signed in', async () => {
    const session = await createSession();
    const { page } = session;
    await page.goto(`${origin}/api/oauth/login?returnTo=/`);
    expect(await names(session)).toEqual(expect.arrayContaining(['__Host-session']));
    expect(await names(session)).not.toContain('session');
    const token = await beginAttackersSession();
    await toss(page, `session=${token}`, `__Host-session=${token}`);
    expect(await names(session)).toEqual(expect.arrayContaining(['__Host-session', 'session']));
    expect(await call(page, 'auth.me', 'GET')).toEqual(resultWith(200, '"role":"doctor"'));
  });

  it('are refused beside a session without the prefix, instead of replacing it', async () => {
    const session = await createSession();
    const value = (await platform.session({ role: 'doctor' })).slice('session='.length);
    await session.context.addCookies([{ name: 'session', value, url: origin, secure: true }]);
    expect(await call(session.page, 'auth.me', 'GET')).toEqual(resultWith(200, '"role":"doctor"'));
    await toss(session.page, `session=${await beginAttackersSession()}`);
    expect(await call(session.page, 'auth.me', 'GET')).toEqual(
      resultWith(400, 'two cookies are named session'),
    );
    // A new login ends the confusion.
    await session.page.goto(`${origin}/api/oauth/login?returnTo=/`);
    expect(await call(session.page, 'auth.me', 'GET')).toEqual(resultWith(200, '"role":"doctor"'));
  });

  it('do not bind a browser to the login attempt of an attacker', async () => {
    const session = await createSession();
    const attempt = await fetch(`${platform.origin}/api/oauth/login`, { redirect: 'manual' });
    const state = new URL(attempt.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const secret = /^__Host-login=([\w-]{43});/.exec(attempt.headers.getSetCookie()[0] ?? '')?.[1] ?? '';
    expect(secret).not.toBe('');
    await toss(session.page, `login=${secret}`, `__Host-login=${secret}`);
    expect(await names(session)).toEqual(['login']);
    const response = await session.page.goto(`${origin}/api/oauth/callback?code=abc&state=${state}`);
    expect(response?.status()).toBe(400);
    expect(await names(session)).toEqual(['login']);
  });

  it('do not stop a sign-out, which clears the cookies of the platform', async () => {
    const session = await createSession();
    await session.page.goto(`${origin}/api/oauth/login?returnTo=/`);
    expect(await names(session)).toContain('__Host-session');
    expect(await call(session.page, 'auth.logout', 'POST')).toEqual(resultWith(200, '"success":true'));
    expect(await names(session)).not.toContain('__Host-session');
    expect(await call(session.page, 'auth.me', 'GET')).toEqual(resultWith(401, '10001'));
  });
});
