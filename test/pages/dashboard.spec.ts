import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { z } from 'zod';
import { checkoutRoot } from '../../dev/checkout';
import { PLATFORM_NAME } from '../../src/platform/http/html-page';
import { dayOf, periodOf, previousPeriod } from '../../src/shared/period';
import { startPlatform, suitePlatform } from '../support/platform';
import { pageRequests } from './page-requests';

const ASSETS = join(checkoutRoot, 'dist/web/dashboard/dashboard/assets');

const initialDataSchema = z.object({
  account: z.object({ name: z.string() }),
  period: z.string(),
  defaultPeriod: z.string(),
  country: z.string().nullable(),
  smallNumbersWithheld: z.boolean(),
  countries: z.object({ all: z.boolean(), countries: z.array(z.string()) }),
  summary: z.object({ cases: z.object({ count: z.int() }) }),
  comparison: z.object({
    total: z.object({ count: z.int() }),
    pathologies: z.array(z.object({ name: z.string(), count: z.int(), yearBefore: z.int() })),
  }),
  medications: z.array(z.object({ name: z.string(), unitsSold: z.int() })),
});

describe('the dashboard page', () => {
  const platform = suitePlatform();
  const { get, expireSession } = pageRequests(platform);
  let ministry: string;
  let kenya: string;

  beforeAll(async () => {
    ministry = await platform.session({ role: 'ministry', country: '*', email: 'all@example.org' });
    kenya = await platform.session({ role: 'ministry', country: 'KE', email: 'ke@example.org' });
    await record('KE', 'Cholera', 3);
    await record('UG', 'Malaria', 5);
    await record('KE', '</script><script>alert(1)</script><!--', 1);
  });

  /** Records cases of March 2026 as a doctor of the country. */
  async function record(country: string, pathologyName: string, cases: number): Promise<void> {
    const email = `${pathologyName.length}@${country.toLowerCase()}.example.org`;
    const doctor = await platform.session({ role: 'doctor', country, email });
    for (let patient = 0; patient < cases; patient += 1) {
      const consultationDate = '2026-03-10T08:00:00Z';
      const consultation = { patientId: `P${patient}`, pathologyName, consultationDate };
      await request(platform.server)
        .post('/api/trpc/consultations.record')
        .set('cookie', doctor)
        .send({ 0: { json: consultation } })
        .expect(200);
    }
  }

  const parseInitialData = (text: string) => {
    const json = /<script type="application\/json" id="initial-data">(?<json>.*?)<\/script>/s.exec(text);
    return initialDataSchema.parse(JSON.parse(json?.groups?.json ?? 'null'));
  };

  it('redirects to the login with a return path when there is no session', async () => {
    const { status, headers } = await get('/dashboard?period=2026-03&country=KE');
    expect(status).toBe(302);
    const returnTo = encodeURIComponent('/dashboard?period=2026-03&country=KE');
    expect(headers.location).toBe(`/api/oauth/login?returnTo=${returnTo}`);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('redirects to the login and clears the cookie when the session has expired', async () => {
    const cookie = await platform.session({ role: 'ministry', country: '*', email: 'late@example.org' });
    await expireSession(cookie);
    const { status, headers } = await get('/dashboard', cookie);
    expect(status).toBe(302);
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^session=; Max-Age=0/)]);
  });

  it.each(['doctor', 'pharmacist', 'user'] as const)('returns 403 without figures to a %s', async (role) => {
    const cookie = await platform.session({ role, country: 'KE', name: '<b>Amina</b>' });
    const { status, text, headers } = await get('/dashboard?period=2026-03', cookie);
    expect(status).toBe(403);
    expect(text).toContain('This page is for ministries of health');
    expect(text).toContain(`<strong>&lt;b&gt;Amina&lt;/b&gt;</strong> (${role})`);
    expect(text).toContain('ask whoever administers the accounts');
    expect(text).not.toContain('initial-data');
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each([
    { query: '?lang=fr', accepted: 'en', lang: 'fr', dir: 'ltr', words: 'ministères de la Santé' },
    { query: '', accepted: 'pt-MZ,en;q=0.5', lang: 'pt', dir: 'ltr', words: 'ministérios da saúde' },
    { query: '?lang=ar', accepted: 'en', lang: 'ar', dir: 'rtl', words: 'لوزارات الصحة' },
    { query: '?lang=xx', accepted: 'sw', lang: 'sw', dir: 'ltr', words: 'wizara za afya' },
    { query: '', accepted: 'de', lang: 'en', dir: 'ltr', words: 'ministries of health' },
  ])(
    'returns the 403 page in $lang for "$query" and a browser that accepts $accepted',
    async ({ query, accepted, lang, dir, words }) => {
      const cookie = await platform.session({ role: 'user', email: `${lang}@example.org` });
      const { text } = await get(`/dashboard${query}`, cookie).set('accept-language', accepted);
      expect(text).toContain(`<html lang="${lang}" dir="${dir}">`);
      expect(text).toContain(words);
      const kept = ['fr', 'ar'].includes(lang) ? `?lang=${lang}` : '';
      expect(text).toContain(`<a href="/${kept}">${PLATFORM_NAME}</a>`);
      expect(text).toContain(`returnTo=${encodeURIComponent(`/dashboard${kept}`)}`);
    },
  );

  it('returns 403 to a ministry account without a country', async () => {
    const cookie = await platform.session({ role: 'ministry', country: null, email: 'none@example.org' });
    const { status, text } = await get('/dashboard', cookie);
    expect(status).toBe(403);
    expect(text).toContain('Your account is tied to no country');
    expect(text).not.toContain('initial-data');
  });

  it('contains the figures of the requested period and country', async () => {
    const all = parseInitialData((await get('/dashboard?period=2026-03', ministry)).text);
    expect(all).toMatchObject({ period: '2026-03', country: null, summary: { cases: { count: 9 } } });
    expect(all.countries).toEqual({ all: true, countries: ['KE', 'UG'] });
    const uganda = parseInitialData((await get('/dashboard?period=2026-Q1&country=uga', ministry)).text);
    expect(uganda).toMatchObject({ period: '2026-Q1', country: 'UG', summary: { cases: { count: 5 } } });
    expect(uganda.comparison).toEqual({
      total: { count: 5 },
      pathologies: [{ name: 'Malaria', count: 5, yearBefore: 0 }],
    });
    expect(uganda.medications).toEqual([]);
  });

  it('has the names of pathologies in the language of the page', async () => {
    const { text } = await get('/dashboard?period=2026-03&lang=sw', ministry).set('accept-language', 'fr');
    const { pathologies } = parseInitialData(text).comparison;
    expect(pathologies.map(({ name, count }) => [name, count])).toEqual([
      ['Malaria', 5],
      ['Kipindupindu', 3],
      [expect.any(String), 1],
    ]);
    expect(text).toContain('"englishName":"Cholera"');
  });

  it('contains no figures of another country than the account’s, even if requested', async () => {
    const { text } = await get('/dashboard?period=2026-03&country=UG', kenya);
    const data = parseInitialData(text);
    expect(data).toMatchObject({ country: 'KE', summary: { cases: { count: 4 } } });
    expect(data.countries).toEqual({ all: false, countries: ['KE'] });
    expect(text).not.toContain('Malaria');
  });

  it('reports whether exports withhold small numbers', async () => {
    expect(parseInitialData((await get('/dashboard', ministry)).text).smallNumbersWithheld).toBe(false);
    const withThreshold = await startPlatform({ SMALL_COUNT_THRESHOLD: '5' });
    const cookie = await withThreshold.session({ role: 'ministry', country: '*' });
    const { text } = await pageRequests(withThreshold).get('/dashboard', cookie);
    await withThreshold.close();
    expect(parseInitialData(text).smallNumbersWithheld).toBe(true);
  });

  it.each([
    '',
    '?period=2026-13',
    '?period=2026-03&period=2026-04',
    '?period[]=x&country[]=KE',
    '?country=QQ',
  ])('contains the figures of the previous month for the query %p', async (query) => {
    const { status, text } = await get(`/dashboard${query}`, ministry);
    expect(status).toBe(200);
    const { name } = previousPeriod(periodOf('month', dayOf(new Date())));
    expect(parseInitialData(text)).toMatchObject({ period: name, defaultPeriod: name, country: null });
  });

  it('escapes markup in names', async () => {
    const admin = await platform.session({
      role: 'admin',
      country: '*',
      name: '</script><script>alert(2)</script>',
    });
    const { text } = await get('/dashboard?period=2026-03', admin);
    const data = parseInitialData(text);
    expect(data.account.name).toBe('</script><script>alert(2)</script>');
    expect(data.comparison.pathologies.map(({ name }) => name)).toContain(
      '</script><script>alert(1)</script><!--',
    );
    expect(text).not.toMatch(/<script>alert|<!--/);
  });

  it('is not cached and has no script or style that the content security policy forbids', async () => {
    const { headers, text } = await get('/dashboard', ministry);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(
      /default-src 'self';.*script-src 'self';.*style-src 'self';worker-src 'self'$/,
    );
    expect(text).not.toMatch(
      /<script(?![^>]*\bsrc=)(?![^>]*type="application\/json")|<style|\son\w+=|\sstyle=/,
    );
  });

  it('is compressed if the client accepts it', async () => {
    const plain = await get('/dashboard', ministry).set('accept-encoding', 'identity');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    for (const encoding of ['br', 'gzip']) {
      const compressed = await get('/dashboard', ministry).set('accept-encoding', encoding);
      expect(compressed.headers['content-encoding']).toBe(encoding);
      expect(compressed.headers.vary).toMatch(/accept-encoding/i);
      expect(parseInitialData(compressed.text).summary).toEqual(parseInitialData(plain.text).summary);
    }
  });

  it('is linked from the start page for a ministry, not for a doctor', async () => {
    expect((await get('/', ministry)).text).toContain('href="/dashboard"');
    const doctor = await platform.session({ role: 'doctor', email: 'home@example.org' });
    expect((await get('/', doctor)).text).not.toContain('href="/dashboard"');
  });

  describe('its assets', () => {
    const listAssets = async (query = '') => {
      const { text } = await get(`/dashboard${query}`, ministry);
      return [...text.matchAll(/(?:src|href)="(\/dashboard\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    };

    it('have a content hash, immutable caching and need no session', async () => {
      const files = await listAssets();
      expect(files.map((path) => path.split('.').at(-1))).toEqual(['css', 'js', 'js']);
      for (const path of files) {
        expect(path).toMatch(/-[\w-]{8}\.(js|css)$/);
        const { status, headers } = await get(path);
        expect(status).toBe(200);
        expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
        expect(headers['content-type']).toMatch(/^text\/(javascript|css)/);
        expect(headers['content-security-policy']).toContain("default-src 'self'");
      }
    });

    it('are compressed with an encoding that the client accepts', async () => {
      const [, script = ''] = await listAssets();
      const sizes = new Map<string, number>();
      const texts = new Set<string>();
      for (const encoding of ['br', 'gzip', 'identity']) {
        const { headers, text } = await get(script).set('accept-encoding', encoding).responseType('text');
        expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
        sizes.set(encoding, Number(headers['content-length']));
        texts.add(text);
      }
      expect(texts.size).toBe(1);
      expect(sizes.get('br')).toBeLessThan(sizes.get('gzip') ?? 0);
      expect(sizes.get('gzip')).toBeLessThan((sizes.get('identity') ?? 0) / 2);
    });

    it('are compressed by Brotli for browsers, which name it last', async () => {
      const [, script = ''] = await listAssets();
      const encodingFor = async (accepted: string) =>
        (await get(script).set('accept-encoding', accepted).responseType('text')).headers['content-encoding'];
      expect(await encodingFor('gzip, deflate, br, zstd')).toBe('br');
      expect(await encodingFor('gzip, br;q=0')).toBe('gzip');
    });

    it('include the texts of the page’s language', async () => {
      const [english, arabic] = [await listAssets('?lang=en'), await listAssets('?lang=ar')];
      expect(english.at(-1)).toMatch(/\/en-/);
      expect(arabic.at(-1)).toMatch(/\/ar-/);
    });

    it.each([
      '/dashboard/assets/main.js',
      '/dashboard/assets/..%2f..%2f.vite%2fmanifest.json',
      '/dashboard/assets/../../../package.json',
      '/dashboard/.vite/manifest.json',
      '/dashboard/assets/',
      '/dashboard/assets/%00',
      '/dashboard/assets/%',
    ])('return 400 or 404 at %s', async (path) => {
      const { status, text } = await get(path);
      expect([400, 404]).toContain(status);
      expect(text).not.toMatch(/node_modules|"file"|dist|\.ts\b/);
    });

    it('return 404 after a new build has removed them, without stopping the platform', async () => {
      const name = 'removed-00000000.js';
      const files = ['', '.br', '.gz'].map((ending) => join(ASSETS, `${name}${ending}`));
      for (const file of files) writeFileSync(file, '');
      expect((await get(`/dashboard/assets/${name}`)).status).toBe(200);
      for (const file of files) rmSync(file);
      const { status, headers } = await get(`/dashboard/assets/${name}`).set('accept-encoding', 'br');
      expect(status).toBe(404);
      expect(headers['cache-control'] ?? '').not.toContain('immutable');
      expect((await get('/livez')).status).toBe(200);
    });

    it('return 404 for the name of a compressed file', async () => {
      const [, script = ''] = await listAssets();
      expect((await get(`${script}.br`)).status).toBe(404);
    });
  });
});
