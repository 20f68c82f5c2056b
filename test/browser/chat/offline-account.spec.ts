import { hashOf } from '../../../src/modules/auth/sessions/secret';
import { completes } from '../../support/model-server';
import type { BrowserSession } from '../browser-session';
import type { ChatEnvironment } from './chat-environment';
import { ChatFixture } from './chat-fixture';
import { ChatPage } from './chat-page';
import { isStoredPage, waitForLivePage, waitForWorker } from './stored-page';

const TEXT = 'I am Amina and my test is positive';

describe('a text that is written without a connection in a tab without entries', () => {
  const fixture = new ChatFixture();
  let environment: ChatEnvironment, browserSession: BrowserSession, chat: ChatPage, email: string;

  beforeEach(async () => {
    ({ environment, browserSession, chat, email } = await fixture.openSignedIn(completes('Ask a nurse.')));
    await waitForWorker(chat.page);
  });

  /** Opens the stored page in a new tab, with no other tab. */
  const openNewTab = async () => {
    await browserSession.context.setOffline(true);
    await chat.page.close();
    chat = new ChatPage(await browserSession.context.newPage());
    await chat.open();
    expect(await isStoredPage(chat.page)).toBe(true);
  };

  const write = async (how: string) => {
    if (how !== 'unsent') {
      await chat.field.fill(TEXT);
      return;
    }
    await chat.send(TEXT);
    await chat.page.getByText('The message could not be sent.').first().waitFor();
  };

  const endSession = async () => {
    const hash = hashOf(await browserSession.token());
    await environment.platform.database.query('DELETE FROM session WHERE token_hash = $1', [hash]);
    await browserSession.context.clearCookies();
  };

  const signInOther = () =>
    environment.signIn(browserSession, { role: 'user', name: 'Baraka', email: `other-${email}` });

  const expectNothingShown = async () => {
    await chat.page.getByText('Signed in as Baraka').waitFor();
    expect(await chat.page.locator('body').innerText()).not.toContain(TEXT);
    expect(await chat.field.inputValue()).toBe('');
    expect(await chat.page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain(TEXT);
  };

  it('is not shown to another account after a reload', async () => {
    await openNewTab();
    await write('draft');
    await endSession();
    await signInOther();
    await browserSession.context.setOffline(false);
    await chat.open();
    await expectNothingShown();
  });

  it.each(['draft', 'unsent'])('is not shown to another account that goes on: %s', async (how) => {
    await openNewTab();
    await write(how);
    await endSession();
    await signInOther();
    await browserSession.context.setOffline(false);
    if (how === 'draft') await chat.button('Go on').click();
    await waitForLivePage(chat);
    await expectNothingShown();
  });

  it('is kept for the same account', async () => {
    await openNewTab();
    await write('draft');
    await browserSession.context.setOffline(false);
    await chat.button('Go on').click();
    await waitForLivePage(chat);
    await chat.page.getByText('Signed in as Amina Otieno').waitFor();
    expect(await chat.field.inputValue()).toBe(TEXT);
  });

  it('is the account’s that has signed in on another page', async () => {
    await signInOther();
    await chat.open();
    await environment.signIn(browserSession, { role: 'user', name: 'Chidi', email: `third-${email}` });
    await chat.page.goto('/');
    await openNewTab();
    await write('draft');
    await signInOther();
    await browserSession.context.setOffline(false);
    await chat.open();
    await expectNothingShown();
  });

  it('is anonymous after the account has signed out', async () => {
    await chat.button('Sign out').click();
    await chat.page.getByText('You are not signed in.').waitFor();
    expect(await chat.page.evaluate<number>('localStorage.length')).toBe(0);
    await openNewTab();
    await write('draft');
    await signInOther();
    await browserSession.context.setOffline(false);
    await chat.open();
    await chat.page.getByText('Signed in as Baraka').waitFor();
    expect(await chat.field.inputValue()).toBe(TEXT);
  });
});
