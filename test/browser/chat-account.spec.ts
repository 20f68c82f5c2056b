import { hashOf } from '../../src/modules/auth/sessions/secret';
import { completes } from '../support/model-server';
import { ChatPage } from './chat-page';
import { ChatScenario } from './chat-scenario';
import type { ChatStage } from './chat-stage';
import { until } from '../support/until';
import { Visitor, startChromium } from './visitor';

describe('who is signed in to the chat', () => {
  const scenario = new ChatScenario();
  let stage: ChatStage, visitor: Visitor, chat: ChatPage, email: string;

  beforeEach(async () => {
    ({ stage, visitor, chat, email } = await scenario.user(completes('Drink enough water.')));
  });

  const titles = () => chat.page.locator('.conversations .title').allInnerTexts();

  const hasTitles = (...expected: string[]) =>
    until(
      `the conversations are ${expected.join(', ')}`,
      async () => (await titles()).join() === expected.join(),
    );

  /** @returns what lets it go on, as signing in again does */
  const endSession = async () => {
    const cookies = await visitor.context.cookies();
    const hash = hashOf(cookies.find(({ name }) => name === 'session')?.value ?? '');
    const replace = (from: string, to: string) =>
      stage.platform.database.query('UPDATE session SET token_hash = $2 WHERE token_hash = $1', [from, to]);
    const ended = hashOf(`ended ${email}`);
    await replace(hash, ended);
    return async () => {
      await replace(ended, hash);
      await visitor.context.addCookies(cookies);
    };
  };

  it('sees the conversations, the last used first, and opens one with all that was said and rated', async () => {
    await chat.page.getByText('There are none yet.').waitFor();
    await chat.ask('What is cholera?');
    await chat.page.getByRole('button', { name: 'Good reply' }).click();
    await chat.page.getByText('Your rating was kept.').first().waitFor();
    await chat.startAnew();
    await chat.ask('What is measles?');
    await hasTitles('What is measles?', 'What is cholera?');
    await chat.page.locator('.conversations .open', { hasText: 'cholera' }).click();
    await chat.complete();
    expect(await chat.questions.allInnerTexts()).toEqual(['What is cholera?']);
    expect(await chat.text()).toBe('Drink enough water.');
    expect(await chat.page.getByRole('button', { name: 'Good reply' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    expect(await chat.page.locator('.conversations [aria-current]').innerText()).toContain('cholera');
    expect(await chat.announced.textContent()).toBe('The conversation is shown.');
    await chat.ask('And in children?');
    await hasTitles('What is cholera?', 'What is measles?');
    expect(visitor.complaints).toEqual([]);
  });

  it('is not told that the conversation is nobody’s', async () => {
    await chat.ask('What is cholera?');
    expect(await chat.page.locator('.notice').isVisible()).toBe(false);
  });

  it('has the same conversation after the page was loaded anew, and in the list of another tab', async () => {
    await chat.ask('What is cholera?');
    await chat.page.reload();
    await chat.complete();
    expect(await chat.questions.allInnerTexts()).toEqual(['What is cholera?']);
    const other = new ChatPage(await visitor.context.newPage());
    await other.open();
    await other.page.locator('.conversations .open', { hasText: 'cholera' }).click();
    await other.complete();
    expect(await other.text()).toBe('Drink enough water.');
  });

  /** Conversations of one message, and one of 25, the last used. */
  const hasTalked = async (conversations: number) => {
    for (let count = 1; count <= conversations; count += 1) {
      await stage.platform.database.query(
        `WITH c AS (
           INSERT INTO conversation (id, account_id, last_message_at)
           SELECT gen_random_uuid(), id, now() - make_interval(hours => $2) FROM account WHERE email = $1 RETURNING id
         )
         INSERT INTO message (conversation_id, id, role, content)
         SELECT id, gen_random_uuid(), 'user', 'Question ' || $2 || CASE WHEN n > 1 THEN ', part ' || n ELSE '' END
         FROM c, generate_series(1, CASE WHEN $2 = 1 THEN 25 ELSE 1 END) n`,
        [email, count],
      );
    }
    await chat.page.reload();
  };

  it('sees older conversations and earlier messages when asked to', async () => {
    await hasTalked(22);
    const { page } = chat;
    await page.getByRole('button', { name: 'Show older ones' }).click();
    await until('all are listed', async () => (await titles()).length === 22);
    expect(await page.getByRole('button', { name: 'Show older ones' }).isVisible()).toBe(false);
    expect((await titles()).at(-1)).toBe('Question 22');
    await page.locator('.conversations .open').first().click();
    await page.getByRole('button', { name: 'Show earlier messages' }).click();
    await until('all are shown', async () => (await chat.questions.count()) === 25);
    const shown = await chat.questions.allInnerTexts();
    expect(shown[0]).toBe('Question 1');
    expect(shown.slice(1)).toEqual(shown.slice(1).map((_, index) => `Question 1, part ${index + 2}`));
  });

  it('sees earlier messages once, however often they were asked for on a slow line', async () => {
    await hasTalked(2);
    const { page } = chat;
    const answers: (() => Promise<void>)[] = [];
    await page.route(/chatbot\.history/, async (route) => {
      if (route.request().postData()?.includes('cursor')) answers.push(() => route.continue());
      else await route.continue();
    });
    await page.locator('.conversations .open').first().click();
    const earlier = page.getByRole('button', { name: 'Show earlier messages' });
    await earlier.click();
    await earlier.click({ force: true });
    await until('they were asked for', () => Promise.resolve(answers.length > 0));
    await page.waitForTimeout(300);
    for (const answer of answers) await answer();
    await until('all are shown', async () => (await chat.questions.count()) >= 25);
    await page.waitForTimeout(300);
    expect(await chat.questions.count()).toBe(25);
  });

  it('hears nothing of earlier messages that did not come, in the conversation opened meanwhile', async () => {
    await hasTalked(2);
    const { page } = chat;
    let fail: (() => Promise<void>) | undefined;
    await page.route(/chatbot\.history/, async (route) => {
      if (route.request().postData()?.includes('cursor')) fail = () => route.abort();
      else await route.continue();
    });
    await page.locator('.conversations .open').first().click();
    await page.getByRole('button', { name: 'Show earlier messages' }).click();
    await until('they were asked for', () => Promise.resolve(fail !== undefined));
    await page.locator('.conversations .open').nth(1).click();
    await until('it is open', async () => (await chat.questions.allInnerTexts()).join() === 'Question 2');
    await fail?.();
    await page.waitForTimeout(300);
    expect(await page.locator('.problem:visible').count()).toBe(0);
  });

  it('deletes a conversation from the list, once that was confirmed', async () => {
    await chat.ask('What is cholera?');
    await chat.startAnew();
    await chat.ask('What is measles?');
    await hasTitles('What is measles?', 'What is cholera?');
    await chat.page.getByRole('button', { name: 'Delete “What is cholera?”' }).click();
    await chat.page.keyboard.press('Escape');
    expect(await titles()).toHaveLength(2);
    await chat.page.getByRole('button', { name: 'Delete “What is cholera?”' }).click();
    await chat.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await hasTitles('What is measles?');
    expect(await chat.questions.allInnerTexts()).toEqual(['What is measles?']);
    await chat.page.getByRole('button', { name: 'Delete “What is measles?”' }).click();
    await chat.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await chat.page.locator('.welcome').waitFor();
    await chat.page.getByText('There are none yet.').waitFor();
    await chat.page.reload();
    await chat.page.getByText('There are none yet.').waitFor();
    expect(await chat.replies.count()).toBe(0);
  });

  it('goes to another conversation in the middle of a reply, and finds it written later', async () => {
    await chat.ask('What is cholera?');
    await chat.startAnew();
    const goOn = stage.model.hold(['Measles ', 'is ', 'a disease.'], 1);
    await chat.send('What is measles?');
    await chat.reads('Measles');
    await chat.page.locator('.conversations .open', { hasText: 'cholera' }).click();
    await chat.complete();
    expect(await chat.text()).toBe('Drink enough water.');
    goOn();
    await stage.allWritten();
    expect(await chat.replies.count()).toBe(1);
    await chat.page.locator('.conversations .open', { hasText: 'measles' }).click();
    await chat.complete();
    expect(await chat.text()).toBe('Measles is a disease.');
    expect(stage.model.requests).toHaveLength(1);
  });

  it('leaves nothing behind when signing out', async () => {
    await chat.ask('What is cholera?');
    await chat.field.fill('And');
    await chat.page.getByRole('button', { name: 'Sign out' }).click();
    await chat.page.getByText('You are not signed in.').waitFor();
    expect(await chat.page.evaluate<number>('sessionStorage.length')).toBe(0);
    expect(await chat.replies.count()).toBe(0);
    expect(await chat.page.locator('.conversations').count()).toBe(0);
  });

  it('is told that the session has ended, and has the message again after signing in', async () => {
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

  it('leaves nothing to read for somebody else who signs in after the session has ended', async () => {
    await chat.ask('What is cholera?');
    await endSession();
    await chat.send('And in children?');
    await chat.page.getByText('Your session has ended.').first().waitFor();
    await stage.signIn(visitor, { role: 'user', email: `not-${email}` });
    await chat.open();
    expect(await chat.field.inputValue()).toBe('');
    expect(await chat.replies.count()).toBe(0);
    expect(await chat.page.locator('.question').count()).toBe(0);
    await chat.page.reload();
    expect(await chat.page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain('children');
  });

  it('reads on what was begun as a stranger, and writes into a new conversation of the account', async () => {
    const { chat: strange, visitor: stranger } = await scenario.arrive();
    await strange.open();
    await strange.ask('What is cholera?');
    const begun = await strange.keptConversation();
    await stage.signIn(stranger, { role: 'user', email: `was-${email}` });
    await strange.open();
    await strange.complete();
    const notice = strange.page.locator('.notice');
    expect(await notice.innerText()).toMatch(
      /^You began this conversation before you signed in: it is not among your conversations.+ What you write now begins a new conversation/,
    );
    const id = (await strange.keptConversation())?.split(' ')[0];
    expect(id).toBe(begun);
    await strange.ask('And in children?');
    expect(await strange.questions.allInnerTexts()).toEqual(['What is cholera?', 'And in children?']);
    expect(await strange.page.locator('.log .parting').innerText()).toContain('begins here');
    expect(await notice.isVisible()).toBe(false);
    const listed = strange.page.locator('.conversations .title');
    await until('it is listed', async () => (await listed.allInnerTexts()).join() === 'And in children?');
    expect((await strange.keptConversation())?.split(' ')[0]).not.toBe(begun);
    const [before] = await stage.platform.database.query<{ count: string }[]>(
      'SELECT count(*) FROM message WHERE conversation_id = $1',
      [begun],
    );
    expect(Number(before?.count)).toBe(2);
    await strange.page.reload();
    await strange.complete();
    expect(await strange.questions.allInnerTexts()).toEqual(['And in children?']);
  });
});

describe('who signs in on the chat', () => {
  it('goes to the portal and comes back to the page, in its language, with a list of conversations', async () => {
    const browser = await startChromium();
    const visitor = await Visitor.arrive(browser);
    const { page } = visitor;
    const chat = new ChatPage(page);
    await chat.open('?lang=fr');
    await page.getByRole('link', { name: 'Se connecter', exact: true }).click();
    await page.getByLabel('User name').fill('user');
    await page.getByLabel('Password').fill('user-demo');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Vos conversations' }).waitFor();
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe('/chat?lang=fr');
    expect(await page.locator('.panel .account').innerText()).toMatch(/^Votre compte\s: .+/);
    await browser.close();
  });
});
