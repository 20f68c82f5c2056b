import { authorize } from '../../../../dev/login/login-flow';
import { Browser } from '../../../../dev/login/browser';
import { type LoginPlatform, startLoginPlatform } from './login-platform';

/** `Sec-Fetch-Site` of a navigation from another site, and from another host of the site. */
const FOREIGN = ['cross-site', 'same-site'];

const BUTTON = /<a class="button" href="([^"]+)">([^<]+)<\/a>/;

describe('a navigation to the login', () => {
  let platform: LoginPlatform;

  beforeAll(async () => {
    platform = await startLoginPlatform({ LOGIN_ATTEMPTS_PER_MINUTE: '1000' });
  });

  afterAll(() => platform.close());

  const open = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(new URL(path, platform.origin), { redirect: 'manual', headers });

  const countAttempts = async (): Promise<unknown> => {
    const [row] = await platform.database.query<unknown[]>(
      'SELECT count(*)::int AS attempts FROM login_attempt',
    );
    return row;
  };

  const readButton = async (response: Response): Promise<{ href: string; text: string }> => {
    const [, href = '', text = ''] = BUTTON.exec(await response.text()) ?? [];
    return { href: href.replaceAll('&amp;', '&'), text };
  };

  it.each(FOREIGN)('gets a page with a button, and begins no login, if it is %s', async (site) => {
    const before = await countAttempts();
    const response = await open('/api/oauth/login', { 'sec-fetch-site': site });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await readButton(response)).toEqual({ href: '/api/oauth/login?returnTo=%2F', text: 'Sign in' });
    expect(await countAttempts()).toEqual(before);
  });

  it.each([[undefined], ['same-origin'], ['none']])(
    'leads to the portal with Sec-Fetch-Site %s',
    async (site) => {
      const response = await open('/api/oauth/login', site === undefined ? {} : { 'sec-fetch-site': site });
      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toContain('code_challenge');
    },
  );

  it('leads to the portal by the button, with the parameters of the link', async () => {
    const link = '/api/oauth/login?prompt=login&returnTo=/dashboard?period=2026-Q2%26country=KE';
    const { href } = await readButton(await open(link, { 'sec-fetch-site': 'cross-site' }));
    const { searchParams } = new URL(href, platform.origin);
    expect(Object.fromEntries(searchParams)).toEqual({
      prompt: 'login',
      returnTo: '/dashboard?period=2026-Q2&country=KE',
    });
    const response = await open(href, { 'sec-fetch-site': 'same-origin' });
    const location = new URL(response.headers.get('location') ?? '');
    expect(location.searchParams.get('prompt')).toBe('login');
  });

  it.each(['/dashboard?period=2026-Q2', '/admin/audit?country=KE'])(
    'gets the page over the redirect of %s, as browsers repeat the header',
    async (path) => {
      const headers = { 'sec-fetch-site': 'cross-site' };
      const redirect = await open(path, headers);
      expect(redirect.status).toBe(302);
      const response = await open(redirect.headers.get('location') ?? '', headers);
      expect(response.status).toBe(200);
      const { href } = await readButton(response);
      expect(new URL(href, platform.origin).searchParams.get('returnTo')).toBe(path);
    },
  );

  it.each([
    ['en', {}, 'Sign in'],
    ['fr', { 'accept-language': 'fr-SN' }, 'Se connecter'],
    ['pt', { 'accept-language': 'pt-MZ,en;q=0.5' }, 'Iniciar sessão'],
    ['ar', { 'accept-language': 'ar' }, 'تسجيل الدخول'],
    ['sw', { 'accept-language': 'sw' }, 'Ingia'],
  ])('gets the page in %s', async (locale, headers, text) => {
    const response = await open('/api/oauth/login', { 'sec-fetch-site': 'cross-site', ...headers });
    expect(response.headers.get('vary')?.toLowerCase()).toContain('accept-language');
    const page = await response.text();
    expect(page).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(BUTTON.exec(page)?.[2]).toBe(text);
  });

  it('gets the page in the language of the page that it asked for', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'accept-language': 'en' };
    const response = await open('/api/oauth/login?returnTo=/dashboard?lang=fr', headers);
    expect(await response.text()).toContain('<html lang="fr"');
  });

  it.each(['returnTo=https://evil.example/', 'returnTo=//evil.example', 'prompt=none', 'code=x'])(
    'gets 400 for the query %s, and no button',
    async (query) => {
      const response = await open(`/api/oauth/login?${query}`, { 'sec-fetch-site': 'cross-site' });
      expect(response.status).toBe(400);
      expect((await readButton(response)).href).toBe('/api/oauth/login');
    },
  );

  it('returns from the portal, which is another site, to a session', async () => {
    const browser = new Browser();
    const callback = await authorize(browser, { baseUrl: platform.origin, username: 'user' });
    const response = await open(callback, {
      'sec-fetch-site': 'cross-site',
      cookie: browser.jar.getCookieStringSync(callback),
    });
    expect(response.status).toBe(302);
    expect(response.headers.getSetCookie().join()).toContain('session=');
  });
});
