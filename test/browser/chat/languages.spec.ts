import { LOCALES, type Locale } from '../../../src/shared/locale';
import { LANGUAGE_NAMES } from '../../../src/shared/language-names';
import { ChatFixture } from './chat-fixture';
import { START_REPLY_URL } from './chat-page';
import { countTransferredBytes } from '../transferred-bytes';
import { until } from '../../support/until';

/** The limit of a first load, including headers. */
const MAX_BYTES = 45_000;

const TITLES: Readonly<Record<Locale, string>> = {
  en: 'Health assistant',
  fr: 'Assistant santé',
  pt: 'Assistente de saúde',
  ar: 'المساعد الصحي',
  sw: 'Msaidizi wa afya',
};

describe('the chat in each language', () => {
  const fixture = new ChatFixture();

  it.each(LOCALES)('loads less than 45 kB at first in %s', async (locale) => {
    const account = { role: 'user', email: `${locale}@example.org` } as const;
    const { chat, browserSession } = await fixture.createUser({ locale }, account);
    const bytes = await countTransferredBytes(
      await browserSession.context.newCDPSession(browserSession.page),
    );
    await chat.open();
    // On a busy machine the network is also idle before the conversations are requested.
    await until('the conversations are loaded', () =>
      [...bytes.keys()].some((url) => url.includes('/chatbot.conversations')),
    );
    await chat.page.waitForLoadState('networkidle');
    const totalBytes = [...bytes.values()].reduce((sum, one) => sum + one, 0);
    process.stdout.write(
      `first load of the chat in ${locale}: ${bytes.size} requests, ${(totalBytes / 1000).toFixed(1)} kB\n`,
    );
    const paths = [...bytes.keys()].map((url) => new URL(url).pathname);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/chat',
        expect.stringMatching(/^\/chat\/assets\/main-/),
        '/api/trpc/chatbot.conversations',
      ]),
    );
    expect(totalBytes).toBeGreaterThan(20_000);
    expect(totalBytes).toBeLessThan(MAX_BYTES);
    expect(browserSession.pageErrors).toEqual([]);
  });

  it.each(LOCALES)('shows its texts in %s, and requests replies in that language', async (locale) => {
    const { chat } = await fixture.openUser({ locale: 'de' });
    const { page } = chat;
    await chat.field.fill('Malaria');
    if (locale !== 'en') {
      await page.locator('#language').selectOption({ label: LANGUAGE_NAMES[locale] });
      await page.getByRole('heading', { level: 1, name: TITLES[locale] }).waitFor();
      expect(new URL(page.url()).search).toBe(`?lang=${locale}`);
    }
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    expect(await page.title()).toBe(TITLES[locale]);
    expect(await chat.field.inputValue()).toBe('Malaria');
    const [request] = await Promise.all([
      page.waitForRequest(START_REPLY_URL),
      page.locator('#send').click(),
    ]);
    expect((await request.allHeaders())['accept-language']).toBe(locale);
    await chat.waitForReply();
  });

  it('is mirrored in Arabic, except texts in other scripts', async () => {
    const { chat } = await fixture.openUser({ locale: 'ar' });
    await chat.ask('What is malaria?');
    const centerX = async (selector: string) => {
      const box = await chat.page.locator(selector).first().boundingBox();
      return (box?.x ?? 0) + (box?.width ?? 0) / 2;
    };
    expect(await centerX('aside')).toBeGreaterThan(640);
    expect(await centerX('.question .text')).toBeLessThan(await centerX('.reply'));
    const direction = await chat.page.evaluate<string>(
      `getComputedStyle(document.querySelector('.question .text')).direction`,
    );
    expect(direction).toBe('ltr');
  });

  it('marks each reply with its language, also after a reload in another language', async () => {
    const { chat } = await fixture.createUser();
    const language = () => chat.replies.first().locator('.text').getAttribute('lang');
    await chat.open('?lang=fr');
    await chat.ask('Quels sont les symptômes du paludisme chez les enfants ?');
    expect(await language()).toBe('fr');
    await chat.open('?lang=en');
    await chat.waitForReply();
    expect(await language()).toBe('fr');
  });

  it('explains that it needs JavaScript if JavaScript is disabled', async () => {
    const { chat } = await fixture.createUser({ javaScriptEnabled: false });
    await chat.page.goto('/chat');
    expect(await chat.page.locator('main').innerText()).toContain('The assistant needs JavaScript');
    expect(await chat.page.locator('.loading').isVisible()).toBe(false);
  });
});
