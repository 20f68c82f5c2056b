import { completes } from '../support/model-server';
import type { ChatPage } from './chat-page';
import { ChatScenario } from './chat-scenario';
import type { ChatStage } from './chat-stage';
import { until } from '../support/until';
import type { Visitor } from './visitor';

const SENDING = /chatbot\.startReply/;
const WRITTEN = ['How long does the flu last?', 'And a cold?', 'And a cough?'] as const;
const [FIRST, SECOND, THIRD] = WRITTEN;

describe('messages that could not be sent', () => {
  const scenario = new ChatScenario();
  let stage: ChatStage, visitor: Visitor, chat: ChatPage;

  beforeEach(async () => {
    ({ stage, visitor, chat } = await scenario.stranger(completes('About a week.')));
    await stage.platform.database.query('DELETE FROM conversation');
  });

  const problems = () => chat.page.locator('.question .problem:visible');

  const isUnsent = (count = 1) =>
    until(`${count} are unsent`, async () => (await problems().count()) === count);

  /** Sends each where there is no network. */
  const sendInVain = async (...messages: readonly string[]) => {
    const before = await problems().count();
    await visitor.context.setOffline(true);
    for (const [index, message] of messages.entries()) {
      await chat.send(message);
      await isUnsent(before + index + 1);
    }
    await visitor.context.setOffline(false);
  };

  const retry = (message: string, action = 'Try again') =>
    chat.page
      .locator('.question', { hasText: message })
      .getByRole('button', { name: action })
      .click({ timeout: 5_000 });

  /** What the platform has in the tab's conversation. */
  const taken = async () => {
    const rows = await stage.platform.database.query<{ content: string }[]>(
      `SELECT content FROM message WHERE role = 'user' AND conversation_id = $1 ORDER BY position`,
      [await chat.keptConversation()],
    );
    return rows.map(({ content }) => content);
  };

  /** The platform takes what is sent, and nobody hears of it. */
  const loseAnswers = (times = 1) =>
    chat.page.route(
      SENDING,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times },
    );

  const conversations = async () => {
    const rows = await stage.platform.database.query<unknown[]>('SELECT id FROM conversation');
    return rows.length;
  };

  it('are given back in the order in which they were written', async () => {
    await sendInVain(...WRITTEN);
    await chat.field.fill('And a fever?');
    await chat.startAnew();
    expect(await chat.field.inputValue()).toBe([...WRITTEN, 'And a fever?'].join('\n\n'));
    expect(await chat.questions.count()).toBe(0);
  });

  it('are given back in that order too where one of them was being sent again', async () => {
    await sendInVain(...WRITTEN);
    let fail: (() => Promise<void>) | undefined;
    await chat.page.route(SENDING, (route) => {
      fail = () => route.abort();
    });
    await retry(SECOND);
    await until('it is being sent', () => Promise.resolve(fail !== undefined));
    await chat.startAnew();
    await chat.page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await fail?.();
    await until('all are given back', async () => (await chat.field.inputValue()) === WRITTEN.join('\n\n'));
  });

  it('keep their order when one is sent again in vain', async () => {
    await sendInVain(FIRST, SECOND);
    await chat.page.route(SENDING, (route) => route.abort());
    await retry(FIRST);
    await isUnsent(2);
    expect(await chat.questions.allInnerTexts()).toEqual([FIRST, SECOND]);
    await chat.page.reload();
    await isUnsent(2);
    expect(await chat.questions.allInnerTexts()).toEqual([FIRST, SECOND]);
  });

  it.each(['before the page was loaded anew', 'after it'])(
    'keep their order when they are sent, %s',
    async (moment) => {
      await sendInVain(...WRITTEN);
      if (moment === 'after it') {
        await chat.page.reload();
        await isUnsent(3);
      }
      for (const [index, message] of WRITTEN.entries()) {
        await retry(message);
        await chat.complete(index);
        await isUnsent(WRITTEN.length - index - 1);
      }
      expect(await chat.page.locator('.message').allInnerTexts()).toEqual(
        WRITTEN.flatMap((message) => [
          expect.stringContaining(message) as string,
          expect.stringContaining('About a week.') as string,
        ]),
      );
      expect(await taken()).toEqual(WRITTEN);
      await chat.page.reload();
      await chat.complete(2);
      expect(await chat.questions.allInnerTexts()).toEqual(WRITTEN);
    },
  );

  it('are of one conversation, in their order, though all are sent before the first is taken', async () => {
    await sendInVain(...WRITTEN);
    await chat.page.route(
      SENDING,
      async (route) => {
        await chat.page.waitForTimeout(700);
        await route.continue();
      },
      { times: 1 },
    );
    for (const message of WRITTEN) await retry(message);
    for (const index of WRITTEN.keys()) await chat.complete(index);
    expect(await taken()).toEqual(WRITTEN);
    expect(await chat.questions.allInnerTexts()).toEqual(WRITTEN);
  });

  it('stand after what was said meanwhile once they are sent', async () => {
    await sendInVain(FIRST);
    await chat.ask(SECOND);
    await retry(FIRST);
    await chat.complete(1);
    expect(await chat.questions.allInnerTexts()).toEqual([SECOND, FIRST]);
    expect(await taken()).toEqual([SECOND, FIRST]);
  });

  it('are asked once where only the answer was lost before the page was loaded anew', async () => {
    await loseAnswers();
    await chat.send(FIRST);
    await isUnsent();
    await chat.page.reload();
    await chat.page.getByText('This message may not have been sent.').first().waitFor();
    expect(await chat.welcome.isVisible()).toBe(false);
    await retry(FIRST);
    await chat.complete();
    expect(await chat.text()).toBe('About a week.');
    expect(await taken()).toEqual([FIRST]);
    expect(await conversations()).toBe(1);
    expect(stage.model.requests).toHaveLength(1);
    await chat.page.reload();
    await chat.complete();
    expect(await problems().count()).toBe(0);
  });

  it('are asked once where the page was loaded anew while one was being sent', async () => {
    let isTaken = false;
    await chat.page.route(
      SENDING,
      async (route) => {
        await route.fetch();
        isTaken = true;
      },
      { times: 1 },
    );
    await chat.send(FIRST);
    await until('it is taken', () => Promise.resolve(isTaken));
    await chat.page.reload();
    await retry(FIRST);
    await chat.complete();
    expect(await conversations()).toBe(1);
    expect(stage.model.requests).toHaveLength(1);
  });

  it('are not offered again where the conversation shows that they were taken', async () => {
    await chat.ask(FIRST);
    await loseAnswers(2);
    await chat.send(FIRST);
    await isUnsent(1);
    await chat.send(SECOND);
    await isUnsent(2);
    await sendInVain(THIRD);
    await chat.page.reload();
    await chat.complete(2);
    await isUnsent(1);
    expect(await chat.questions.allInnerTexts()).toEqual([FIRST, FIRST, SECOND, THIRD]);
    expect(await taken()).toEqual([FIRST, FIRST, SECOND]);
    await retry(THIRD);
    await chat.complete(3);
    expect(await taken()).toEqual([FIRST, FIRST, SECOND, THIRD]);
  });

  it('are still offered where the same was said before, and the conversation does not show them', async () => {
    await chat.ask(FIRST);
    await sendInVain(FIRST);
    await chat.page.reload();
    await chat.complete();
    await isUnsent();
    expect(await chat.questions.allInnerTexts()).toEqual([FIRST, FIRST]);
  });

  it('are there though the conversation cannot be loaded, and stay below it once it is', async () => {
    await chat.ask(FIRST);
    await sendInVain(SECOND);
    await chat.page.route(/chatbot\.history/, (route) => route.abort(), { times: 1 });
    await chat.page.reload();
    await isUnsent();
    await chat.page.locator('.log > .problem').getByRole('button', { name: 'Try again' }).click();
    await chat.complete();
    expect(await chat.questions.allInnerTexts()).toEqual([FIRST, SECOND]);
    await retry(SECOND);
    await chat.complete(1);
    expect(await taken()).toEqual([FIRST, SECOND]);
  });

  it('are the same call too where they were given back, and are sent as they were', async () => {
    await loseAnswers();
    await chat.send(FIRST);
    await isUnsent();
    await chat.startAnew();
    expect(await chat.field.inputValue()).toBe(FIRST);
    await chat.field.press('Enter');
    await chat.complete();
    expect(await conversations()).toBe(1);
    expect(stage.model.requests).toHaveLength(1);
  });

  it('can be taken back and changed', async () => {
    await sendInVain(FIRST, SECOND);
    await chat.page.reload();
    await isUnsent(2);
    await retry(FIRST, 'Edit');
    expect(await chat.field.inputValue()).toBe(FIRST);
    expect(await chat.focused()).toBe('message');
    expect(await chat.questions.allInnerTexts()).toEqual([SECOND]);
    await retry(SECOND, 'Edit');
    await chat.welcome.waitFor();
    await chat.page.reload();
    expect(await chat.questions.count()).toBe(0);
    expect(await chat.field.inputValue()).toBe(`${SECOND}\n\n${FIRST}`);
  });

  it('are in the field of whoever has signed in meanwhile, and not sent as the stranger’s', async () => {
    await sendInVain(FIRST, SECOND);
    await stage.signIn(visitor, { role: 'user', email: 'unsent@example.org' });
    await chat.page.reload();
    expect(await chat.field.inputValue()).toBe(`${FIRST}\n\n${SECOND}`);
    expect(await chat.questions.count()).toBe(0);
  });

  it('leave nothing behind for the next reader when their sender signs out while one is being sent', async () => {
    await stage.signIn(visitor, { role: 'user', email: 'leaving@example.org' });
    await chat.open();
    await sendInVain(FIRST);
    await chat.page.route(SENDING, () => undefined);
    await chat.send(SECOND);
    await chat.page.getByRole('button', { name: 'Sign out' }).click();
    await chat.page.getByText('You are not signed in.').waitFor();
    expect(await chat.page.evaluate<number>('sessionStorage.length')).toBe(0);
    expect(await chat.field.inputValue()).toBe('');
  });
});
