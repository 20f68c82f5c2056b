import { LOCALES } from '../../../src/shared/locale';
import { completes, streams } from '../../support/model-server';
import { APPEARANCES } from '../appearances';
import { findViolations } from '../axe';
import { ChatFixture } from './chat-fixture';
import { until } from '../../support/until';

const EMERGENCY = 'My husband has strong chest pain and cannot breathe';

const LONG_REPLY = Array.from(
  { length: 120 },
  (_, index) => `Sentence ${index} of a long reply.${index % 3 === 2 ? '\n\n' : ' '}`,
);

describe('accessibility of the chat', () => {
  const fixture = new ChatFixture();

  beforeEach(() => {
    fixture.environment.model.behave(completes('Rest, and drink enough water.\n\n- Sleep\n- Tea'));
  });

  it.each(APPEARANCES)('has no axe violations $name', async ({ locale, viewport, colorScheme }) => {
    const account = { role: 'user', email: `${locale}${viewport.width}${colorScheme}@example.org` } as const;
    const options = { locale, viewport, colorScheme };
    const signedIn = colorScheme === 'dark' ? account : undefined;
    const { chat, browserSession } = await fixture.openUser(options, signedIn);
    const { page } = chat;
    expect(await page.locator('html').getAttribute('dir')).toBe(locale === 'ar' ? 'rtl' : 'ltr');
    expect(await findViolations(page)).toEqual([]);
    await chat.ask('I have a cold');
    await page.locator('.thumb-down').click();
    await page.locator('.outcome:not(:empty)').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await chat.ask(EMERGENCY);
    await chat.emergency.locator('strong').waitFor();
    expect(await findViolations(page)).toEqual([]);
    if (viewport.width === 360) {
      await page.locator('#menu').click();
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await page.locator('#delete').click();
    expect(await findViolations(page)).toEqual([]);
    expect(browserSession.pageErrors).toEqual([]);
  });

  it('has no axe violations with an unfinished reply, a lost connection, and an undelivered message', async () => {
    const { chat, environment } = await fixture.createUser();
    const release = environment.model.hold(LONG_REPLY, 40);
    await chat.open();
    await chat.send('I have a cold');
    await chat.waitForText('Sentence 39');
    // Scrolls to the end, because the composer partly covers what is behind it.
    const violations = async () => {
      await chat.page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      return findViolations(chat.page);
    };
    expect(await violations()).toEqual([]);
    environment.proxy.disconnect();
    await chat.page.getByText('The connection was lost.').first().waitFor();
    expect(await violations()).toEqual([]);
    await chat.button('Stop reading along').click();
    await chat.send('And another thing');
    await chat.page.getByText('The message could not be sent.').first().waitFor();
    expect(await violations()).toEqual([]);
    release();
  });

  it('allows to ask, rate and delete by keyboard', async () => {
    const { chat, environment } = await fixture.createUser();
    const { page } = chat;
    const { keyboard } = page;
    await chat.open();
    expect(await chat.focusedElement()).toBe('message');
    await keyboard.type('I have a cold');
    await keyboard.press('Shift+Enter');
    await keyboard.type('and a cough');
    expect(await chat.questions.count()).toBe(0);
    await keyboard.press('Enter');
    await chat.waitForReply();
    expect(await chat.questions.allInnerTexts()).toEqual(['I have a cold\nand a cough']);
    expect(await chat.focusedElement()).toBe('message');
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 40; presses += 1) {
        await keyboard.press('Shift+Tab');
        const focused = await page.evaluate<string>(
          `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`,
        );
        if (focused === name) return;
      }
      throw new Error(`the Tab key does not lead to ${name}`);
    };
    await tabTo('Poor reply');
    await keyboard.press('Enter');
    await page.getByText('Your rating was kept.').first().waitFor();
    await keyboard.press('Tab');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await page.locator('.reasons').waitFor({ state: 'hidden' });
    const [row] = await environment.platform.database.query<unknown[]>(
      'SELECT rating, reason FROM message_rating ORDER BY rated_at DESC LIMIT 1',
    );
    expect(row).toEqual({ rating: false, reason: expect.any(String) as string });
    await page.locator('#message').focus();
    await tabTo('Delete this conversation');
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.locator('.welcome').waitFor();
    expect(await chat.focusedElement()).toBe('message');
  });

  it('skips to the composer with the first link', async () => {
    const { chat } = await fixture.openUser({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 360, height: 780 },
    });
    await chat.page.keyboard.press('Tab');
    await chat.page.keyboard.press('Enter');
    expect(await chat.focusedElement()).toBe('message');
  });

  it('announces a reply to screen readers once, when it is complete', async () => {
    const { chat, environment } = await fixture.createUser();
    environment.model.behave(streams(['Rest, ', 'and drink ', 'enough water.'], { between: 300 }));
    await chat.open();
    expect(await chat.page.getByRole('log', { name: 'Conversation' }).getAttribute('aria-live')).toBe('off');
    await chat.recordAnnouncements();
    await chat.ask('I have a cold');
    expect(await chat.announcements()).toEqual([
      'The assistant is writing …',
      'The assistant replied: Rest, and drink enough water.',
    ]);
    expect(await chat.page.getByRole('article', { name: 'You' }).count()).toBe(1);
    expect(await chat.page.getByRole('article', { name: 'Assistant' }).count()).toBe(1);
  });

  it('keeps the beginning of a long reply in view, and does not scroll after the user has scrolled', async () => {
    const { chat, environment } = await fixture.createUser({ viewport: { width: 360, height: 640 } });
    const { page } = chat;
    const release = environment.model.hold(LONG_REPLY, 61);
    await chat.open();
    await chat.send('I have a cold');
    await chat.waitForText('Sentence 60');
    const questionTop = async () => (await page.locator('.question').first().boundingBox())?.y ?? 0;
    const headerHeight = (await page.locator('.top').boundingBox())?.height ?? 0;
    expect(Math.abs((await questionTop()) - headerHeight - 12)).toBeLessThan(4);
    await page.mouse.move(180, 300);
    await page.mouse.wheel(0, 150);
    await until('the page is scrolled', async () => (await questionTop()) < 0);
    const scrolledTop = await questionTop();
    release();
    await chat.waitForText('Sentence 100');
    expect(scrolledTop).toBeLessThan(0);
    await chat.waitForReply();
    expect(Math.abs((await questionTop()) - scrolledTop)).toBeLessThan(4);
    await page.getByRole('button', { name: 'Go on to the end' }).click();
    await until('the end is visible', () => page.getByRole('button', { name: 'Good reply' }).isVisible());
    expect(
      await page.evaluate<boolean>('scrollY + innerHeight > document.documentElement.scrollHeight - 4'),
    ).toBe(true);
  });

  it.each(LOCALES)(
    'fits a telephone of 360 pixels in %s, with touch targets of sufficient size',
    async (locale) => {
      const { chat } = await fixture.openUser({
        locale,
        viewport: { width: 360, height: 780 },
        hasTouch: true,
        isMobile: true,
      });
      const { page } = chat;
      expect(await page.locator('#composer-hint').count()).toBe(0);
      await chat.field.fill('I have a cold');
      await chat.field.press('Enter');
      await chat.field.pressSequentially('and a cough');
      expect(await chat.questions.count()).toBe(0);
      await page.locator('#send').tap();
      await chat.waitForReply();
      expect(await chat.questions.allInnerTexts()).toEqual(['I have a cold\nand a cough']);
      await page.locator('.thumb-down').tap();
      await chat.ask(EMERGENCY);
      await chat.replies.last().locator('.calls select').selectOption('KE');
      const widths = '[document.documentElement.scrollWidth, innerWidth]';
      const smallTargets = `[...document.querySelectorAll('a, button, select, summary, input, textarea')]
      .map((one) => one.matches('input') ? one.closest('label') : one)
      .filter((one) => one.checkVisibility() && !one.matches('.skip'))
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 44 || box.width < 44)
      .map(({ one, box }) => one.outerHTML.slice(0, 80) + ' ' + box.width + 'x' + box.height)`;
      expect(await page.evaluate<number[]>(widths)).toEqual([360, 360]);
      expect(await page.evaluate<string[]>(smallTargets)).toEqual([]);
      await page.locator('#menu').tap();
      expect(await page.evaluate<number[]>(widths)).toEqual([360, 360]);
      expect(await page.evaluate<string[]>(smallTargets)).toEqual([]);
    },
  );

  it('starts an empty text field on the right in Arabic, and otherwise follows its text', async () => {
    const { chat } = await fixture.openUser({ locale: 'ar' });
    await chat.ask('I have a cold');
    await chat.page.locator('.thumb-down').click();
    const fields = `[...document.querySelectorAll('textarea')].map((one) => {
      const { direction, unicodeBidi, textAlign } = getComputedStyle(one);
      return [direction, unicodeBidi, textAlign].join(' ');
    })`;
    expect(await chat.page.evaluate<string[]>(fields)).toEqual([
      'rtl plaintext start',
      'rtl plaintext start',
    ]);
  });

  it('does not cover the conversation with the button to the end on a telephone', async () => {
    const { chat, environment } = await fixture.createUser({ viewport: { width: 360, height: 640 } });
    environment.model.behave(completes(LONG_REPLY.join('')));
    await chat.open();
    await chat.ask('I have a cold');
    const endButton = await chat.button('Go on to the end').boundingBox();
    const composer = await chat.page.locator('.composer').boundingBox();
    expect(endButton?.y).toBeGreaterThanOrEqual((composer?.y ?? Infinity) + (composer?.height ?? 0));
    expect(endButton?.height).toBeGreaterThanOrEqual(44);
  });

  it('needs no horizontal scrolling at a zoom of 400 %', async () => {
    // A window of 1280 by 1024 pixels at 400 % (WCAG 2.2, 1.4.10).
    const { chat } = await fixture.openUser({ viewport: { width: 320, height: 256 } });
    await chat.ask(EMERGENCY);
    await chat.emergency.locator('strong').waitFor();
    expect(await chat.page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
    const bannerHeight = (await chat.emergency.boundingBox())?.height ?? 0;
    expect(bannerHeight).toBeLessThan(256 * 0.75);
  });

  it('shows which thumb is selected when contrast is forced', async () => {
    const { chat } = await fixture.openUser({ forcedColors: 'active' });
    await chat.ask('I have a cold');
    const borderColor = () =>
      chat.page.evaluate<string>(`getComputedStyle(document.querySelector('.thumb-up')).borderColor`);
    const before = await borderColor();
    await chat.page.locator('.thumb-up').click();
    expect(await borderColor()).not.toBe(before);
  });
});
