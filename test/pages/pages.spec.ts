import { LOCALES } from '../../src/shared/locale';
import { CompressibleTexts } from '../../src/platform/http/compressed-response';
import { suitePlatform } from '../support/platform';
import { pageRequests } from './page-requests';

describe('the start page and static files', () => {
  const platform = suitePlatform({ PUBLIC_URL: 'http://health.example' });
  const { get, expireSession } = pageRequests(platform);

  it('/ shows the sign-in link and the API addresses without a session', async () => {
    const { status, text, headers } = await get('/');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toContain('<a href="/api/oauth/login?returnTo=%2F">Sign in</a>');
    expect(text).toContain('http://health.example/api/trpc/specialties.list');
    expect(text).toContain('http://health.example/readyz');
    expect(text).not.toContain('Sign out');
  });

  it('/ shows the account and a sign-out button with a session', async () => {
    const cookie = await platform.session({ role: 'doctor', name: 'Amina Otieno' });
    const { text, headers } = await get('/', cookie);
    expect(text).toContain('Signed in as <strong>Amina Otieno</strong> (doctor)');
    expect(text).toContain('id="sign-out"');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('/ has a door for each kind of reader, which says before whether one has to sign in', async () => {
    const { text } = await get('/');
    const doors = [
      ...text.matchAll(/<h2>([^<]+)<\/h2>.*?class="note">([^<]+)<.*?class="button" href="([^"]+)"/gs),
    ];
    expect(doors.map(([, ...door]) => door)).toEqual([
      ['A question about health', 'Free, without an account.', '/chat'],
      ['Figures for ministries of health', 'You sign in with an account of your ministry.', '/dashboard'],
      [
        'Connect a system',
        'Reading needs no account. Most calls need one, or a token of your system.',
        '/api/docs',
      ],
    ]);
  });

  it.each(LOCALES)(
    '/ is complete in %s, and leads to the pages and the portal in the chosen language',
    async (locale) => {
      const { text } = await get(`/?lang=${locale}`);
      expect(text).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`);
      for (const path of [`/chat?lang=${locale}`, `/dashboard?lang=${locale}`])
        expect(text).toContain(`class="button" href="${path}"`);
      expect(text).toContain(`href="/api/oauth/login?returnTo=%2F%3Flang%3D${locale}"`);
      for (const other of LOCALES) expect(text).toContain(`href="/?lang=${other}"`);
    },
  );

  it('/ has the language of the browser, and then no language in its links', async () => {
    const { text } = await get('/').set('accept-language', 'sw-KE, en;q=0.5');
    expect(text).toContain('<html lang="sw"');
    expect(text).toContain('href="/chat"');
  });

  it('/ links an administrator, and nobody else, to the audit trail', async () => {
    const ofRole = async (role: 'admin' | 'ministry') =>
      (await get('/', await platform.session({ role, country: '*', email: `${role}@example.org` }))).text;
    expect(await ofRole('admin')).toContain('href="/admin/audit"');
    expect(await ofRole('ministry')).not.toContain('/admin/audit');
  });

  it.each(['/chat', '/api/docs'])('%s is kept in memory without a session only', async (path) => {
    const keep = jest.spyOn(CompressibleTexts.prototype, 'get');
    await get(path);
    await get(path, await platform.session({ role: 'doctor', name: 'Wanjiru Kamau' }));
    expect(keep.mock.calls).toEqual([[expect.not.stringContaining('Wanjiru')]]);
    keep.mockRestore();
  });

  it('/ escapes markup in the name of the account', async () => {
    const cookie = await platform.session({ role: 'user', name: `<script>alert("x")</script>'&` });
    const { text } = await get('/', cookie);
    expect(text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;');
    expect(text).not.toContain('<script>');
  });

  it('/ shows the e-mail address or a placeholder if the account has no name', async () => {
    const withEmail = await platform.session({ role: 'user', name: '', email: 'a@example.org' });
    expect((await get('/', withEmail)).text).toContain('<strong>a@example.org</strong>');
    const withoutEmail = await platform.session({ role: 'user', name: '', email: '' });
    expect((await get('/', withoutEmail)).text).toContain('<strong>an account without a name</strong>');
  });

  it('/ is served as anonymous and clears the cookie when the session has expired', async () => {
    const cookie = await platform.session({ role: 'admin' });
    await expireSession(cookie);
    const { status, text, headers } = await get('/', cookie);
    expect(status).toBe(200);
    expect(text).toContain('>Sign in</a>');
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^session=; Max-Age=0; Path=\/; HttpOnly/)]);
  });

  it.each(['/', '/style.css', '/nowhere', '/livez', '/api/trpc/auth.me'])(
    '%s has the security headers',
    async (path) => {
      const { headers } = await get(path);
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['content-security-policy']).toContain("script-src 'self'");
      expect(headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe-inline'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers).not.toHaveProperty('x-powered-by');
    },
  );

  it('/ has no inline script or style, which the content security policy forbids', async () => {
    const { text } = await get('/', await platform.session({ role: 'user', email: 'inline@example.org' }));
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/);
  });

  it.each([
    ['/style.css', 'text/css; charset=utf-8', ':root'],
    ['/sign-out.js', 'text/javascript; charset=utf-8', 'auth.logout'],
  ])('%s is served as %s', async (path, type, part) => {
    const { status, headers, text } = await get(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(text).toContain(part);
    expect((await get('/')).text).toContain(`"${path}"`);
  });

  it.each([
    '/nowhere',
    '/api',
    '/api/oauth',
    '/.env',
    '/package.json',
    '/..%2f..%2fetc/passwd',
    '/%',
    '/%00',
  ])('%s returns 400 or 404 without internal details', async (path) => {
    const { status, text } = await get(path);
    expect([400, 404]).toContain(status);
    expect(text).not.toMatch(/node_modules|\.ts\b|\.js\b|stack|at \w+ \(|Express|Nest|\/work|DATABASE/);
  });

  it.each([
    ['en', 'There is no such page', 'Start page'],
    ['fr', 'Cette page n’existe pas', 'Page d’accueil'],
    ['ar', 'لا توجد صفحة كهذه', 'الصفحة الرئيسية'],
  ])(
    'an unknown address is a page for browsers, in %s, and JSON for programs',
    async (locale, title, home) => {
      const browser = await get('/nowhere').set({
        accept: 'text/html, */*;q=0.8',
        'accept-language': locale,
      });
      expect(browser.status).toBe(404);
      expect(browser.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(browser.headers.vary).toContain('accept');
      expect(browser.text).toContain(`<h1>${title}</h1>`);
      expect(browser.text).toContain(`<a class="button" href="/">${home}</a>`);
      for (const accept of ['*/*', 'application/json']) {
        const program = await get('/nowhere').set('accept', accept);
        expect([program.status, program.type]).toEqual([404, 'application/json']);
      }
    },
  );

  it.each([
    ['/nowhere?lang=fr', 404],
    ['/api/exports/summary.csv?lang=fr', 401],
  ])('%s leads to the start page in the language that it names', async (path, expected) => {
    const { status, text } = await get(path).set({ accept: 'text/html', 'accept-language': 'en' });
    expect(status).toBe(expected);
    expect([...text.matchAll(/<a [^>]*href="(\/\?[^"]*|\/)"/g)].map(([, href]) => href)).toEqual([
      '/?lang=fr',
      '/?lang=fr',
    ]);
  });

  it('a page that needs a session leads a browser to the login and back', async () => {
    const { status, text } = await get('/api/exports/summary.csv?a=1').set('accept', 'text/html');
    expect([status, text]).toEqual([
      401,
      expect.stringContaining('returnTo=%2Fapi%2Fexports%2Fsummary.csv%3Fa%3D1'),
    ]);
  });

  it('/ returns a 500 with only the request id when the database fails', async () => {
    const cookie = await platform.session({ role: 'user' });
    await platform.database.query('ALTER TABLE session RENAME TO gone');
    const { status, text, headers } = await get('/', cookie);
    await platform.database.query('ALTER TABLE gone RENAME TO session');
    expect(status).toBe(500);
    const message = `Something went wrong on our side. Please quote request ${headers['x-request-id'] ?? ''}.`;
    expect(JSON.parse(text)).toEqual({ statusCode: 500, message });
  });
});
