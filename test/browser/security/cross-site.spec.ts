import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { findFreePort } from '../../../dev/stack/ports';
import { html } from '../../../src/platform/http/html';
import { closeServer, listenOnLoopback } from '../../support/loopback';
import { type Platform, startPlatform } from '../../support/platform';
import { until } from '../../support/until';
import { SuiteBrowser } from '../suite-browser';

const PLATFORM_HOST = 'health.test';
/** Of the same site, so that SameSite=Lax does not keep the cookie back. */
const SIBLING_HOST = 'blog.health.test';
const OTHER_SITE_HOST = 'evil.test';

const PROCEDURE = '/api/trpc/consultations.record';
const INPUT = { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' };
const BODY = JSON.stringify({ 0: { json: INPUT } });
const QUERY = `?input=${encodeURIComponent(BODY)}`;

/** Ways in which a page sends a request to another origin. Each is a script that gets the procedure's URL as `url`. */
const ATTACKS: readonly [name: string, script: string][] = [
  ['a form with the input in the URL', `form(url + ${JSON.stringify(QUERY)}, 'text/plain', {})`],
  [
    'a form with JSON as text',
    // The only field's name is JSON up to its last text, which the equals sign ends.
    `form(url, 'text/plain', { ${JSON.stringify(`${BODY.slice(0, -1)},"x":"`)}: '"}' })`,
  ],
  ['a form without a referrer', `form(url + ${JSON.stringify(QUERY)}, 'text/plain', {}, 'no-referrer')`],
  ['a fetch with the input in the URL', `send(url + ${JSON.stringify(QUERY)}, { mode: 'no-cors' })`],
  ['a fetch with JSON as text', `send(url, { mode: 'no-cors', body: ${JSON.stringify(BODY)} })`],
  [
    'a fetch without a referrer',
    `send(url + ${JSON.stringify(QUERY)}, { mode: 'no-cors', referrerPolicy: 'no-referrer' })`,
  ],
  [
    'a fetch with JSON',
    `send(url, { headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(BODY)} })`,
  ],
  [
    'a beacon with JSON',
    `navigator.sendBeacon(url, new Blob([${JSON.stringify(BODY)}], { type: 'application/json' }))`,
  ],
  ['a beacon with the input in the URL', `navigator.sendBeacon(url + ${JSON.stringify(QUERY)})`],
];

const ATTACKER_PAGE = html`<!doctype html>
  <title>Attacker</title>
  <iframe name="target"></iframe>
  <script src="/attack.js"></script>`.markup;

const ATTACK_SCRIPT = `
function form(action, enctype, fields, referrerPolicy) {
  if (referrerPolicy) document.head.append(Object.assign(document.createElement('meta'), { name: 'referrer', content: referrerPolicy }));
  const element = Object.assign(document.createElement('form'), { method: 'post', target: 'target', action, enctype });
  for (const [name, value] of Object.entries(fields))
    element.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  document.body.append(element);
  element.submit();
}
function send(url, options) {
  fetch(url, { method: 'POST', credentials: 'include', ...options }).catch(() => undefined);
}`;

describe('a page on plain http', () => {
  const browser = new SuiteBrowser(['--host-resolver-rules=MAP *.test 127.0.0.1']);
  const attacker: Server = createServer((request, response) => {
    const isScript = request.url === '/attack.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? ATTACK_SCRIPT : ATTACKER_PAGE);
  });
  const arrived: { method: string | undefined; headers: IncomingHttpHeaders }[] = [];
  let platform: Platform;
  let origin: string;
  let attackerPort: string;

  beforeAll(async () => {
    const port = await findFreePort();
    origin = `http://${PLATFORM_HOST}:${port}`;
    platform = await startPlatform({ PUBLIC_URL: origin });
    platform.server.on('request', ({ url = '', method, headers }) => {
      if (url.startsWith(PROCEDURE)) arrived.push({ method, headers });
    });
    await platform.app.listen(port, '127.0.0.1');
    attackerPort = new URL(await listenOnLoopback(attacker)).port;
  });

  beforeEach(() => {
    arrived.length = 0;
  });

  afterAll(async () => {
    await closeServer(attacker);
    await platform.close();
  });

  const countConsultations = async (): Promise<number> => {
    const [{ count }] = await platform.database.query<[{ count: number }]>(
      'SELECT count(*)::int AS count FROM consultation',
    );
    return count;
  };

  /** Opens a page in a browser that a doctor is signed in with. */
  const openAsDoctor = async (url: string): Promise<Page> => {
    const { page, context } = await browser.createSession({ baseURL: origin });
    const value = (await platform.session({ role: 'doctor', country: 'KE' })).slice('session='.length);
    await context.addCookies([{ name: 'session', value, url: origin, httpOnly: true, sameSite: 'Lax' }]);
    await page.goto(url);
    return page;
  };

  it('of the platform records a consultation', async () => {
    const before = await countConsultations();
    const page = await openAsDoctor(`${origin}/`);
    const status = await page.evaluate<number>(
      `fetch(${JSON.stringify(PROCEDURE)}, { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(BODY)} }).then(({ status }) => status)`,
    );
    expect(status).toBe(200);
    expect(await countConsultations()).toBe(before + 1);
  });

  describe.each([
    ['another host of the site', SIBLING_HOST],
    ['another site', OTHER_SITE_HOST],
  ])('of %s', (_where, host) => {
    it.each(ATTACKS)('records no consultation with %s', async (_name, script) => {
      const before = await countConsultations();
      const page = await openAsDoctor(`http://${host}:${attackerPort}/`);
      const responded = page.waitForEvent('requestfinished', isCall).catch(() => undefined);
      const failed = page.waitForEvent('requestfailed', isCall).catch(() => undefined);
      await page.evaluate(`{ const url = ${JSON.stringify(`${origin}${PROCEDURE}`)}; ${script}; }`);
      await until('the request has arrived', () => Promise.resolve(arrived.length > 0));
      await Promise.race([responded, failed]);
      expect(await countConsultations()).toBe(before);
    });
  });

  it.each(ATTACKS.slice(0, 2))(
    'of another host of the site sends the cookie, and no Sec-Fetch-Site, with %s',
    async (_name, script) => {
      const page = await openAsDoctor(`http://${SIBLING_HOST}:${attackerPort}/`);
      await page.evaluate(`{ const url = ${JSON.stringify(`${origin}${PROCEDURE}`)}; ${script}; }`);
      await until('the request has arrived', () => Promise.resolve(arrived.length > 0));
      const [{ method, headers } = { method: undefined, headers: {} }] = arrived;
      expect(method).toBe('POST');
      expect(headers.cookie).toContain('session=');
      expect(headers).not.toHaveProperty('sec-fetch-site');
    },
  );
});

function isCall(request: { url(): string }): boolean {
  return request.url().includes(PROCEDURE);
}
