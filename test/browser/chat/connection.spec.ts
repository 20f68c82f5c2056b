import { hangsUp, streams } from '../../support/model-server';
import type { ChatPage } from './chat-page';
import { ChatFixture } from './chat-fixture';
import type { ChatEnvironment } from './chat-environment';
import { until } from '../../support/until';
import type { BrowserSession } from '../browser-session';

const QUESTION = 'How long does the flu last?';
const WORDS = Array.from({ length: 40 }, (_, index) => `word${index} `);
const REPLY = WORDS.join('').trim();

/** The response to a stream that exceeds the limit of open streams. */
const STREAM_REFUSAL = `event: serialized-error\ndata: ${JSON.stringify({
  json: { code: -32029, message: 'Too many', data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429 } },
})}\n\n`;

describe('the chat during failures', () => {
  const fixture = new ChatFixture({ OPENAI_MAX_RETRIES: '0' });
  let environment: ChatEnvironment, browserSession: BrowserSession, chat: ChatPage;

  beforeEach(async () => {
    ({ environment, browserSession, chat } = await fixture.openAnonymous(streams(WORDS)));
  });

  /** Records every text that the reply shows. */
  const recordTexts = () =>
    chat.page.evaluate(`(() => {
      window.texts = [];
      new MutationObserver(() => {
        const text = document.querySelector('.reply .text')?.textContent ?? '';
        if (window.texts.at(-1) !== text) window.texts.push(text);
      }).observe(document.querySelector('.log'), { childList: true, subtree: true, characterData: true });
    })()`);

  /** Checks that each recorded text continues the one before it. */
  const expectGrowingTexts = async () => {
    const texts = await chat.page.evaluate<string[]>('window.texts');
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.some((text) => text !== '' && text.length < REPLY.length)).toBe(true);
    for (const text of texts) expect(REPLY.startsWith(text.trim())).toBe(true);
    const lengths = texts.map(({ length }) => length);
    expect(lengths).toEqual([...lengths].sort((one, other) => one - other));
  };

  /** Sends a message and receives half of its reply. @returns a function that releases the rest */
  const receivePartialReply = async () => {
    const release = environment.model.hold(WORDS, 20);
    await chat.send(QUESTION);
    await chat.waitForText('word5');
    return release;
  };

  const waitForReconnection = () =>
    until(
      'the connection is back',
      async () => (await chat.page.getByText('The connection was lost.').count()) === 0,
    );

  it('continues a reply after a lost connection without lost or repeated words, and without a second model request', async () => {
    await recordTexts();
    const release = await receivePartialReply();
    environment.proxy.disconnect();
    await chat.page.getByText('The connection was lost.').first().waitFor();
    const textBefore = await chat.replyText();
    environment.proxy.reconnect();
    await waitForReconnection();
    release();
    await chat.waitForReply();
    expect(textBefore.length).toBeLessThan(REPLY.length);
    expect(await chat.replyText()).toBe(REPLY);
    expect(await chat.page.getByText('The connection was lost.').count()).toBe(0);
    await expectGrowingTexts();
    expect(environment.model.requests).toHaveLength(1);
  });

  it('shows the whole reply after it was disconnected while the rest was written', async () => {
    const release = await receivePartialReply();
    environment.proxy.disconnect();
    release();
    await environment.waitForAllReplies();
    expect(await chat.replyText()).not.toContain('word39');
    environment.proxy.reconnect();
    await chat.waitForReply();
    expect(await chat.replyText()).toBe(REPLY);
    expect(environment.model.requests).toHaveLength(1);
  });

  it('continues a reply after the browser was offline', async () => {
    await recordTexts();
    const release = await receivePartialReply();
    await browserSession.context.setOffline(true);
    environment.proxy.disconnect();
    await chat.page.getByText('The connection was lost.').first().waitFor();
    environment.proxy.reconnect();
    await browserSession.context.setOffline(false);
    await waitForReconnection();
    release();
    await chat.waitForReply();
    expect(await chat.replyText()).toBe(REPLY);
    await expectGrowingTexts();
    expect(environment.model.requests).toHaveLength(1);
  });

  it('retries the stream if a proxy responds instead of the platform', async () => {
    let requests = 0;
    await browserSession.page.route(/chatbot\.reply/, async (route) => {
      requests += 1;
      if (requests <= 2)
        await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
      else await route.continue();
    });
    await chat.send(QUESTION);
    await chat.waitForReply();
    expect(await chat.replyText()).toBe(REPLY);
    expect(requests).toBe(3);
    expect(environment.model.requests).toHaveLength(1);
  });

  it('continues a reply on request after six refused streams, without a second model request', async () => {
    const { page } = chat;
    let refusals = 0;
    await page.clock.install();
    await page.route(/chatbot\.reply/, async (route) => {
      refusals += 1;
      await route.fulfill({ contentType: 'text/event-stream', body: STREAM_REFUSAL });
    });
    await chat.send(QUESTION);
    const problem = chat.replies.first().locator('.problem');
    for (let times = 1; times <= 6; times += 1) {
      await until(`the stream was refused ${times} times`, () => Promise.resolve(refusals >= times));
      if (times < 6) await page.clock.fastForward(20_000);
    }
    await problem.getByText('The reply could not be read to its end.').waitFor();
    expect(await problem.innerText()).not.toMatch(/messages|sign in/i);
    await page.unroute(/chatbot\.reply/);
    await page.clock.fastForward(60_000);
    await problem.getByRole('button', { name: 'Try again' }).click();
    await chat.waitForReply();
    expect(await chat.replyText()).toBe(REPLY);
    expect(await chat.questions.count()).toBe(1);
    expect(environment.model.requests).toHaveLength(1);
  });

  it('reconnects if the connection is silent for too long', async () => {
    await recordTexts();
    const release = await receivePartialReply();
    environment.proxy.stall();
    release();
    // Chromium may reconnect on idle connections first, which are silent too: 10 seconds for each.
    await chat.replies.locator('.thumb-up').waitFor({ timeout: 50_000 });
    expect(await chat.replyText()).toBe(REPLY);
    await expectGrowingTexts();
    expect(environment.model.requests).toHaveLength(1);
  });

  it('reports an undelivered message, and sends it once on request', async () => {
    await browserSession.context.setOffline(true);
    await chat.send(QUESTION);
    const problem = chat.page.locator('.question .problem').getByText('The message could not be sent.');
    await problem.waitFor();
    expect(await chat.page.locator('.question .problem').innerText()).toContain('There is no connection.');
    await chat.waitForAnnouncement('There is no connection.');
    await browserSession.context.setOffline(false);
    await chat.button('Try again').click();
    await chat.waitForReply();
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION]);
    expect(environment.model.requests).toHaveLength(1);
  });

  it('reports a failed reply, and repeats the question on request', async () => {
    await chat.ask(QUESTION);
    await environment.platform.database.query(
      `UPDATE message SET state = 'failed', content = '' WHERE role = 'assistant' AND conversation_id = $1`,
      [await chat.storedConversation()],
    );
    await chat.page.reload();
    await chat.page.getByText('The reply could not be written. Your message was kept.').first().waitFor();
    await chat.button('Try again').click();
    await chat.waitForReply(1);
    expect(await chat.replyText(1)).toBe(REPLY);
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION, QUESTION]);
  });

  it('starts a new conversation and returns the message if the conversation does not exist any more', async () => {
    await chat.ask(QUESTION);
    await environment.deleteConversation(chat);
    await chat.send('And then?');
    await chat.page.getByText('That conversation is no longer there.').first().waitFor();
    expect(await chat.field.inputValue()).toBe('And then?');
    expect(await chat.storedConversation()).toBeNull();
    await chat.page.locator('#send').click();
    await chat.waitForReply();
    await environment.deleteConversation(chat);
    await chat.page.reload();
    await chat.page.getByText('That conversation is no longer there.').first().waitFor();
    await chat.page.locator('.welcome').waitFor();
  });

  it('restores the draft after a reload', async () => {
    await chat.field.fill('My unfinished question');
    await chat.page.reload();
    expect(await chat.field.inputValue()).toBe('My unfinished question');
  });
});

describe('the chat at its rate limit', () => {
  const fixture = new ChatFixture({ CHATBOT_ANONYMOUS_PER_MINUTE: '1' });

  it('shows the waiting time, and enables the retry when it is over', async () => {
    const { chat } = await fixture.createUser();
    await chat.page.clock.install();
    await chat.open();
    await chat.ask(QUESTION);
    await chat.send('Once more?');
    const problem = chat.page.locator('.question .problem');
    await problem.getByText('If you sign in, you need not wait.').waitFor();
    expect(await problem.locator('.wait').innerText()).toMatch(/^You can try again in [1-6]?\d seconds?\.$/);
    expect(await problem.locator('p').first().innerText()).toBe(
      'In an emergency do not wait: go to the nearest hospital now.',
    );
    const retry = problem.getByRole('button', { name: 'Try again' });
    expect(await retry.isDisabled()).toBe(true);
    await chat.page.clock.fastForward('01:01');
    expect(await retry.isEnabled()).toBe(true);
    expect(await problem.locator('.wait').isVisible()).toBe(false);
  });
});

describe('the chat without a model', () => {
  const fixture = new ChatFixture({ OPENAI_MAX_RETRIES: '0' });

  it('replies from the catalogue, and shows the source once', async () => {
    const { chat } = await fixture.openAnonymous(hangsUp);
    expect(await chat.ask('Which doctor should I see about a skin rash?')).toContain('Dermatology');
    const source = chat.page.getByText('Simple answers from the platform’s catalogue');
    expect(await chat.replies.first().locator('.source').innerText()).toBe(await source.innerText());
    await chat.ask('How can I protect my children from malaria?');
    expect(await source.filter({ visible: true }).count()).toBe(1);
    await chat.ask('My husband has strong chest pain and cannot breathe');
    expect(await chat.replies.last().locator('.source').count()).toBe(0);
  });
});
