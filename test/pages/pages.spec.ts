import request from 'supertest';
import { hashOf } from '../../src/modules/auth/sessions/secret';
import { type Platform, startPlatform } from '../support/platform';

describe('the pages', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await startPlatform({ PUBLIC_URL: 'http://health.example' });
  });

  afterAll(async () => {
    await platform.close();
  });

  const get = (path: string, cookie?: string) => {
    const asked = request(platform.server).get(path);
    return cookie === undefined ? asked : asked.set('cookie', cookie);
  };

  it('say at / that nobody is signed in, where to, and where everything is', async () => {
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

  it('say at / who is signed in, and let them sign out', async () => {
    const cookie = await platform.session({ role: 'doctor', name: 'Amina Otieno' });
    const { text, headers } = await get('/', cookie);
    expect(text).toContain('Signed in as <strong>Amina Otieno</strong> (doctor).');
    expect(text).toContain('id="sign-out"');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('show a name that holds markup as the text it is', async () => {
    const cookie = await platform.session({ role: 'user', name: `<script>alert("x")</script>'&` });
    const { text } = await get('/', cookie);
    expect(text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;');
    expect(text).not.toContain('<script>');
  });

  it('call somebody without a name by the e-mail address, or by neither', async () => {
    const nameless = await platform.session({ role: 'user', name: '', email: 'a@example.org' });
    expect((await get('/', nameless)).text).toContain('<strong>a@example.org</strong>');
    const unknown = await platform.session({ role: 'user', name: '', email: '' });
    expect((await get('/', unknown)).text).toContain('<strong>an account without a name</strong>');
  });

  it('take an expired session for nobody and have the browser forget it', async () => {
    const cookie = await platform.session({ role: 'admin' });
    await platform.database.query(
      `UPDATE session SET expires_at = now() - interval '1 second' WHERE token_hash = $1`,
      [hashOf(cookie.slice('session='.length))],
    );
    const { status, text, headers } = await get('/', cookie);
    expect(status).toBe(200);
    expect(text).toContain('Nobody is signed in.');
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^session=; Max-Age=0; Path=\/; HttpOnly/)]);
  });

  it.each(['/', '/style.css', '/nowhere', '/livez', '/api/trpc/auth.me'])(
    'guard %s by headers',
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

  it('have no script or style of their own text, which the policy would not let run', async () => {
    const { text } = await get('/', await platform.session({ role: 'user', email: 'inline@example.org' }));
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/);
  });

  it.each([
    ['/style.css', 'text/css; charset=utf-8', ':root'],
    ['/sign-out.js', 'text/javascript; charset=utf-8', 'auth.logout'],
  ])('serve %s as %s', async (path, type, part) => {
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
  ])('have nothing at %s, and tell nothing else', async (path) => {
    const { status, text } = await get(path);
    expect([400, 404]).toContain(status);
    expect(text).not.toMatch(/node_modules|\.ts\b|\.js\b|stack|at \w+ \(|Express|Nest|\/work|DATABASE/);
  });

  it('say nothing but the request’s id when something fails behind them', async () => {
    const cookie = await platform.session({ role: 'user' });
    await platform.database.query('ALTER TABLE session RENAME TO gone');
    const { status, text, headers } = await get('/', cookie);
    await platform.database.query('ALTER TABLE gone RENAME TO session');
    expect(status).toBe(500);
    const message = `Something went wrong on our side. Please quote request ${headers['x-request-id'] ?? ''}.`;
    expect(JSON.parse(text)).toEqual({ statusCode: 500, message });
  });
});
