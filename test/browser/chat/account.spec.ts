import { hashOf } from '../../../src/modules/auth/sessions/secret';
import { completes } from '../../support/model-server';
import { ChatPage } from './chat-page';
import { ChatFixture } from './chat-fixture';
import type { ChatEnvironment } from './chat-environment';
import { until } from '../../support/until';
import type { BrowserSession } from '../browser-session';
import { SuiteBrowser } from '../suite-browser';

describe('the chat of a signed-in user', () => {
  const fixture = new ChatFixture();
  let environment: ChatEnvironment, browserSession: BrowserSession, chat: ChatPage, email: string;

  beforeEach(async () => {
    ({ environment, browserSession, chat, email } = await fixture.openSignedIn(
      completes('Drink enough water.'),
    ));
  });

  const titles = () => chat.page.locator('.conversations .title').allInnerTexts();

  const hasTitles = (...expected: string[]) =>
    until(
      `the conversations are ${expected.join(', ')}`,
      async () => (await titles()).join() === expected.join(),
    );

  /** Ends the session. @returns a function that restores it, as signing in again does */
  const endSession = async () => {
    const cookies = await browserSession.context.cookies();
    const hash = hashOf(await browserSession.token());
    const update = 'UPDATE session SET token_hash = $2 WHERE token_hash = $1';
    const replace = (from: string, to: string) => environment.platform.database.query(update, [from, to]);
    const ended = hashOf(`ended ${email}`);
    await replace(hash, ended);
    return async () => {
      await replace(ended, hash);
      await browserSession.context.addCookies(cookies);
    };
  };

  it('lists conversations, last used first, and opens one with its messages and rating', async () => {
    await chat.page.getByText('There are none yet.').waitFor();
    await chat.ask('What is cholera?');
    await chat.button('Good reply').click();
    await chat.page.getByText('Your rating was kept.').first().waitFor();
    await chat.startNewConversation();
    await chat.ask('What is measles?');
    await hasTitles('What is measles?', 'What is cholera?');
    await chat.page.locator('.conversations .open', { hasText: 'cholera' }).click();
    await chat.waitForReply();
    expect(await chat.questions.allInnerTexts()).toEqual(['What is cholera?']);
    expect(await chat.replyText()).toBe('Drink enough water.');
    expect(await chat.button('Good reply').getAttribute('aria-pressed')).toBe('true');
    expect(await chat.page.locator('.conversations [aria-current]').innerText()).toContain('cholera');
    await chat.waitForAnnouncement('The conversation is shown.');
    await chat.ask('And in children?');
    await hasTitles('What is cholera?', 'What is measles?');
    expect(browserSession.pageErrors).toEqual([]);
  });

  it('shows no notice about anonymous conversations', async () => {
    await chat.ask('What is cholera?');
    expect(await chat.page.locator('.notice').isVisible()).toBe(false);
  });

  it('shows the conversation after a reload, and lists it in another tab', async () => {
    await chat.ask('What is cholera?');
    await chat.page.reload();
    await chat.waitForReply();
    expect(await chat.questions.allInnerTexts()).toEqual(['What is cholera?']);
    const other = new ChatPage(await browserSession.context.newPage());
    await other.open();
    await other.page.locator('.conversations .open', { hasText: 'cholera' }).click();
    await other.waitForReply();
    expect(await other.replyText()).toBe('Drink enough water.');
  });

  /** Inserts conversations of one message; the last used one has 25. */
  const insertConversations = async (conversationCount: number) => {
    for (let hoursAgo = 1; hoursAgo <= conversationCount; hoursAgo += 1) {
      await environment.platform.database.query(
        `WITH c AS (
           INSERT INTO conversation (id, account_id, last_message_at)
           SELECT gen_random_uuid(), id, now() - make_interval(hours => $2) FROM account WHERE email = $1 RETURNING id
         )
         INSERT INTO message (conversation_id, id, role, content)
         SELECT id, gen_random_uuid(), 'user', 'Question ' || $2 || CASE WHEN n > 1 THEN ', part ' || n ELSE '' END
         FROM c, generate_series(1, CASE WHEN $2 = 1 THEN 25 ELSE 1 END) n`,
        [email, hoursAgo],
      );
    }
    await chat.page.reload();
  };

  it('shows older conversations and earlier messages on request', async () => {
    await insertConversations(22);
    const { page } = chat;
    await page.getByRole('button', { name: 'Show older ones' }).click();
    await until('all conversations are listed', async () => (await titles()).length === 22);
    expect(await page.getByRole('button', { name: 'Show older ones' }).isVisible()).toBe(false);
    expect((await titles()).at(-1)).toBe('Question 22');
    await page.locator('.conversations .open').first().click();
    await page.getByRole('button', { name: 'Show earlier messages' }).click();
    await until('all messages are shown', async () => (await chat.questions.count()) === 25);
    const shown = await chat.questions.allInnerTexts();
    expect(shown[0]).toBe('Question 1');
    expect(shown.slice(1)).toEqual(shown.slice(1).map((_, index) => `Question 1, part ${index + 2}`));
  });

  it('shows earlier messages once if they are requested twice on a slow connection', async () => {
    await insertConversations(2);
    const { page } = chat;
    const continueRequests: (() => Promise<void>)[] = [];
    await page.route(/chatbot\.history/, async (route) => {
      if (route.request().postData()?.includes('cursor')) continueRequests.push(() => route.continue());
      else await route.continue();
    });
    await page.locator('.conversations .open').first().click();
    const earlier = page.getByRole('button', { name: 'Show earlier messages' });
    await earlier.click();
    await earlier.click({ force: true });
    await until('they are requested', () => Promise.resolve(continueRequests.length > 0));
    await page.waitForTimeout(300);
    for (const continueRequest of continueRequests) await continueRequest();
    await until('all messages are shown', async () => (await chat.questions.count()) >= 25);
    await page.waitForTimeout(300);
    expect(await chat.questions.count()).toBe(25);
  });

  it('shows no error for the previous conversation after another one is opened', async () => {
    await insertConversations(2);
    const { page } = chat;
    let fail: (() => Promise<void>) | undefined;
    await page.route(/chatbot\.history/, async (route) => {
      if (route.request().postData()?.includes('cursor')) fail = () => route.abort();
      else await route.continue();
    });
    await page.locator('.conversations .open').first().click();
    await page.getByRole('button', { name: 'Show earlier messages' }).click();
    await until('they are requested', () => Promise.resolve(fail !== undefined));
    await page.locator('.conversations .open').nth(1).click();
    await until(
      'the other conversation is open',
      async () => (await chat.questions.allInnerTexts()).join() === 'Question 2',
    );
    await fail?.();
    await page.waitForTimeout(300);
    expect(await page.locator('.problem:visible').count()).toBe(0);
  });

  it('deletes a conversation from the list after a confirmation', async () => {
    await chat.ask('What is cholera?');
    await chat.startNewConversation();
    await chat.ask('What is measles?');
    await hasTitles('What is measles?', 'What is cholera?');
    await chat.button('Delete “What is cholera?”').click();
    await chat.page.keyboard.press('Escape');
    expect(await titles()).toHaveLength(2);
    await chat.button('Delete “What is cholera?”').click();
    await chat.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await hasTitles('What is measles?');
    expect(await chat.questions.allInnerTexts()).toEqual(['What is measles?']);
    await chat.button('Delete “What is measles?”').click();
    await chat.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await chat.page.locator('.welcome').waitFor();
    await chat.page.getByText('There are none yet.').waitFor();
    await chat.page.reload();
    await chat.page.getByText('There are none yet.').waitFor();
    expect(await chat.replies.count()).toBe(0);
  });

  it('completes a reply while another conversation is open', async () => {
    await chat.ask('What is cholera?');
    await chat.startNewConversation();
    const release = await environment.receivePartialReply(chat, 'What is measles?', [
      'Measles ',
      'is ',
      'a disease.',
    ]);
    await chat.page.locator('.conversations .open', { hasText: 'cholera' }).click();
    await chat.waitForReply();
    expect(await chat.replyText()).toBe('Drink enough water.');
    release();
    await environment.waitForAllReplies();
    expect(await chat.replies.count()).toBe(1);
    await chat.page.locator('.conversations .open', { hasText: 'measles' }).click();
    await chat.waitForReply();
    expect(await chat.replyText()).toBe('Measles is a disease.');
    expect(environment.model.requests).toHaveLength(1);
  });

  it('clears the tab when the user signs out', async () => {
    await chat.ask('What is cholera?');
    await chat.field.fill('And');
    await chat.button('Sign out').click();
    await chat.page.getByText('You are not signed in.').waitFor();
    expect(await chat.page.evaluate<number>('sessionStorage.length')).toBe(0);
    expect(await chat.replies.count()).toBe(0);
    expect(await chat.page.locator('.conversations').count()).toBe(0);
  });

  it('reports an ended session, and restores the message after the sign-in', async () => {
    await chat.ask('What is cholera?');
    const signInAgain = await endSession();
    await chat.send('And in children?');
    await chat.page.getByText('Your session has ended.').first().waitFor();
    expect(await chat.field.inputValue()).toBe('And in children?');
    const link = chat.page.locator('.problem').getByRole('link', { name: 'Sign in' });
    expect(await link.getAttribute('href')).toBe('/api/oauth/login?returnTo=%2Fchat');
    await signInAgain();
    await chat.open();
    expect(await chat.field.inputValue()).toBe('And in children?');
  });

  it('shows nothing to another account that signs in after the session has ended', async () => {
    await chat.ask('What is cholera?');
    await endSession();
    await chat.send('And in children?');
    await chat.page.getByText('Your session has ended.').first().waitFor();
    await environment.signIn(browserSession, { role: 'user', email: `not-${email}` });
    await chat.open();
    expect(await chat.field.inputValue()).toBe('');
    expect(await chat.replies.count()).toBe(0);
    expect(await chat.page.locator('.question').count()).toBe(0);
    await chat.page.reload();
    expect(await chat.page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain('children');
  });

  it('keeps an anonymous conversation readable after the sign-in, and starts a new one below it', async () => {
    const { chat: anonymousChat, browserSession: anonymousSession } = await fixture.createUser();
    await anonymousChat.open();
    await anonymousChat.ask('What is cholera?');
    const anonymousId = await anonymousChat.storedConversation();
    await environment.signIn(anonymousSession, { role: 'user', email: `was-${email}` });
    await anonymousChat.open();
    await anonymousChat.waitForReply();
    const notice = anonymousChat.page.locator('.notice');
    expect(await notice.innerText()).toMatch(
      /^You began this conversation before you signed in: it is not among your conversations.+ What you write now begins a new conversation/,
    );
    const id = (await anonymousChat.storedConversation())?.split(' ')[0];
    expect(id).toBe(anonymousId);
    await anonymousChat.ask('And in children?');
    expect(await anonymousChat.questions.allInnerTexts()).toEqual(['What is cholera?', 'And in children?']);
    expect(await anonymousChat.page.locator('.log .parting').innerText()).toContain('begins here');
    expect(await notice.isVisible()).toBe(false);
    const listed = anonymousChat.page.locator('.conversations .title');
    await until('it is listed', async () => (await listed.allInnerTexts()).join() === 'And in children?');
    expect((await anonymousChat.storedConversation())?.split(' ')[0]).not.toBe(anonymousId);
    const [before] = await environment.platform.database.query<{ count: string }[]>(
      'SELECT count(*) FROM message WHERE conversation_id = $1',
      [anonymousId],
    );
    expect(Number(before?.count)).toBe(2);
    await anonymousChat.page.reload();
    await anonymousChat.waitForReply();
    expect(await anonymousChat.questions.allInnerTexts()).toEqual(['And in children?']);
  });
});

describe('signing in on the chat', () => {
  const browser = new SuiteBrowser();

  it('returns from the portal to the page in its language, with the list of conversations', async () => {
    const browserSession = await browser.createSession();
    const { page } = browserSession;
    const chat = new ChatPage(page);
    await chat.open('?lang=fr');
    await page.getByRole('link', { name: 'Se connecter', exact: true }).click();
    await browserSession.submitLoginForm('user');
    await page.getByRole('heading', { name: 'Vos conversations' }).waitFor();
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe('/chat?lang=fr');
    expect(await page.locator('.panel .account').innerText()).toMatch(/^Votre compte\s: .+/);
  });
});
