import { hashOf, newSecret } from '../../../src/modules/auth/sessions/secret';
import { completes } from '../../support/model-server';
import { findViolations } from '../axe';
import { ChatPage } from './chat-page';
import { ChatFixture } from './chat-fixture';
import type { ChatEnvironment } from './chat-environment';
import { until } from '../../support/until';
import type { BrowserSession } from '../browser-session';

const ENDED_TEXT = 'Your session has ended.';

describe('the chat when its session ends', () => {
  const fixture = new ChatFixture();
  let environment: ChatEnvironment, browserSession: BrowserSession, chat: ChatPage, email: string;
  let conversationId: string | null;

  beforeEach(async () => {
    ({ environment, browserSession, chat, email } = await fixture.openSignedIn(
      completes('Drink enough water.'),
    ));
    await chat.ask('What is cholera?');
    await chat.page.locator('.conversations .open').waitFor();
    conversationId = await chat.storedConversation();
    environment.model.behave(completes('Nobody should read this.'));
  });

  const endSession = async () => {
    const hash = hashOf(await browserSession.token());
    await environment.platform.database.query('DELETE FROM session WHERE token_hash = $1', [hash]);
  };

  const signInAgain = async (value: string) => {
    await environment.platform.database.query(
      `INSERT INTO session (token_hash, account_id, expires_at)
       SELECT $1, id, now() + interval '1 hour' FROM account WHERE email = $2`,
      [hashOf(value), email],
    );
    await browserSession.context.addCookies([{ name: 'session', value, url: environment.proxy.origin }]);
  };

  const waitForNotice = (page = chat.page) => page.getByText(ENDED_TEXT).first().waitFor();

  /** Fires the event of a tab that becomes visible. */
  const returnToTab = () => chat.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);

  it('never sends a message anonymously, even after repeated attempts', async () => {
    await endSession();
    await chat.send('And in children?');
    await waitForNotice();
    for (let times = 0; times < 3; times += 1) {
      await chat.page.locator('#send').click({ force: true });
      await chat.field.press('Enter');
    }
    await chat.startNewConversation();
    await chat.field.press('Enter');
    await chat.page.locator('.example').first().click();
    expect(await chat.field.inputValue()).toContain('And in children?');
    expect(environment.model.requests).toHaveLength(0);
    expect(await chat.questions.count()).toBe(0);
    expect(await chat.page.getByText('no longer there').count()).toBe(0);
    await waitForNotice();
  });

  it('reports it after any failed call, and keeps the conversation and the draft until the sign-in', async () => {
    await chat.field.fill('And in children?');
    await endSession();
    await chat.button('Good reply').click();
    await waitForNotice();
    expect(await chat.page.locator('.problem').getByRole('link', { name: 'Sign in' }).count()).toBe(1);
    expect(await findViolations(chat.page)).toEqual([]);
    await chat.field.press('Enter');
    expect(await chat.field.inputValue()).toBe('And in children?');
    await chat.waitForAnnouncement(ENDED_TEXT);
    expect(await chat.storedConversation()).toBe(conversationId);
    expect(await chat.replyText()).toBe('Drink enough water.');
    expect(environment.model.requests).toHaveLength(0);
    await signInAgain(newSecret());
    await chat.open();
    await chat.waitForReply();
    expect(await chat.questions.allInnerTexts()).toEqual(['What is cholera?']);
    expect(await chat.field.inputValue()).toBe('And in children?');
  });

  it('reports it if the browser has lost the cookie, although the platform accepts anonymous calls', async () => {
    await browserSession.context.clearCookies();
    await chat.send('And in children?');
    await waitForNotice();
    expect(await chat.field.inputValue()).toBe('And in children?');
    expect(await chat.storedConversation()).toBe(conversationId);
  });

  it('reports it when the tab becomes visible, and continues after the sign-in', async () => {
    const value = await browserSession.token();
    await endSession();
    await returnToTab();
    await waitForNotice();
    await signInAgain(value);
    await returnToTab();
    await chat.page.locator('.composer-area .problem').waitFor({ state: 'hidden' });
    environment.model.behave(completes('Children need it too.'));
    await chat.send('And in children?');
    await chat.waitForReply(1);
    expect(await chat.replyText(1)).toBe('Children need it too.');
  });

  it('reports it in every tab', async () => {
    const other = new ChatPage(await browserSession.context.newPage());
    await other.open();
    await other.page.waitForLoadState('networkidle'); // Its own calls must not report the end first.
    await endSession();
    await chat.send('And in children?');
    await waitForNotice();
    await waitForNotice(other.page);
  });

  it('clears the other tabs when the user signs out', async () => {
    const other = new ChatPage(await browserSession.context.newPage());
    await other.open();
    await chat.field.fill('Unsent');
    await other.page.getByRole('button', { name: 'Sign out' }).click();
    await other.page.getByText('You are not signed in.').waitFor();
    await chat.page.getByText('You are not signed in.').waitFor();
    expect(await chat.page.locator('.message').count()).toBe(0);
    expect(await chat.field.inputValue()).toBe('');
  });

  it('shows the page of another account that has signed in, without the old conversation', async () => {
    await environment.signIn(browserSession, { role: 'user', name: 'Baraka', email: 'b@example.org' });
    await returnToTab();
    await chat.page.getByText('Signed in as Baraka').waitFor();
    expect(await chat.page.locator('.message').count()).toBe(0);
  });

  it.each([
    ['the platform fails', { status: 500, contentType: 'text/html', body: '' }],
    ['there is no network', undefined],
  ])(
    'reports that the sign-out has failed because %s, and stays signed in until it succeeds',
    async (_, response) => {
      await chat.page.route(/auth\.logout/, (route) => (response ? route.fulfill(response) : route.abort()));
      await chat.button('Sign out').click();
      await chat.page.getByText('You could not be signed out.').first().waitFor();
      expect(await chat.storedConversation()).toBe(conversationId);
      await chat.page.unroute(/auth\.logout/);
      await chat.button('Try again').click();
      await chat.page.getByText('You are not signed in.').waitFor();
      await until('the session has ended', async () => (await browserSession.token()) === '');
    },
  );
});
