import { LOCALES, type Locale } from '../../src/shared/locale';
import { LANGUAGE_NAMES } from '../../web/shared/i18n/language-names';
import { ChatScenario } from './chat-scenario';
import { countBytes } from './wire-bytes';

/** What a first load may take over the wire, headers included. */
const MOST_BYTES = 100_000;

const TITLES: Readonly<Record<Locale, string>> = {
  en: 'Health assistant',
  fr: 'Assistant santé',
  pt: 'Assistente de saúde',
  ar: 'المساعد الصحي',
  sw: 'Msaidizi wa afya',
};

describe('the chat', () => {
  const scenario = new ChatScenario();

  it.each(LOCALES)(
    'is loaded for the first time, ready to be written in, with less than 100 kB in %s',
    async (locale) => {
      const account = { role: 'user', email: `${locale}@example.org` } as const;
      const { chat, visitor } = await scenario.arrive({ locale }, account);
      const bytes = await countBytes(await visitor.context.newCDPSession(visitor.page));
      await chat.open();
      await chat.page.waitForLoadState('networkidle');
      const all = [...bytes.values()].reduce((sum, one) => sum + one, 0);
      process.stdout.write(
        `first load of the chat in ${locale}: ${bytes.size} requests, ${(all / 1000).toFixed(1)} kB\n`,
      );
      const paths = [...bytes.keys()].map((address) => new URL(address).pathname);
      expect(paths).toEqual(
        expect.arrayContaining([
          '/chat',
          expect.stringMatching(/^\/chat\/assets\/main-/),
          '/api/trpc/chatbot.conversations',
        ]),
      );
      expect(all).toBeGreaterThan(20_000);
      expect(all).toBeLessThan(MOST_BYTES);
      expect(visitor.complaints).toEqual([]);
    },
  );

  it.each(LOCALES)('speaks %s, and asks for replies in it', async (locale) => {
    const { chat } = await scenario.arrive({ locale: 'de' });
    const { page } = chat;
    await chat.open();
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
      page.waitForRequest((asked) => asked.url().includes('chatbot.startReply')),
      page.locator('#send').click(),
    ]);
    expect((await request.allHeaders())['accept-language']).toBe(locale);
    await chat.complete();
  });

  it('is mirrored in Arabic, with what is written in other letters from left to right', async () => {
    const { chat } = await scenario.arrive({ locale: 'ar' });
    await chat.open();
    await chat.ask('What is malaria?');
    const middle = async (selector: string) => {
      const box = await chat.page.locator(selector).first().boundingBox();
      return (box?.x ?? 0) + (box?.width ?? 0) / 2;
    };
    expect(await middle('aside')).toBeGreaterThan(640);
    expect(await middle('.question .text')).toBeLessThan(await middle('.reply'));
    const direction = await chat.page.evaluate<string>(
      `getComputedStyle(document.querySelector('.question .text')).direction`,
    );
    expect(direction).toBe('ltr');
  });

  it('says of each reply in which language it is, also after it was loaded anew in another one', async () => {
    const { chat } = await scenario.arrive();
    const language = () => chat.replies.first().locator('.text').getAttribute('lang');
    await chat.open('?lang=fr');
    await chat.ask('Quels sont les symptômes du paludisme chez les enfants ?');
    expect(await language()).toBe('fr');
    await chat.open('?lang=en');
    await chat.complete();
    expect(await language()).toBe('fr');
  });

  it('says what to do where there is no JavaScript', async () => {
    const { chat } = await scenario.arrive({ javaScriptEnabled: false });
    await chat.page.goto('/chat');
    expect(await chat.page.locator('main').innerText()).toContain('The assistant needs JavaScript');
    expect(await chat.page.locator('.loading').isVisible()).toBe(false);
  });
});
