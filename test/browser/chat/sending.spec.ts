import { completes } from '../../support/model-server';
import { type ChatPage, START_REPLY_URL } from './chat-page';
import { ChatFixture } from './chat-fixture';
import type { ChatEnvironment } from './chat-environment';
import { until } from '../../support/until';
import type { BrowserSession } from '../browser-session';

const QUESTION = 'How long does the flu last?';

describe('sending a message in the chat', () => {
  const fixture = new ChatFixture();
  let environment: ChatEnvironment, browserSession: BrowserSession, chat: ChatPage;

  beforeEach(async () => {
    ({ environment, browserSession, chat } = await fixture.openAnonymous(completes('About a week.')));
  });

  const waitForSendError = () =>
    chat.page.locator('.question .problem').getByText('The message could not be sent.').waitFor();

  const retry = () => chat.button('Try again').click();

  it('can be retried after a failure and a reload', async () => {
    await browserSession.context.setOffline(true);
    await chat.send(QUESTION);
    await waitForSendError();
    await chat.field.fill('And a cold?');
    await browserSession.context.setOffline(false);
    await chat.page.reload();
    expect(await chat.field.inputValue()).toBe('And a cold?');
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION]);
    await retry();
    await chat.waitForReply();
    await chat.page.reload();
    await chat.waitForReply();
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION]);
    expect(await chat.page.locator('.problem:visible').count()).toBe(0);
    expect(await chat.field.inputValue()).toBe('And a cold?');
  });

  it('can be retried if the page is reloaded before the response', async () => {
    await chat.page.route(START_REPLY_URL, () => undefined, { times: 1 });
    await chat.send(QUESTION);
    await chat.page.reload();
    await retry();
    await chat.waitForReply();
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION]);
    expect(await chat.field.inputValue()).toBe('');
  });

  it('returns the message to the composer, before a newer draft, if the conversation does not exist any more', async () => {
    await chat.ask(QUESTION);
    await environment.deleteConversation(chat);
    await chat.page.route(START_REPLY_URL, async (route) => {
      await chat.field.fill('Or longer?');
      await route.continue();
    });
    await chat.send('A week?');
    await chat.page.getByText('That conversation is no longer there.').first().waitFor();
    expect(await chat.field.inputValue()).toBe('A week?\n\nOr longer?');
  });

  it('returns the message to the composer if a new conversation is started before a retry', async () => {
    await browserSession.context.setOffline(true);
    await chat.send(QUESTION);
    await waitForSendError();
    await chat.startNewConversation();
    expect(await chat.field.inputValue()).toBe(QUESTION);
    expect(await chat.questions.count()).toBe(0);
  });

  it.each([
    { failure: 'a lost connection', position: 'first' },
    { failure: 'a lost connection', position: 'later' },
    { failure: 'a proxy error', position: 'later' },
  ])('creates one message if only the response is lost: $position message, $failure', async (lost) => {
    const earlier = lost.position === 'later' ? ['What is the flu?'] : [];
    for (const question of earlier) await chat.ask(question);
    environment.model.behave(completes('About a week.'));
    await chat.page.route(
      START_REPLY_URL,
      async (route) => {
        await route.fetch();
        if (lost.failure === 'a lost connection') await route.abort('connectionreset');
        else await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
      },
      { times: 1 },
    );
    await chat.send(QUESTION);
    await waitForSendError();
    const problem = await chat.page.locator('.problem:visible').innerText();
    expect(problem.includes('There is no connection.')).toBe(lost.failure === 'a lost connection');
    await retry();
    await chat.waitForReply(earlier.length);
    expect(await chat.replyText(earlier.length)).toBe('About a week.');
    expect(await chat.questions.allInnerTexts()).toEqual([...earlier, QUESTION]);
    expect(await environment.loadQuestions(chat)).toEqual([...earlier, QUESTION]);
    expect(environment.model.requests).toHaveLength(1);
  });

  it('delivers a failed message on retry, although an equal message was delivered before', async () => {
    await chat.ask(QUESTION);
    await chat.page.route(START_REPLY_URL, (route) => route.abort(), { times: 1 });
    await chat.send(QUESTION);
    await waitForSendError();
    await retry();
    await chat.waitForReply(1);
    await until('the model is called twice', () => Promise.resolve(environment.model.requests.length === 2));
  });
});
