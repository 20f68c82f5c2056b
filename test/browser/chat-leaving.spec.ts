import { streams } from '../support/model-server';
import type { ChatPage } from './chat-page';
import { ChatScenario } from './chat-scenario';
import type { ChatStage } from './chat-stage';
import { violationsOf } from './axe';
import { until } from '../support/until';
import type { Visitor } from './visitor';

const SENDING = /chatbot\.startReply/;
const QUESTION = 'How long does the flu last?';
const PIECES = ['About ', 'a ', 'week.'];

describe('a conversation that is left before the reply is there', () => {
  const scenario = new ChatScenario();
  let stage: ChatStage, visitor: Visitor, chat: ChatPage;

  beforeEach(async () => {
    ({ stage, visitor, chat } = await scenario.stranger(streams(PIECES)));
  });

  const dialog = () => chat.page.getByRole('alertdialog', { name: 'Leave before the reply is there?' });

  const answer = (name: string) => dialog().getByRole('button', { name }).click();

  /** Sends a message that stays on its way. @returns what lets it arrive */
  const sendSlowly = async () => {
    let arrive: (() => Promise<void>) | undefined;
    await chat.page.route(
      SENDING,
      (route) => {
        arrive = () => route.continue();
      },
      { times: 1 },
    );
    await chat.send(QUESTION);
    await until('it is on its way', () => Promise.resolve(arrive !== undefined));
    return async () => {
      await arrive?.();
    };
  };

  /** Reads the beginning of a reply. @returns what lets the rest follow */
  const readHalf = async () => {
    const goOn = stage.model.hold(PIECES, 1);
    await chat.send(QUESTION);
    await chat.reads('About');
    return goOn;
  };

  it('is not lost to a stranger who would rather stay while the message is being sent', async () => {
    const arrive = await sendSlowly();
    await chat.startAnew();
    expect(await dialog().innerText()).toContain('you could not come back to it');
    expect(await violationsOf(chat.page)).toEqual([]);
    await answer('Stay');
    await arrive();
    await chat.complete();
    expect(await chat.text()).toBe(PIECES.join(''));
    await chat.page.reload();
    await chat.complete();
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION]);
  });

  it('is not lost to one who would rather stay while the reply is being written', async () => {
    const goOn = await readHalf();
    await chat.startAnew();
    await chat.page.keyboard.press('Escape');
    goOn();
    await chat.complete();
    expect(await chat.text()).toBe(PIECES.join(''));
  });

  it('is in sight again on a telephone, where the menu covered it', async () => {
    await chat.page.setViewportSize({ width: 360, height: 780 });
    const goOn = await readHalf();
    await chat.page.locator('#menu').click();
    await chat.startAnew();
    await answer('Stay');
    expect(await chat.page.locator('.drawer').isVisible()).toBe(false);
    expect(await chat.focused()).toBe('menu');
    goOn();
    await chat.complete();
  });

  it('is left where the stranger says so', async () => {
    const arrive = await sendSlowly();
    await chat.startAnew();
    await answer('Leave');
    await chat.welcome.waitFor();
    expect(await chat.focused()).toBe('message');
    await arrive();
    await until('it was asked', () => Promise.resolve(stage.model.requests.length === 1));
    expect(await chat.page.locator('.message').count()).toBe(0);
    expect(await chat.keptConversation()).toBeNull();
    expect(await chat.ask('And a cold?')).toBe(PIECES.join(''));
    expect(await chat.questions.allInnerTexts()).toEqual(['And a cold?']);
    expect(visitor.complaints).toEqual([]);
  });

  it('is left without a question where the reply is there', async () => {
    await chat.ask(QUESTION);
    await chat.startAnew();
    await chat.welcome.waitFor();
    expect(await dialog().count()).toBe(0);
  });

  it('is in the list of whoever is signed in, who is not asked', async () => {
    await stage.signIn(visitor, { role: 'user', email: 'leaves@example.org' });
    await chat.open();
    const arrive = await sendSlowly();
    await chat.startAnew();
    await chat.welcome.waitFor();
    expect(await dialog().count()).toBe(0);
    await arrive();
    await chat.page.locator('.conversations .open').click();
    await chat.complete();
    expect(await chat.text()).toBe(PIECES.join(''));
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION]);
  });

  it('is in the list where its reader has signed in, though what stands above it was a stranger’s', async () => {
    await chat.ask(QUESTION);
    await stage.signIn(visitor, { role: 'user', email: 'was-stranger@example.org' });
    await stage.platform.database.query(
      `WITH c AS (
         INSERT INTO conversation (id, account_id, last_message_at)
         SELECT gen_random_uuid(), id, now() FROM account WHERE email = 'was-stranger@example.org' RETURNING id
       )
       INSERT INTO message (conversation_id, id, role, content)
       SELECT id, gen_random_uuid(), 'user', 'What is cholera?' FROM c`,
    );
    await chat.open();
    await chat.complete();
    const goOn = stage.model.hold(PIECES, 1);
    await chat.send('And a cold?');
    await chat.page.locator('.conversations .open', { hasText: 'cholera' }).click();
    await until(
      'the other one is open',
      async () => (await chat.questions.allInnerTexts()).join() === 'What is cholera?',
    );
    expect(await dialog().count()).toBe(0);
    goOn();
    await chat.page.locator('.conversations .open', { hasText: 'And a cold?' }).click();
    await chat.complete();
    expect(await chat.text()).toBe(PIECES.join(''));
  });

  it('shows the reply too where it was opened again while the message was being sent', async () => {
    await stage.signIn(visitor, { role: 'user', email: 'again@example.org' });
    await chat.open();
    await chat.ask('And a cold?');
    await chat.page.locator('.conversations .open').waitFor();
    const arrive = await sendSlowly();
    await chat.page.locator('.conversations .open').click();
    await chat.page.getByText('The conversation is shown.').waitFor({ state: 'attached' });
    await arrive();
    await chat.complete(1);
    expect(await chat.questions.allInnerTexts()).toEqual(['And a cold?', QUESTION]);
    expect(await chat.replies.count()).toBe(2);
  });
});
