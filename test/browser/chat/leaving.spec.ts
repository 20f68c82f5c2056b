import { streams } from '../../support/model-server';
import { type ChatPage, START_REPLY_URL } from './chat-page';
import { ChatFixture } from './chat-fixture';
import type { ChatEnvironment } from './chat-environment';
import { findViolations } from '../axe';
import { until } from '../../support/until';
import type { BrowserSession } from '../browser-session';

const QUESTION = 'How long does the flu last?';
const PIECES = ['About ', 'a ', 'week.'];

describe('leaving a conversation before its reply is complete', () => {
  const fixture = new ChatFixture();
  let environment: ChatEnvironment, browserSession: BrowserSession, chat: ChatPage;

  beforeEach(async () => {
    ({ environment, browserSession, chat } = await fixture.openAnonymous(streams(PIECES)));
  });

  const dialog = () => chat.page.getByRole('alertdialog', { name: 'Leave before the reply is there?' });

  const clickInDialog = (name: string) => dialog().getByRole('button', { name }).click();

  /** Sends a message and pauses its HTTP request. @returns a function that continues the request */
  const sendWithPausedRequest = async () => {
    let continueRequest: (() => Promise<void>) | undefined;
    await chat.page.route(
      START_REPLY_URL,
      (route) => {
        continueRequest = () => route.continue();
      },
      { times: 1 },
    );
    await chat.send(QUESTION);
    await until('the message is being sent', () => Promise.resolve(continueRequest !== undefined));
    return async () => {
      await continueRequest?.();
    };
  };

  const receivePartialReply = () => environment.receivePartialReply(chat, QUESTION, PIECES);

  it('shows the dialog to an anonymous user while a message is being sent; Stay keeps the conversation', async () => {
    const continueRequest = await sendWithPausedRequest();
    await chat.startNewConversation();
    expect(await dialog().innerText()).toContain('you could not come back to it');
    expect(await findViolations(chat.page)).toEqual([]);
    await clickInDialog('Stay');
    await continueRequest();
    await chat.waitForReply();
    expect(await chat.replyText()).toBe(PIECES.join(''));
    await chat.page.reload();
    await chat.waitForReply();
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION]);
  });

  it('shows the dialog to an anonymous user while a reply is being written; Escape keeps the conversation', async () => {
    const release = await receivePartialReply();
    await chat.startNewConversation();
    await chat.page.keyboard.press('Escape');
    release();
    await chat.waitForReply();
    expect(await chat.replyText()).toBe(PIECES.join(''));
  });

  it('closes the menu on a telephone after Stay', async () => {
    await chat.page.setViewportSize({ width: 360, height: 780 });
    const release = await receivePartialReply();
    await chat.page.locator('#menu').click();
    await chat.startNewConversation();
    await clickInDialog('Stay');
    expect(await chat.page.locator('.drawer').isVisible()).toBe(false);
    expect(await chat.focusedElement()).toBe('menu');
    release();
    await chat.waitForReply();
  });

  it('starts a new conversation after Leave', async () => {
    const continueRequest = await sendWithPausedRequest();
    await chat.startNewConversation();
    await clickInDialog('Leave');
    await chat.welcome.waitFor();
    expect(await chat.focusedElement()).toBe('message');
    await continueRequest();
    await until('the model is called', () => Promise.resolve(environment.model.requests.length === 1));
    expect(await chat.page.locator('.message').count()).toBe(0);
    expect(await chat.storedConversation()).toBeNull();
    expect(await chat.ask('And a cold?')).toBe(PIECES.join(''));
    expect(await chat.questions.allInnerTexts()).toEqual(['And a cold?']);
    expect(browserSession.pageErrors).toEqual([]);
  });

  it('shows no dialog when the reply is complete', async () => {
    await chat.ask(QUESTION);
    await chat.startNewConversation();
    await chat.welcome.waitFor();
    expect(await dialog().count()).toBe(0);
  });

  it('shows no dialog to a signed-in user, whose list contains the conversation', async () => {
    await environment.signIn(browserSession, { role: 'user', email: 'leaves@example.org' });
    await chat.open();
    const continueRequest = await sendWithPausedRequest();
    await chat.startNewConversation();
    await chat.welcome.waitFor();
    expect(await dialog().count()).toBe(0);
    await continueRequest();
    await chat.page.locator('.conversations .open').click();
    await chat.waitForReply();
    expect(await chat.replyText()).toBe(PIECES.join(''));
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION]);
  });

  it('shows no dialog after the sign-in, although the log also contains the anonymous conversation', async () => {
    await chat.ask(QUESTION);
    await environment.signIn(browserSession, { role: 'user', email: 'was-anonymous@example.org' });
    await environment.platform.database.query(
      `WITH c AS (
         INSERT INTO conversation (id, account_id, last_message_at)
         SELECT gen_random_uuid(), id, now() FROM account WHERE email = 'was-anonymous@example.org' RETURNING id
       )
       INSERT INTO message (conversation_id, id, role, content)
       SELECT id, gen_random_uuid(), 'user', 'What is cholera?' FROM c`,
    );
    await chat.open();
    await chat.waitForReply();
    const release = environment.model.hold(PIECES, 1);
    await chat.send('And a cold?');
    await chat.page.locator('.conversations .open', { hasText: 'cholera' }).click();
    await until(
      'the other conversation is open',
      async () => (await chat.questions.allInnerTexts()).join() === 'What is cholera?',
    );
    expect(await dialog().count()).toBe(0);
    release();
    await chat.page.locator('.conversations .open', { hasText: 'And a cold?' }).click();
    await chat.waitForReply();
    expect(await chat.replyText()).toBe(PIECES.join(''));
  });

  it('shows the reply if the conversation is reopened while the message is being sent', async () => {
    await environment.signIn(browserSession, { role: 'user', email: 'again@example.org' });
    await chat.open();
    await chat.ask('And a cold?');
    await chat.page.locator('.conversations .open').waitFor();
    const continueRequest = await sendWithPausedRequest();
    await chat.page.locator('.conversations .open').click();
    await chat.page.getByText('The conversation is shown.').waitFor({ state: 'attached' });
    await continueRequest();
    await chat.waitForReply(1);
    expect(await chat.questions.allInnerTexts()).toEqual(['And a cold?', QUESTION]);
    expect(await chat.replies.count()).toBe(2);
  });
});
