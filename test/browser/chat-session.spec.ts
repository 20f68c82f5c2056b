import { hashOf, newSecret } from '../../src/modules/auth/sessions/secret';
import { completes } from '../support/model-server';
import { violationsOf } from './axe';
import { ChatPage } from './chat-page';
import { ChatScenario } from './chat-scenario';
import type { ChatStage } from './chat-stage';
import { until } from '../support/until';
import type { Visitor } from './visitor';

const ENDED = 'Your session has ended.';

describe('whose session ends while the chat is open', () => {
  const scenario = new ChatScenario();
  let stage: ChatStage, visitor: Visitor, chat: ChatPage, email: string;
  let kept: string | null;

  beforeEach(async () => {
    ({ stage, visitor, chat, email } = await scenario.user(completes('Drink enough water.')));
    await chat.ask('What is cholera?');
    await chat.page.locator('.conversations .open').waitFor();
    kept = await chat.keptConversation();
    stage.model.behave(completes('Nobody should read this.'));
  });

  const token = async () =>
    (await visitor.context.cookies()).find(({ name }) => name === 'session')?.value ?? '';

  const endSession = async () => {
    await stage.platform.database.query('DELETE FROM session WHERE token_hash = $1', [hashOf(await token())]);
  };

  const signInAgain = async (value: string) => {
    await stage.platform.database.query(
      `INSERT INTO session (token_hash, account_id, expires_at)
       SELECT $1, id, now() + interval '1 hour' FROM account WHERE email = $2`,
      [hashOf(value), email],
    );
    await visitor.context.addCookies([{ name: 'session', value, url: stage.line.origin }]);
  };

  const isTold = (page = chat.page) => page.getByText(ENDED).first().waitFor();

  /** As a browser says when somebody comes back to a tab. */
  const comesBack = () => chat.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);

  it('is never answered as a stranger, however often the message is sent', async () => {
    await endSession();
    await chat.send('And in children?');
    await isTold();
    for (let times = 0; times < 3; times += 1) {
      await chat.page.locator('#send').click({ force: true });
      await chat.field.press('Enter');
    }
    await chat.startAnew();
    await chat.field.press('Enter');
    await chat.page.locator('.example').first().click();
    expect(await chat.field.inputValue()).toContain('And in children?');
    expect(stage.model.requests).toHaveLength(0);
    expect(await chat.questions.count()).toBe(0);
    expect(await chat.page.getByText('no longer there').count()).toBe(0);
    await isTold();
  });

  it('is told so by whatever finds it out, and keeps the conversation and what was written until after signing in', async () => {
    await chat.field.fill('And in children?');
    await endSession();
    await chat.page.getByRole('button', { name: 'Good reply' }).click();
    await isTold();
    expect(await chat.page.locator('.problem').getByRole('link', { name: 'Sign in' }).count()).toBe(1);
    expect(await violationsOf(chat.page)).toEqual([]);
    await chat.field.press('Enter');
    expect(await chat.field.inputValue()).toBe('And in children?');
    expect(await chat.announced.textContent()).toContain(ENDED);
    expect(await chat.keptConversation()).toBe(kept);
    expect(await chat.text()).toBe('Drink enough water.');
    expect(stage.model.requests).toHaveLength(0);
    await signInAgain(newSecret());
    await chat.open();
    await chat.complete();
    expect(await chat.questions.allInnerTexts()).toEqual(['What is cholera?']);
    expect(await chat.field.inputValue()).toBe('And in children?');
  });

  it('is told so where the browser has lost the session, though the platform then only knows a stranger', async () => {
    await visitor.context.clearCookies();
    await chat.send('And in children?');
    await isTold();
    expect(await chat.field.inputValue()).toBe('And in children?');
    expect(await chat.keptConversation()).toBe(kept);
  });

  it('is told so on coming back to the tab, and goes on once signed in again', async () => {
    const value = await token();
    await endSession();
    await comesBack();
    await isTold();
    await signInAgain(value);
    await comesBack();
    await chat.page.locator('.bottom .problem').waitFor({ state: 'hidden' });
    stage.model.behave(completes('Children need it too.'));
    await chat.send('And in children?');
    await chat.complete(1);
    expect(await chat.text(1)).toBe('Children need it too.');
  });

  it('is told so in every tab', async () => {
    const other = new ChatPage(await visitor.context.newPage());
    await other.open();
    await endSession();
    await chat.send('And in children?');
    await isTold();
    await isTold(other.page);
  });

  it('leaves nothing in another tab when signing out in one', async () => {
    const other = new ChatPage(await visitor.context.newPage());
    await other.open();
    await chat.field.fill('Unsent');
    await other.page.getByRole('button', { name: 'Sign out' }).click();
    await other.page.getByText('You are not signed in.').waitFor();
    await chat.page.getByText('You are not signed in.').waitFor();
    expect(await chat.page.locator('.message').count()).toBe(0);
    expect(await chat.field.inputValue()).toBe('');
  });

  it('sees the page of whoever signed in meanwhile, without what was theirs', async () => {
    await stage.signIn(visitor, { role: 'user', name: 'Baraka', email: 'b@example.org' });
    await comesBack();
    await chat.page.getByText('Signed in as Baraka').waitFor();
    expect(await chat.page.locator('.message').count()).toBe(0);
  });

  it.each([
    ['the platform fails', { status: 500, contentType: 'text/html', body: '' }],
    ['there is no network', undefined],
  ])(
    'is told that signing out did not work where %s, and stays signed in until it does',
    async (_, answer) => {
      await chat.page.route(/auth\.logout/, (route) => (answer ? route.fulfill(answer) : route.abort()));
      await chat.page.getByRole('button', { name: 'Sign out' }).click();
      await chat.page.getByText('You could not be signed out.').first().waitFor();
      expect(await chat.keptConversation()).toBe(kept);
      await chat.page.unroute(/auth\.logout/);
      await chat.page.getByRole('button', { name: 'Try again' }).click();
      await chat.page.getByText('You are not signed in.').waitFor();
      await until('the session is over', async () => (await token()) === '');
    },
  );
});
