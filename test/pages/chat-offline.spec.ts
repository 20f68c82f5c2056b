import { z } from 'zod';
import { LOCALES } from '../../src/shared/locale';
import { suitePlatform } from '../support/platform';
import { pageRequests } from './page-requests';

const buildSchema = z.object({
  version: z.string(),
  files: z.array(z.string()),
  pages: z.record(z.enum(LOCALES), z.string()),
});

const manifestSchema = z.object({
  name: z.string(),
  lang: z.string(),
  dir: z.string(),
  id: z.string(),
  start_url: z.string(),
  scope: z.string(),
  display: z.string(),
  theme_color: z.string(),
  background_color: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() })),
});

/** Returns width and height of a PNG. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

describe('the chat page without a connection', () => {
  const platform = suitePlatform();
  const { get } = pageRequests(platform);

  const readBuild = async () => {
    const { text } = await get('/chat/service-worker.js');
    return buildSchema.parse(JSON.parse(/^const BUILD = (.+);\n/.exec(text)?.[1] ?? ''));
  };

  it('has a service worker that a browser checks each time, for the address of the chat only', async () => {
    const { status, headers } = await get('/chat/service-worker.js');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['service-worker-allowed']).toBe('/chat');
    expect(headers['content-security-policy']).toContain("worker-src 'self'");
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it('has a compressed service worker of one classic script', async () => {
    const { headers, text } = await get('/chat/service-worker.js').set('accept-encoding', 'gzip');
    expect(headers['content-encoding']).toBe('gzip');
    expect(text).not.toMatch(/^(import|export)\b|[;\n](import|export)\b/);
  });

  it('stores the files of the build and a page in each language, and nothing below /api', async () => {
    const { files, pages } = await readBuild();
    expect(files.length).toBeGreaterThan(10);
    for (const path of files) {
      expect(path).toMatch(/^\/chat\/assets\/[\w-]+\.(js|css)$/);
      await get(path).expect(200);
    }
    for (const locale of LOCALES) {
      const { status, text, headers } = await get(pages[locale]).set('accept-language', 'xx');
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-cache');
      expect(text).toContain(`<html lang="${locale}"`);
      const loaded = [...text.matchAll(/(?:src|href)="(\/chat\/assets\/[^"]+)"/g)].map(([, path]) => path);
      expect(loaded.length).toBeGreaterThan(2);
      expect(files).toEqual(expect.arrayContaining(loaded));
    }
  });

  it('stores a page and a worker without the account of the session', async () => {
    const cookie = await platform.session({ role: 'user', name: 'Wanjiru', email: 'wanjiru@example.org' });
    const { pages } = await readBuild();
    expect((await get('/chat', cookie)).text).toContain('Wanjiru');
    const { text, headers } = await get(pages.en, cookie);
    expect(text).toBe((await get(pages.en)).text);
    expect(text).toContain('data-offline');
    expect(text).not.toMatch(/data-account|Wanjiru/);
    expect(headers).not.toHaveProperty('set-cookie');
    expect((await get('/chat/service-worker.js', cookie)).text).toBe(
      (await get('/chat/service-worker.js')).text,
    );
  });

  it.each(['/chat/offline', '/chat/offline?lang=fr', '/chat/offline?version=0123456789abcdef'])(
    'returns 404 for a page of another version: %s',
    async (path) => {
      await get(path).expect(404);
    },
  );

  it('marks only the stored page as such', async () => {
    expect((await get('/chat')).text).not.toContain('data-offline');
  });

  it.each(LOCALES)('has a manifest with which it is installed, in %s', async (locale) => {
    const { text: page } = await get(`/chat?lang=${locale}`);
    const path = /<link rel="manifest" href="([^"]+)"/.exec(page)?.[1] ?? '';
    const { headers, text } = await get(path);
    expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    const manifest = manifestSchema.parse(JSON.parse(text));
    expect(manifest).toMatchObject({
      name: /<title>(.+)<\/title>/.exec(page)?.[1],
      lang: locale,
      dir: locale === 'ar' ? 'rtl' : 'ltr',
      id: '/chat',
      start_url: `/chat?lang=${locale}`,
      scope: '/chat',
      display: 'standalone',
    });
    expect(page).toContain(`<meta name="theme-color" content="${manifest.theme_color}"`);
  });

  it('has icons of the sizes and types that the manifest names', async () => {
    const { text } = await get('/chat/manifest.webmanifest');
    const { icons } = manifestSchema.parse(JSON.parse(text));
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      'any any',
      '192x192 any',
      '512x512 any',
      '192x192 maskable',
      '512x512 maskable',
    ]);
    for (const { src, sizes, type } of icons) {
      const response = await get(src).responseType('blob').expect(200);
      expect(response.headers['content-type']).toContain(type);
      if (type === 'image/png')
        expect(sizeOf(z.instanceof(Buffer).parse(response.body)).join('x')).toBe(sizes);
    }
    await get('/chat/icons/icon-1.png').expect(404);
  });

  it('is linked by no other page', async () => {
    for (const path of ['/', '/api/docs']) expect((await get(path)).text).not.toContain('rel="manifest"');
  });
});

describe('the chat page with VITE_ORIGIN', () => {
  const platform = suitePlatform({ VITE_ORIGIN: 'http://localhost:5173' });

  it('has no service worker, which would hide changes', async () => {
    const { get } = pageRequests(platform);
    await get('/chat/service-worker.js').expect(404);
    await get('/chat/offline').expect(404);
    await get('/chat').expect(200);
  });
});
