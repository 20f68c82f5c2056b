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
    expect(text).toContain('Nobody is signed in.');
    expect(text).toContain('href="/api/oauth/login"');
    expect(text).toContain('http://health.example/api/trpc/specialties.list');
    expect(text).toContain('http://health.example/readyz');
    expect(text).not.toContain('Sign out');
  });

  it('/ shows the account and a sign-out button with a session', async () => {
    const cookie = await platform.session({ role: 'doctor', name: 'Amina Otieno' });
    const { text, headers } = await get('/', cookie);
    expect(text).toContain('Signed in as <strong>Amina Otieno</strong> (doctor).');
    expect(text).toContain('id="sign-out"');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('/ links an administrator, and nobody else, to the audit trail', async () => {
    const ofRole = async (role: 'admin' | 'ministry') =>
      (await get('/', await platform.session({ role, country: '*', email: `${role}@example.org` }))).text;
    expect(await ofRole('admin')).toContain('href="/admin/audit"');
    expect(await ofRole('ministry')).not.toContain('/admin/audit');
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
    expect(text).toContain('Nobody is signed in.');
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
