import type { Page } from 'playwright-core';
import { completes } from '../../support/model-server';
import { until } from '../../support/until';
import { ChatFixture } from '../chat/chat-fixture';
import type { ChatPage } from '../chat/chat-page';
import { DashboardFixture } from '../dashboard/dashboard-fixture';

/** Waits for a request that the platform refuses. */
async function refusal(page: Page, path: RegExp): Promise<string> {
  const response = await page.waitForResponse(
    (one) => path.test(one.url()) && one.request().method() !== 'HEAD',
  );
  expect(response.status()).toBe(401);
  return response.url();
}

describe('a page that is open while another account signs in', () => {
  describe('the dashboard', () => {
    const fixture = new DashboardFixture();

    const openForOther = async () => {
      const user = await fixture.open('?period=2026-02', { username: 'ministry.ke' });
      expect(await user.page.locator('.account').innerText()).toContain('Achieng Otieno');
      await user.browserSession.signInAs('ministry');
      return user;
    };

    const waitForOther = (page: Page) =>
      until('the page is that of the other account', async () => {
        const text = await page
          .locator('.account')
          .innerText()
          .catch(() => 'Achieng Otieno');
        return !text.includes('Achieng Otieno');
      });

    it('acknowledges no alert', async () => {
      const { page, browserSession } = await fixture.open('?period=2026-10');
      await browserSession.signInAs('ministry.ke');
      const refused = refusal(page, /health\.handleAlert/);
      await page.locator('.alert button[id$="-acknowledge"]').first().click();
      await refused;
      await page.locator('.account', { hasText: 'Achieng Otieno' }).waitFor();
    });

    it('lists no views of the other account', async () => {
      const { page } = await openForOther();
      const refused = refusal(page, /views\.list/);
      await page.getByRole('button', { name: 'Saved views' }).click();
      await refused;
      await waitForOther(page);
    });

    it('does not sign the other account out, on any page', async () => {
      const { page, browserSession } = await openForOther();
      const token = await browserSession.token();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await waitForOther(page);
      await browserSession.signInAs('ministry.ke');
      await page.goto('/?lang=en');
      await browserSession.context.addCookies([{ name: 'session', value: token, url: page.url() }]);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await until('the page is that of the other account', async () => {
        const text = await page
          .locator('body')
          .innerText()
          .catch(() => 'Achieng');
        return !text.includes('Achieng');
      });
      expect(await page.getByRole('button', { name: 'Sign out' }).isVisible()).toBe(true);
      expect(await browserSession.token()).toBe(token);
    });
  });

  describe('the chat', () => {
    const fixture = new ChatFixture();
    const TEXT = 'How long does the flu last?';
    const EMERGENCY = 'My husband has crushing chest pain and cannot breathe';
    const OTHER_ACCOUNT_TEXT = 'Somebody else is now signed in on this device.';
    let accountCount = 0;

    const signInOther = async (user: Awaited<ReturnType<ChatFixture['openAnonymous']>>, email: string) =>
      user.environment.signIn(user.browserSession, { role: 'user', name: 'Baraka', email });

    const countMessages = async (): Promise<number> =>
      (await fixture.environment.platform.database.query<unknown[]>('SELECT FROM message')).length;

    it('stores no message in a conversation of the other account, and shows it nothing', async () => {
      const user = await fixture.openSignedIn(completes('About a week.'));
      const { chat } = user;
      await signInOther(user, 'message@example.org');
      const before = await countMessages();
      await chat.send(TEXT);
      await chat.page.getByText('Signed in as Baraka').waitFor();
      expect(await countMessages()).toBe(before);
      expect(await chat.field.inputValue()).toBe('');
      expect(await chat.page.locator('.question').count()).toBe(0);
      expect(await chat.page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain('flu');
    });

    it('gives the advice in an emergency, stores nothing, and shows nothing else of its account', async () => {
      const user = await fixture.openSignedIn(completes('About a week.'));
      const { chat } = user;
      await chat.ask(TEXT);
      await signInOther(user, 'emergency@example.org');
      const before = await countMessages();
      await chat.send(EMERGENCY);
      await chat.page.getByText(OTHER_ACCOUNT_TEXT).first().waitFor();
      await chat.waitForReply();
      expect(await chat.emergency.innerText()).not.toBe('');
      expect(await countMessages()).toBe(before);
      expect(await chat.questions.allInnerTexts()).toEqual([EMERGENCY]);
      expect(await chat.replies.count()).toBe(1);
      expect(await chat.page.locator('.conversations').count()).toBe(0);
      expect(await chat.page.getByText('Amina').count()).toBe(0);
      expect(await chat.page.evaluate<number>('sessionStorage.length')).toBe(0);
      const checked = chat.page.waitForResponse(/auth\.me/);
      await chat.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
      await (await checked).finished();
      expect(await chat.questions.allInnerTexts()).toEqual([EMERGENCY]);
      await chat.button('Reload the page').click();
      await chat.page.getByText('Signed in as Baraka').waitFor();
      expect(await chat.page.locator('.message').count()).toBe(0);
    });

    it.each([
      ['sends a message', { isReloaded: false, act: (chat: ChatPage) => chat.send(TEXT) }],
      ['sends a message after a reload', { isReloaded: true, act: (chat: ChatPage) => chat.send(TEXT) }],
      ['signs out', { isReloaded: false, act: (chat: ChatPage) => chat.button('Sign out').click() }],
    ])('shows nothing of a stored emergency if its page %s', async (_, { act, isReloaded }) => {
      const user = await fixture.openSignedIn(completes('About a week.'));
      const { chat } = user;
      await chat.ask(EMERGENCY);
      await chat.page.locator('.conversations .open').waitFor();
      if (isReloaded) {
        await chat.open();
        await chat.waitForReply();
      }
      await signInOther(user, `stored${(accountCount += 1)}@example.org`);
      await act(chat);
      await chat.page.getByText('Signed in as Baraka').waitFor();
      expect(await chat.page.locator('.message').count()).toBe(0);
      expect(await chat.page.evaluate<number>('sessionStorage.length')).toBe(0);
    });

    it('keeps the advice of a page without an account, and returns later messages to the composer', async () => {
      const user = await fixture.openAnonymous(completes('About a week.'));
      const { chat } = user;
      await signInOther(user, 'advice@example.org');
      await chat.ask(EMERGENCY);
      await chat.send(TEXT);
      await chat.page.getByText(OTHER_ACCOUNT_TEXT).first().waitFor();
      expect(await chat.emergency.innerText()).not.toBe('');
      expect(await chat.questions.allInnerTexts()).toEqual([EMERGENCY]);
      await until('the text is in the composer', async () => (await chat.field.inputValue()) === TEXT);
      await chat.button('Reload the page').click();
      await chat.page.getByText('Signed in as Baraka').waitFor();
      await until('the text is in the composer', async () => (await chat.field.inputValue()) === TEXT);
    });

    it('returns what was written without an account to the composer of the account', async () => {
      const user = await fixture.openAnonymous(completes('About a week.'));
      const { chat } = user;
      await chat.ask('What is a cold?');
      await signInOther(user, 'anonymous@example.org');
      const before = await countMessages();
      await chat.send(TEXT);
      await chat.page.getByText('Signed in as Baraka').waitFor();
      await until('the text is in the composer', async () => (await chat.field.inputValue()) === TEXT);
      expect(await countMessages()).toBe(before);
      expect(await chat.questions.allInnerTexts()).toEqual(['What is a cold?']);
    });
  });
});
