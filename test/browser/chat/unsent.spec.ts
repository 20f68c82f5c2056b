import { completes } from '../../support/model-server';
import { type ChatPage, START_REPLY_URL } from './chat-page';
import { ChatFixture } from './chat-fixture';
import type { ChatEnvironment } from './chat-environment';
import { until } from '../../support/until';
import type { BrowserSession } from '../browser-session';

const MESSAGES = ['How long does the flu last?', 'And a cold?', 'And a cough?'] as const;
const [FIRST, SECOND, THIRD] = MESSAGES;

describe('undelivered messages in the chat', () => {
  const fixture = new ChatFixture();
  let environment: ChatEnvironment, browserSession: BrowserSession, chat: ChatPage;

  beforeEach(async () => {
    ({ environment, browserSession, chat } = await fixture.openAnonymous(completes('About a week.')));
    await environment.platform.database.query('DELETE FROM conversation');
  });

  const problems = () => chat.page.locator('.question .problem:visible');

  const waitForUndelivered = (count = 1) =>
    until(`${count} messages are undelivered`, async () => (await problems().count()) === count);

  /** Sends each message while the browser is offline. */
  const sendOffline = async (...messages: readonly string[]) => {
    const before = await problems().count();
    await browserSession.context.setOffline(true);
    for (const [index, message] of messages.entries()) {
      await chat.send(message);
      await waitForUndelivered(before + index + 1);
    }
    await browserSession.context.setOffline(false);
  };

  const clickRetry = (message: string, action = 'Try again') =>
    chat.page
      .locator('.question', { hasText: message })
      .getByRole('button', { name: action })
      .click({ timeout: 5_000 });

  const delivered = () => environment.loadQuestions(chat);

  /** Delivers the next messages, but discards the responses. */
  const loseResponses = (times = 1) =>
    chat.page.route(
      START_REPLY_URL,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times },
    );

  const countConversations = async () => {
    const rows = await environment.platform.database.query<unknown[]>('SELECT id FROM conversation');
    return rows.length;
  };

  it('come with the emergency numbers of the country, also without a connection', async () => {
    await sendOffline(FIRST, SECOND);
    const numbers = chat.page.locator('.question .calls:visible');
    await browserSession.context.setOffline(true);
    await numbers.getByLabel('Which country are you in?').selectOption('UG');
    expect(await numbers.getByRole('link').allInnerTexts()).toEqual(['999', '112']);
    expect(await problems().first().innerText()).toContain('In an emergency do not wait');
    await browserSession.context.setOffline(false);
    await clickRetry(FIRST);
    await chat.waitForReply();
    expect(await numbers.count()).toBe(1);
    await clickRetry(SECOND);
    await chat.waitForReply(1);
    expect(await numbers.count()).toBe(0);
  });

  it('return to the composer in their order', async () => {
    await sendOffline(...MESSAGES);
    await chat.field.fill('And a fever?');
    await chat.startNewConversation();
    expect(await chat.field.inputValue()).toBe([...MESSAGES, 'And a fever?'].join('\n\n'));
    expect(await chat.questions.count()).toBe(0);
  });

  it('return to the composer in their order after a failed retry', async () => {
    await sendOffline(...MESSAGES);
    let fail: (() => Promise<void>) | undefined;
    await chat.page.route(START_REPLY_URL, (route) => {
      fail = () => route.abort();
    });
    await clickRetry(SECOND);
    await until('the message is being sent', () => Promise.resolve(fail !== undefined));
    await chat.startNewConversation();
    await chat.page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await fail?.();
    await until('all have returned', async () => (await chat.field.inputValue()) === MESSAGES.join('\n\n'));
  });

  it('keep their order after a failed retry', async () => {
    await sendOffline(FIRST, SECOND);
    await chat.page.route(START_REPLY_URL, (route) => route.abort());
    await clickRetry(FIRST);
    await waitForUndelivered(2);
    expect(await chat.questions.allInnerTexts()).toEqual([FIRST, SECOND]);
    await chat.page.reload();
    await waitForUndelivered(2);
    expect(await chat.questions.allInnerTexts()).toEqual([FIRST, SECOND]);
  });

  it.each(['before a reload', 'after a reload'])(
    'keep their order when they are delivered, %s',
    async (condition) => {
      await sendOffline(...MESSAGES);
      if (condition === 'after a reload') {
        await chat.page.reload();
        await waitForUndelivered(3);
      }
      for (const [index, message] of MESSAGES.entries()) {
        await clickRetry(message);
        await chat.waitForReply(index);
        await waitForUndelivered(MESSAGES.length - index - 1);
      }
      expect(await chat.page.locator('.message').allInnerTexts()).toEqual(
        MESSAGES.flatMap((message) => [
          expect.stringContaining(message) as string,
          expect.stringContaining('About a week.') as string,
        ]),
      );
      expect(await delivered()).toEqual(MESSAGES);
      await chat.page.reload();
      await chat.waitForReply(1);
      expect(await chat.questions.allInnerTexts()).toEqual(MESSAGES);
    },
  );

  it('belong to one conversation, in their order, if all are sent before the first is delivered', async () => {
    await sendOffline(...MESSAGES);
    await chat.page.route(
      START_REPLY_URL,
      async (route) => {
        await chat.page.waitForTimeout(700);
        await route.continue();
      },
      { times: 1 },
    );
    for (const message of MESSAGES) await clickRetry(message);
    for (const index of MESSAGES.keys()) await chat.waitForReply(index);
    expect(await delivered()).toEqual(MESSAGES);
    expect(await chat.questions.allInnerTexts()).toEqual(MESSAGES);
  });

  it('follow the messages that were delivered before them', async () => {
    await sendOffline(FIRST);
    await chat.ask(SECOND);
    await clickRetry(FIRST);
    await chat.waitForReply(1);
    expect(await chat.questions.allInnerTexts()).toEqual([SECOND, FIRST]);
    expect(await delivered()).toEqual([SECOND, FIRST]);
  });

  it('create one message if the response is lost before a reload', async () => {
    await loseResponses();
    await chat.send(FIRST);
    await waitForUndelivered();
    await chat.page.reload();
    await chat.page.getByText('This message may not have been sent.').first().waitFor();
    expect(await chat.welcome.isVisible()).toBe(false);
    await clickRetry(FIRST);
    await chat.waitForReply();
    expect(await chat.replyText()).toBe('About a week.');
    expect(await delivered()).toEqual([FIRST]);
    expect(await countConversations()).toBe(1);
    expect(environment.model.requests).toHaveLength(1);
    await chat.page.reload();
    await chat.waitForReply();
    expect(await problems().count()).toBe(0);
  });

  it('create one message if the page is reloaded while it is being sent', async () => {
    let isDelivered = false;
    await chat.page.route(
      START_REPLY_URL,
      async (route) => {
        await route.fetch();
        isDelivered = true;
      },
      { times: 1 },
    );
    await chat.send(FIRST);
    await until('the message is delivered', () => Promise.resolve(isDelivered));
    await chat.page.reload();
    await clickRetry(FIRST);
    await chat.waitForReply();
    expect(await countConversations()).toBe(1);
    expect(environment.model.requests).toHaveLength(1);
  });

  it('disappear if the history contains them', async () => {
    await chat.ask(FIRST);
    await loseResponses(2);
    await chat.send(FIRST);
    await waitForUndelivered(1);
    await chat.send(SECOND);
    await waitForUndelivered(2);
    await sendOffline(THIRD);
    await chat.page.reload();
    await chat.waitForReply(1);
    await waitForUndelivered(1);
    expect(await chat.questions.allInnerTexts()).toEqual([FIRST, FIRST, SECOND, THIRD]);
    expect(await delivered()).toEqual([FIRST, FIRST, SECOND]);
    await clickRetry(THIRD);
    await chat.waitForReply(3);
    expect(await delivered()).toEqual([FIRST, FIRST, SECOND, THIRD]);
  });

  it('stay if the history contains only an older, equal message', async () => {
    await chat.ask(FIRST);
    await sendOffline(FIRST);
    await chat.page.reload();
    await chat.waitForReply();
    await waitForUndelivered();
    expect(await chat.questions.allInnerTexts()).toEqual([FIRST, FIRST]);
  });

  it('are shown if the history cannot be loaded, and stay below it when it is loaded', async () => {
    await chat.ask(FIRST);
    await sendOffline(SECOND);
    await chat.page.route(/chatbot\.history/, (route) => route.abort(), { times: 1 });
    await chat.page.reload();
    await waitForUndelivered();
    await chat.page.locator('.log > .problem').getByRole('button', { name: 'Try again' }).click();
    await chat.waitForReply();
    expect(await chat.questions.allInnerTexts()).toEqual([FIRST, SECOND]);
    await clickRetry(SECOND);
    await chat.waitForReply(1);
    expect(await delivered()).toEqual([FIRST, SECOND]);
  });

  it('create one message if they are sent unchanged from the composer', async () => {
    await loseResponses();
    await chat.send(FIRST);
    await waitForUndelivered();
    await chat.startNewConversation();
    expect(await chat.field.inputValue()).toBe(FIRST);
    await chat.field.press('Enter');
    await chat.waitForReply();
    expect(await countConversations()).toBe(1);
    expect(environment.model.requests).toHaveLength(1);
  });

  it('can be edited', async () => {
    await sendOffline(FIRST, SECOND);
    await chat.page.reload();
    await waitForUndelivered(2);
    await clickRetry(FIRST, 'Edit');
    expect(await chat.field.inputValue()).toBe(FIRST);
    expect(await chat.focusedElement()).toBe('message');
    expect(await chat.questions.allInnerTexts()).toEqual([SECOND]);
    await clickRetry(SECOND, 'Edit');
    await chat.welcome.waitFor();
    await chat.page.reload();
    expect(await chat.questions.count()).toBe(0);
    expect(await chat.field.inputValue()).toBe(`${SECOND}\n\n${FIRST}`);
  });

  it('return to the composer after the sign-in, if they are anonymous', async () => {
    await sendOffline(FIRST, SECOND);
    await environment.signIn(browserSession, { role: 'user', email: 'unsent@example.org' });
    await chat.page.reload();
    expect(await chat.field.inputValue()).toBe(`${FIRST}\n\n${SECOND}`);
    expect(await chat.questions.count()).toBe(0);
  });

  it('are deleted if the user signs out while one is being sent', async () => {
    await environment.signIn(browserSession, { role: 'user', email: 'leaving@example.org' });
    await chat.open();
    await sendOffline(FIRST);
    await chat.page.route(START_REPLY_URL, () => undefined);
    await chat.send(SECOND);
    await chat.button('Sign out').click();
    await chat.page.getByText('You are not signed in.').waitFor();
    expect(await chat.page.evaluate<number>('sessionStorage.length')).toBe(0);
    expect(await chat.field.inputValue()).toBe('');
  });
});
