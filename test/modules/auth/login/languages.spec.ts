import { Browser } from '../../../../dev/login/browser';
import { authorize, signIn } from '../../../../dev/login/login-flow';
import { LOCALES } from '../../../../src/shared/locale';
import { LOGIN_REFUSAL_TEXTS } from '../../../../src/modules/auth/login/login-refusal.texts';
import { type LoginPlatform, startLoginPlatform } from './login-platform';

describe('the language of a login', () => {
  let platform: LoginPlatform;

  beforeAll(async () => {
    platform = await startLoginPlatform({ LOGIN_ATTEMPTS_PER_MINUTE: '1000' });
  });

  afterAll(() => platform.close());

  const openPortal = async (browser: Browser, returnTo: string) =>
    browser.follow(
      await browser.get(`${platform.origin}/api/oauth/login?returnTo=${encodeURIComponent(returnTo)}`),
    );

  it.each(LOCALES)(
    'is that of the page which it comes from, at the portal and for consent (%s)',
    async (locale) => {
      const returnTo = `/chat?lang=${locale}`;
      const direction = locale === 'ar' ? 'rtl' : 'ltr';
      const form = await openPortal(new Browser(), returnTo);
      expect(form.body).toContain(`<html lang="${locale}" dir="${direction}">`);
      const consent = await signIn(new Browser(), { baseUrl: platform.origin, username: 'doctor', returnTo });
      expect(consent.body).toContain('/allow"');
      expect(consent.body).toContain(`<html lang="${locale}" dir="${direction}">`);
    },
  );

  it('is that of the browser if the page has none', async () => {
    const browser = new Browser({ 'accept-language': 'pt-MZ, en;q=0.3' });
    expect((await openPortal(browser, '/')).body).toContain('<html lang="pt"');
  });

  it.each(LOCALES)('is that of the browser for a refusal (%s)', async (locale) => {
    const browser = new Browser({ 'accept-language': locale });
    const callback = await authorize(browser, { baseUrl: platform.origin, username: 'doctor' });
    await browser.get(callback);
    const { body, headers } = await browser.get(callback);
    const { title, reasons, again } = LOGIN_REFUSAL_TEXTS[locale];
    for (const text of [title, reasons.expired, again]) expect(body).toContain(`>${text}<`);
    expect(headers.get('vary')).toContain('accept-language');
  });

  it.each([
    ['of an expired login', (callback: URL) => callback],
    [
      'of the portal',
      ({ origin, pathname, searchParams }: URL) =>
        new URL(`${origin}${pathname}?error=server_error&state=${searchParams.get('state') ?? ''}`),
    ],
  ])('is that of the page which a refusal %s leads back to', async (_, change) => {
    const browser = new Browser({ 'accept-language': 'en' });
    const returnTo = '/chat?lang=sw';
    const callback = await authorize(browser, { baseUrl: platform.origin, username: 'doctor', returnTo });
    await browser.get(callback);
    const { body } = await browser.get(change(new URL(callback)).href);
    expect(body).toContain(`>${LOGIN_REFUSAL_TEXTS.sw.title}<`);
    expect(body).toContain('href="/?lang=sw"');
  });

  it('is not in the state, which an earlier version on another process has to read', async () => {
    const options = { baseUrl: platform.origin, username: 'doctor', returnTo: '/chat?lang=fr' };
    const callback = await authorize(new Browser(), options);
    expect(new URL(callback).searchParams.get('state')).toMatch(/^[\w-]{43}$/);
  });

  it('is not that of an earlier login', async () => {
    const browser = new Browser({ 'accept-language': 'en' });
    const options = { baseUrl: platform.origin, username: 'doctor' };
    await authorize(browser, { ...options, returnTo: '/chat?lang=fr' });
    const callback = await authorize(browser, { ...options, returnTo: '/chat' });
    await browser.get(callback);
    const { body } = await browser.get(callback);
    expect(body).toContain(`>${LOGIN_REFUSAL_TEXTS.en.title}<`);
    expect(body).toContain('href="/"');
  });
});

describe('an account of the demonstration', () => {
  let platform: LoginPlatform;

  beforeAll(async () => {
    platform = await startLoginPlatform();
  });

  afterAll(() => platform.close());

  it('fills in the form when it is chosen, and logs nobody in', async () => {
    const browser = new Browser();
    const form = await browser.follow(await browser.get(`${platform.origin}/api/oauth/login`));
    const [, action = ''] = /<form class="accounts" method="get" action="([^"]+)"/.exec(form.body) ?? [];
    expect(form.body).toContain('name="account" value="doctor.ke"');
    const filled = await browser.get(new URL(`${action}?account=doctor.ke`, form.url).href);
    expect(filled.body).toMatch(/id="username"[^>]*value="doctor.ke"/);
    expect(filled.body).toMatch(/id="password"[^>]*value="doctor.ke-demo"/);
    expect(filled.body).not.toContain('/allow"');
    const unknown = await browser.get(new URL(`${action}?account=nobody`, form.url).href);
    expect(unknown.body).toMatch(/id="username"[^>]*value=""/);
  });
});
