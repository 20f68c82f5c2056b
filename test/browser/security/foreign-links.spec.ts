import { createServer } from 'node:http';
import type { Server as TlsServer } from 'node:tls';
import type { BrowserContext, Page } from 'playwright-core';
import { findFreePort } from '../../../dev/stack/ports';
import { html } from '../../../src/platform/http/html';
import { type FakePortal, startFakePortal } from '../../modules/auth/login/fake-portal';
import { type LoginPlatform, startLoginPlatform } from '../../modules/auth/login/login-platform';
import { closeServer, listenOnLoopback } from '../../support/loopback';
import { findViolations } from '../axe';
import type { BrowserSession } from '../browser-session';
import { SuiteBrowser } from '../suite-browser';
import { createCertificate, startTlsProxy } from './tls-proxy';

const HOST = 'health.test';

/** Hosts of a page with a link to the platform. */
const FOREIGN_HOSTS: readonly [name: string, host: string][] = [
  ['another site', 'evil.test'],
  ['another host of the site', `blog.${HOST}`],
];

const PATHS = ['/api/oauth/login?returnTo=/', '/dashboard?period=2026-02', '/admin/audit?country=KE'];

/** Ways to navigate without a click of the person. Each is a script that gets the URL as `url`. */
const SCRIPTS: readonly [name: string, script: string][] = [
  ['a script', 'location.assign(url)'],
  [
    'a refresh without a referrer',
    `document.head.insertAdjacentHTML('beforeend', '<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=' + url + '">')`,
  ],
  [
    'a form',
    `{ const form = Object.assign(document.createElement('form'), { action: url }); document.body.append(form); form.submit(); }`,
  ],
];

describe('a link on a foreign page, in a browser that is signed in at the portal', () => {
  const browser = new SuiteBrowser(['--host-resolver-rules=MAP *.test 127.0.0.1']);
  const proxies: TlsServer[] = [];
  const foreign = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://foreign.invalid');
    response.setHeader('content-type', 'text/html');
    response.end(html`<!doctype html><a href="${searchParams.get('to') ?? ''}">Figures</a>`.markup);
  });
  let portal: FakePortal;
  let platform: LoginPlatform;
  let origin: string;
  let foreignPort: number;

  beforeAll(async () => {
    portal = await startFakePortal();
    // Its session answers for the person: no form, and no consent.
    portal.handle('/authorize', ({ url = '' }, response) => {
      const { searchParams } = new URL(url, portal.issuer);
      const callback = new URL(searchParams.get('redirect_uri') ?? '');
      callback.searchParams.set('code', 'abc');
      callback.searchParams.set('state', searchParams.get('state') ?? '');
      response.writeHead(302, { location: callback.href }).end();
    });
    const port = await findFreePort();
    foreignPort = await findFreePort();
    origin = `https://${HOST}:${port}`;
    platform = await startLoginPlatform({ OAUTH_ISSUER: portal.issuer, PUBLIC_URL: origin });
    const certificate = await createCertificate(HOST);
    proxies.push(await startTlsProxy(port, platform.origin, certificate));
    proxies.push(await startTlsProxy(foreignPort, await listenOnLoopback(foreign), certificate));
  });

  afterAll(async () => {
    for (const proxy of proxies) proxy.close();
    await closeServer(foreign);
    await platform.close();
    await portal.stop();
  });

  /** Opens a page of the host with a link to a path of the platform. */
  const openForeignPage = async (host: string, path: string): Promise<BrowserSession> => {
    const session = await browser.createSession({ baseURL: origin, ignoreHTTPSErrors: true });
    const query = new URLSearchParams({ to: `${origin}${path}` });
    await session.page.goto(`https://${host}:${foreignPort}/?${query.toString()}`);
    return session;
  };

  const hasSession = async (context: BrowserContext): Promise<boolean> =>
    (await context.cookies(origin)).some(({ name }) => name.endsWith('session'));

  const clickSignIn = async (page: Page, path: string): Promise<void> => {
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((url) => url.pathname === path);
  };

  describe.each(FOREIGN_HOSTS)('of %s', (_name, host) => {
    it.each(PATHS)('to %s begins a session only after a click on the platform’s own page', async (path) => {
      const { page, context } = await openForeignPage(host, path);
      await page.getByRole('link', { name: 'Figures' }).click();
      await page.waitForURL(`${origin}/**`);
      expect(await hasSession(context)).toBe(false);
      expect(await page.getByRole('heading').innerText()).toBe('Sign in');
      await clickSignIn(page, path.startsWith('/api') ? '/' : path.replace(/\?.*/, ''));
      expect(await hasSession(context)).toBe(true);
    });

    it.each(SCRIPTS)('begins no session if %s follows it', async (_way, script) => {
      const { page, context } = await openForeignPage(host, '/dashboard');
      await page.evaluate(`{ const url = ${JSON.stringify(`${origin}/dashboard`)}; ${script}; }`);
      await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
      expect(await hasSession(context)).toBe(false);
    });
  });

  it('leads to a page without axe violations', async () => {
    const { page } = await openForeignPage('evil.test', '/dashboard');
    await page.getByRole('link', { name: 'Figures' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('is not needed to open an address that the person types', async () => {
    const { page, context } = await openForeignPage('evil.test', '/');
    await page.goto(`${origin}/api/oauth/login?returnTo=/`);
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await hasSession(context)).toBe(true);
  });

  it('is not needed to sign in on the start page', async () => {
    const { page, context } = await openForeignPage('evil.test', '/');
    await page.getByRole('link', { name: 'Figures' }).click();
    await page.waitForURL(`${origin}/`);
    expect(await hasSession(context)).toBe(false);
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.getByText('Sign in as someone else').waitFor();
    expect(await hasSession(context)).toBe(true);
  });
});
