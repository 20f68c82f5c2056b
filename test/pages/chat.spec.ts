import { LOCALES } from '../../src/shared/locale';
import { startPlatform, suitePlatform } from '../support/platform';
import { pageRequests } from './page-requests';

describe('the chat page', () => {
  const platform = suitePlatform();
  const { get, expireSession } = pageRequests(platform);

  it('is served without a session, with the retention period of anonymous conversations', async () => {
    const { status, headers, text } = await get('/chat');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toContain('data-retention-days="30"');
    expect(text).not.toContain('data-account');
  });

  it('contains the account of the session, with escaped markup in the name', async () => {
    const cookie = await platform.session({ role: 'user', name: '"><script>alert(1)</script>' });
    const { text } = await get('/chat', cookie);
    expect(text).toMatch(/data-account="[\da-f-]{36}"/);
    expect(text).toContain('data-name="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(text).not.toContain('<script>');
  });

  it('is served without an account and clears the cookie when the session has expired', async () => {
    const cookie = await platform.session({ role: 'user', email: 'late@example.org' });
    await expireSession(cookie);
    const { status, text, headers } = await get('/chat', cookie);
    expect(status).toBe(200);
    expect(text).not.toContain('data-account');
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^session=; Max-Age=0/)]);
  });

  it('contains the configured retention period of anonymous conversations', async () => {
    const configured = await startPlatform({ CHATBOT_ANONYMOUS_RETENTION_DAYS: '7' });
    const { text } = await pageRequests(configured).get('/chat');
    await configured.close();
    expect(text).toContain('data-retention-days="7"');
  });

  it.each([
    { query: '?lang=fr', accepted: 'en', lang: 'fr', dir: 'ltr', words: 'Assistant santé' },
    { query: '', accepted: 'pt-MZ,en;q=0.5', lang: 'pt', dir: 'ltr', words: 'Assistente de saúde' },
    { query: '?lang=ar', accepted: 'en', lang: 'ar', dir: 'rtl', words: 'المساعد الصحي' },
    { query: '?lang=xx', accepted: 'sw', lang: 'sw', dir: 'ltr', words: 'Msaidizi wa afya' },
    { query: '?lang=fr&lang=ar', accepted: 'de', lang: 'en', dir: 'ltr', words: 'Health assistant' },
  ])(
    'is in $lang for "$query" and a browser that accepts $accepted',
    async ({ query, accepted, lang, dir, words }) => {
      const { text } = await get(`/chat${query}`).set('accept-language', accepted);
      expect(text).toContain(`<html lang="${lang}" dir="${dir}">`);
      expect(text).toContain(`<title>${words}</title>`);
      expect(text).toMatch(new RegExp(`modulepreload" href="/chat/assets/${lang}-`));
    },
  );

  it.each(LOCALES)('says in a noscript element, in %s, that it needs JavaScript', async (locale) => {
    const { text } = await get(`/chat?lang=${locale}`);
    expect(/<noscript><p>(.+)<\/p><\/noscript>/.exec(text)?.[1]).toContain('JavaScript');
  });

  it('has no script or style that the content security policy forbids', async () => {
    const { headers, text } = await get('/chat');
    expect(headers['content-security-policy']).toMatch(
      /default-src 'self';.*script-src 'self';.*style-src 'self';worker-src 'self'$/,
    );
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/);
  });

  it('is compressed if the client accepts it', async () => {
    const plain = await get('/chat').set('accept-encoding', 'identity');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const compressed = await get('/chat').set('accept-encoding', 'gzip');
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(compressed.text).toBe(plain.text);
  });

  it('loads assets with immutable caching', async () => {
    const { text } = await get('/chat');
    const files = [...text.matchAll(/(?:src|href)="(\/chat\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(files.map((path) => path.split('.').at(-1))).toEqual(['css', 'js', 'js']);
    for (const path of files) {
      const { status, headers } = await get(path).set('accept-encoding', 'br').responseType('text');
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['content-encoding']).toBe('br');
    }
  });

  it.each([
    '/chat/assets/main.js',
    '/chat/assets/..%2f..%2f.vite%2fmanifest.json',
    '/chat/.vite/manifest.json',
  ])('returns 400 or 404 at %s', async (path) => {
    const { status, text } = await get(path);
    expect([400, 404]).toContain(status);
    expect(text).not.toMatch(/"file"|\.ts\b/);
  });

  it('is linked from the start page with and without a session', async () => {
    expect((await get('/')).text).toContain('href="/chat"');
    const doctor = await platform.session({ role: 'doctor', email: 'home@example.org' });
    expect((await get('/', doctor)).text).toContain('href="/chat"');
  });
});
