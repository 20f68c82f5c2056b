import { setTimeout as wait } from 'node:timers/promises';
import { hashOf, newSecret } from '../../../src/modules/auth/sessions/secret';
import { completes } from '../../support/model-server';
import { until } from '../../support/until';
import { findViolations } from '../axe';
import type { BrowserSession } from '../browser-session';
import { ChatFixture } from './chat-fixture';
import type { ChatEnvironment } from './chat-environment';
import type { ChatPage } from './chat-page';
import { isStoredPage, waitForLivePage, waitForWorker } from './stored-page';

const QUESTION = 'Can my baby have paracetamol?';
const ENDED = 'Your session has ended.';

describe('the stored chat page when the platform responds again', () => {
  const fixture = new ChatFixture();
  let environment: ChatEnvironment, browserSession: BrowserSession, chat: ChatPage, email: string;

  const openUser = async (isSignedIn: boolean) => {
    const reply = completes('Ask a nurse.');
    const user = isSignedIn ? await fixture.openSignedIn(reply) : await fixture.openAnonymous(reply);
    ({ environment, browserSession, chat, email } = user);
    await waitForWorker(chat.page);
  };

  const openStored = async () => {
    await browserSession.context.setOffline(true);
    await chat.open();
    expect(await isStoredPage(chat.page)).toBe(true);
  };

  const waitUntilBack = () => chat.page.getByText('You are connected again.').waitFor();

  /** Writes a text on a stored page, and waits until the platform responds again. */
  const writeUntilBack = async () => {
    await openUser(false);
    await openStored();
    await chat.field.fill('My unfinished question');
    await browserSession.context.setOffline(false);
    await waitUntilBack();
  };

  describe('and the session has ended meanwhile', () => {
    beforeEach(async () => {
      await openUser(true);
      await chat.ask('What is a fever?');
      await openStored();
      await chat.send(QUESTION);
      await chat.page.getByText('The message could not be sent.').first().waitFor();
      const hash = hashOf(await browserSession.token());
      await environment.platform.database.query('DELETE FROM session WHERE token_hash = $1', [hash]);
      await browserSession.context.setOffline(false);
      await chat.page.getByText(ENDED).first().waitFor();
    });

    const addCookie = (value: string) =>
      browserSession.context.addCookies([{ name: 'session', value, url: environment.proxy.origin }]);

    const signInAgain = async () => {
      const value = newSecret();
      await environment.platform.database.query(
        `INSERT INTO session (token_hash, account_id, expires_at)
         SELECT $1, id, now() + interval '1 hour' FROM account WHERE email = $2`,
        [hashOf(value), email],
      );
      await addCookie(value);
    };

    it('keeps the text, offers the login, and sends it after the sign-in', async () => {
      const { page } = chat;
      expect(await isStoredPage(page)).toBe(true);
      expect(await chat.questions.allInnerTexts()).toEqual([QUESTION]);
      const link = page.locator('.problem').getByRole('link', { name: 'Sign in' });
      expect(await link.getAttribute('href')).toBe('/api/oauth/login?returnTo=%2Fchat');
      expect(await page.locator('#offline button').count()).toBe(0);
      expect(await findViolations(page)).toEqual([]);
      await page.locator('.question').getByRole('button', { name: 'Try again' }).click();
      await until('the text is in the composer', async () => (await chat.field.inputValue()) === QUESTION);
      await signInAgain();
      await chat.open();
      await page.getByText('Signed in as Amina Otieno').waitFor();
      expect(await chat.field.inputValue()).toBe(QUESTION);
      await page.locator('#send').click();
      await chat.waitForReply(1);
      await page.reload();
      await chat.waitForReply(1);
      expect(await chat.questions.allInnerTexts()).toEqual(['What is a fever?', QUESTION]);
    });

    it('continues when the account has signed in in another tab', async () => {
      await signInAgain();
      await chat.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
      await waitForLivePage(chat);
      await chat.page.locator('.question').getByRole('button', { name: 'Try again' }).click();
      await chat.waitForReply(1);
    });

    it('never shows the text to another account', async () => {
      await environment.signIn(browserSession, {
        role: 'user',
        name: 'Baraka',
        email: `other-${email}`,
      });
      await chat.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
      await waitForLivePage(chat);
      await chat.page.getByText('Signed in as Baraka').waitFor();
      expect(await chat.page.locator('body').innerText()).not.toContain(QUESTION);
      expect(await chat.field.inputValue()).toBe('');
      expect(await chat.page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain(QUESTION);
    });
  });

  it('gives the worker’s patience to one navigation only', async () => {
    await openUser(false);
    const { page } = chat;
    await page.evaluate(`navigator.serviceWorker.controller.postMessage(location.href)`);
    environment.proxy.hold();
    const isOpen = page.reload();
    await wait(5_000);
    environment.proxy.reconnect();
    await isOpen;
    await chat.field.waitFor();
    expect(await isStoredPage(page)).toBe(false);
    environment.proxy.hold();
    await page.reload({ timeout: 10_000 });
    expect(await isStoredPage(page)).toBe(true);
  });

  it('waits for a slow page that replaces the stored one', async () => {
    await writeUntilBack();
    environment.proxy.hold();
    const isReplaced = chat.button('Go on').click();
    await wait(5_000);
    environment.proxy.reconnect();
    await isReplaced;
    await chat.field.waitFor();
    expect(await isStoredPage(chat.page)).toBe(false);
  });

  it('checks the connection once at a time, and not longer than ten seconds', async () => {
    await openUser(false);
    await openStored();
    const { page } = chat;
    await chat.field.fill('My unfinished question');
    let checks = 0;
    await page.route('/chat', (route) => {
      checks += 1;
      // The first one gets no response.
      return checks === 1 ? undefined : route.continue();
    });
    await browserSession.context.setOffline(false);
    await until('the connection is checked', () => checks === 1);
    const failed = page.waitForEvent('requestfailed', { timeout: 13_000 });
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await wait(1_000);
    expect(checks).toBe(1);
    await failed;
    await waitUntilBack();
  });

  it('stays while a text is edited that is empty for a moment', async () => {
    await writeUntilBack();
    await chat.field.fill('');
    await wait(2_000);
    expect(await isStoredPage(chat.page)).toBe(true);
    await chat.field.fill('Another question');
    await chat.field.fill('');
    await chat.field.blur();
    await waitForLivePage(chat);
  });

  it('is replaced some seconds after the text was emptied', async () => {
    await writeUntilBack();
    await chat.field.fill('');
    await waitForLivePage(chat);
    expect(await chat.field.inputValue()).toBe('');
  });
});
