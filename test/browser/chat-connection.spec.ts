import { hangsUp, streams } from '../support/model-server';
import type { ChatPage } from './chat-page';
import { ChatScenario } from './chat-scenario';
import type { ChatStage } from './chat-stage';
import { until } from '../support/until';
import type { Visitor } from './visitor';

const QUESTION = 'How long does the flu last?';
const WORDS = Array.from({ length: 40 }, (_, index) => `word${index} `);
const READ = WORDS.join('').trim();

/** A stream that is refused as where too many are open. */
const REFUSAL = `event: serialized-error\ndata: ${JSON.stringify({
  json: { code: -32029, message: 'Too many', data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429 } },
})}\n\n`;

describe('when something goes wrong, the chat', () => {
  const scenario = new ChatScenario({ OPENAI_MAX_RETRIES: '0' });
  let stage: ChatStage, visitor: Visitor, chat: ChatPage;

  beforeEach(async () => {
    ({ stage, visitor, chat } = await scenario.stranger(streams(WORDS)));
  });

  /** Every text that the reply had, one after the other. */
  const watchTexts = () =>
    chat.page.evaluate(`(() => {
      window.seen = [];
      new MutationObserver(() => {
        const text = document.querySelector('.reply .text')?.textContent ?? '';
        if (window.seen.at(-1) !== text) window.seen.push(text);
      }).observe(document.querySelector('.log'), { childList: true, subtree: true, characterData: true });
    })()`);

  /** What somebody saw who read along: each text continues the one before it. */
  const expectGrowth = async () => {
    const seen = await chat.page.evaluate<string[]>('window.seen');
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.some((text) => text !== '' && text.length < READ.length)).toBe(true);
    for (const text of seen) expect(READ.startsWith(text.trim())).toBe(true);
    const lengths = seen.map(({ length }) => length);
    expect(lengths).toEqual([...lengths].sort((one, other) => one - other));
  };

  /** Reads the first half of a reply. @returns what lets the rest follow */
  const readHalf = async () => {
    const goOn = stage.model.hold(WORDS, 20);
    await chat.send(QUESTION);
    await chat.reads('word5');
    return goOn;
  };

  const reconnected = () =>
    until(
      'the connection is back',
      async () => (await chat.page.getByText('The connection was lost.').count()) === 0,
    );

  it('goes on where it was after the connection was cut, without a word lost or doubled, and without asking the model again', async () => {
    await watchTexts();
    const goOn = await readHalf();
    stage.line.cut();
    await chat.page.getByText('The connection was lost.').first().waitFor();
    const read = await chat.text();
    stage.line.mend();
    await reconnected();
    goOn();
    await chat.complete();
    expect(read.length).toBeLessThan(READ.length);
    expect(await chat.text()).toBe(READ);
    expect(await chat.page.getByText('The connection was lost.').count()).toBe(0);
    await expectGrowth();
    expect(stage.model.requests).toHaveLength(1);
  });

  it('has the whole reply though it was away while the rest of it was written', async () => {
    const goOn = await readHalf();
    stage.line.cut();
    goOn();
    await stage.allWritten();
    expect(await chat.text()).not.toContain('word39');
    stage.line.mend();
    await chat.complete();
    expect(await chat.text()).toBe(READ);
    expect(stage.model.requests).toHaveLength(1);
  });

  it('comes back from being offline, as on a telephone without a network', async () => {
    await watchTexts();
    const goOn = await readHalf();
    await visitor.context.setOffline(true);
    stage.line.cut();
    await chat.page.getByText('The connection was lost.').first().waitFor();
    stage.line.mend();
    await visitor.context.setOffline(false);
    await reconnected();
    goOn();
    await chat.complete();
    expect(await chat.text()).toBe(READ);
    await expectGrowth();
    expect(stage.model.requests).toHaveLength(1);
  });

  it('asks again where something in between answers instead of the platform', async () => {
    let refused = 0;
    await visitor.page.route(/chatbot\.reply/, async (route) => {
      refused += 1;
      if (refused <= 2)
        await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
      else await route.continue();
    });
    await chat.send(QUESTION);
    await chat.complete();
    expect(await chat.text()).toBe(READ);
    expect(refused).toBe(3);
    expect(stage.model.requests).toHaveLength(1);
  });

  it('reads a reply on that could not be read for long, without asking the model again', async () => {
    const { page } = chat;
    let refused = 0;
    await page.clock.install();
    await page.route(/chatbot\.reply/, async (route) => {
      refused += 1;
      await route.fulfill({ contentType: 'text/event-stream', body: REFUSAL });
    });
    await chat.send(QUESTION);
    const problem = chat.replies.first().locator('.problem');
    for (let times = 1; times <= 6; times += 1) {
      await until(`it was refused ${times} times`, () => Promise.resolve(refused >= times));
      if (times < 6) await page.clock.fastForward(20_000);
    }
    await problem.getByText('The reply could not be read to its end.').waitFor();
    expect(await problem.innerText()).not.toMatch(/messages|sign in/i);
    await page.unroute(/chatbot\.reply/);
    await page.clock.fastForward(60_000);
    await problem.getByRole('button', { name: 'Try again' }).click();
    await chat.complete();
    expect(await chat.text()).toBe(READ);
    expect(await chat.questions.count()).toBe(1);
    expect(stage.model.requests).toHaveLength(1);
  });

  it('asks again where nothing is heard for a while, as where a network went without a word', async () => {
    await watchTexts();
    const goOn = await readHalf();
    stage.line.silence();
    goOn();
    await chat.complete();
    expect(await chat.text()).toBe(READ);
    await expectGrowth();
    expect(stage.model.requests).toHaveLength(1);
  });

  it('says that a message was not sent, and sends it once when told to', async () => {
    await visitor.context.setOffline(true);
    await chat.send(QUESTION);
    const problem = chat.page.locator('.question .problem').getByText('The message could not be sent.');
    await problem.waitFor();
    expect(await chat.page.locator('.question .problem').innerText()).toContain('There is no connection.');
    expect(await chat.announced.textContent()).toContain('There is no connection.');
    await visitor.context.setOffline(false);
    await chat.page.getByRole('button', { name: 'Try again' }).click();
    await chat.complete();
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION]);
    expect(stage.model.requests).toHaveLength(1);
  });

  it('says that a reply could not be written, and asks the question again when told to', async () => {
    await chat.ask(QUESTION);
    await stage.platform.database.query(
      `UPDATE message SET state = 'failed', content = '' WHERE role = 'assistant' AND conversation_id = $1`,
      [await chat.keptConversation()],
    );
    await chat.page.reload();
    await chat.page.getByText('The reply could not be written. Your message was kept.').first().waitFor();
    await chat.page.getByRole('button', { name: 'Try again' }).click();
    await chat.complete(1);
    expect(await chat.text(1)).toBe(READ);
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION, QUESTION]);
  });

  it('begins anew where the conversation is gone, and gives the message back', async () => {
    await chat.ask(QUESTION);
    await stage.platform.database.query('DELETE FROM conversation WHERE id = $1', [
      await chat.keptConversation(),
    ]);
    await chat.send('And then?');
    await chat.page.getByText('That conversation is no longer there.').first().waitFor();
    expect(await chat.field.inputValue()).toBe('And then?');
    expect(await chat.keptConversation()).toBeNull();
    await chat.page.locator('#send').click();
    await chat.complete();
    await stage.platform.database.query('DELETE FROM conversation WHERE id = $1', [
      await chat.keptConversation(),
    ]);
    await chat.page.reload();
    await chat.page.getByText('That conversation is no longer there.').first().waitFor();
    await chat.page.locator('.welcome').waitFor();
  });

  it('keeps what was written, not sent, through a reload', async () => {
    await chat.field.fill('My unfinished question');
    await chat.page.reload();
    expect(await chat.field.inputValue()).toBe('My unfinished question');
  });
});

describe('where many write at once, the chat', () => {
  const scenario = new ChatScenario({ CHATBOT_ANONYMOUS_PER_MINUTE: '1' });

  it('says how long to wait, and lets the message be sent again only then', async () => {
    const { chat } = await scenario.arrive();
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
    const again = problem.getByRole('button', { name: 'Try again' });
    expect(await again.isDisabled()).toBe(true);
    await chat.page.clock.fastForward('01:01');
    expect(await again.isEnabled()).toBe(true);
    expect(await problem.locator('.wait').isVisible()).toBe(false);
  });
});

describe('where no model answers, the chat', () => {
  const scenario = new ChatScenario({ OPENAI_MAX_RETRIES: '0' });

  it('has answers, and says once that they are simple ones', async () => {
    const { chat } = await scenario.stranger(hangsUp);
    expect(await chat.ask('Which doctor should I see about a skin rash?')).toContain('Dermatology');
    const fact = chat.page.getByText('Simple answers from the platform’s catalogue');
    expect(await chat.replies.first().locator('.source').innerText()).toBe(await fact.innerText());
    await chat.ask('How can I protect my children from malaria?');
    expect(await fact.filter({ visible: true }).count()).toBe(1);
    await chat.ask('My husband has strong chest pain and cannot breathe');
    expect(await chat.replies.last().locator('.source').count()).toBe(0);
  });
});
