import { completes } from '../support/model-server';
import type { ChatPage } from './chat-page';
import { ChatScenario } from './chat-scenario';
import type { ChatStage } from './chat-stage';
import { until } from '../support/until';
import type { Visitor } from './visitor';

const QUESTION = 'How long does the flu last?';
const SENDING = /chatbot\.startReply/;

describe('a message that somebody wrote', () => {
  const scenario = new ChatScenario();
  let stage: ChatStage, visitor: Visitor, chat: ChatPage;

  beforeEach(async () => {
    ({ stage, visitor, chat } = await scenario.stranger(completes('About a week.')));
  });

  const isUnsent = () =>
    chat.page.locator('.question .problem').getByText('The message could not be sent.').waitFor();

  const retry = () => chat.page.getByRole('button', { name: 'Try again' }).click();

  it('is there to be sent after it could not be sent and the page was loaded anew', async () => {
    await visitor.context.setOffline(true);
    await chat.send(QUESTION);
    await isUnsent();
    await chat.field.fill('And a cold?');
    await visitor.context.setOffline(false);
    await chat.page.reload();
    expect(await chat.field.inputValue()).toBe('And a cold?');
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION]);
    await retry();
    await chat.complete();
    await chat.page.reload();
    await chat.complete();
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION]);
    expect(await chat.page.locator('.problem:visible').count()).toBe(0);
    expect(await chat.field.inputValue()).toBe('And a cold?');
  });

  it('is there to be sent where the page is loaded anew before an answer came', async () => {
    await chat.page.route(SENDING, () => undefined, { times: 1 });
    await chat.send(QUESTION);
    await chat.page.reload();
    await retry();
    await chat.complete();
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION]);
    expect(await chat.field.inputValue()).toBe('');
  });

  it('is given back before what was written meanwhile, where its conversation is gone', async () => {
    await chat.ask(QUESTION);
    await stage.platform.database.query('DELETE FROM conversation WHERE id = $1', [
      await chat.keptConversation(),
    ]);
    await chat.page.route(SENDING, async (route) => {
      await chat.field.fill('Or longer?');
      await route.continue();
    });
    await chat.send('A week?');
    await chat.page.getByText('That conversation is no longer there.').first().waitFor();
    expect(await chat.field.inputValue()).toBe('A week?\n\nOr longer?');
  });

  it('is given back where another conversation is begun before it is sent', async () => {
    await visitor.context.setOffline(true);
    await chat.send(QUESTION);
    await isUnsent();
    await chat.startAnew();
    expect(await chat.field.inputValue()).toBe(QUESTION);
    expect(await chat.questions.count()).toBe(0);
  });

  it.each([
    { loss: 'a cut', place: 'first' },
    { loss: 'a cut', place: 'later' },
    { loss: 'a gateway’s error', place: 'later' },
  ])('is asked once where only the answer was lost: $place message, $loss', async ({ loss, place }) => {
    const earlier = place === 'later' ? ['What is the flu?'] : [];
    for (const question of earlier) await chat.ask(question);
    stage.model.behave(completes('About a week.'));
    await chat.page.route(
      SENDING,
      async (route) => {
        await route.fetch();
        if (loss === 'a cut') await route.abort('connectionreset');
        else await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
      },
      { times: 1 },
    );
    await chat.send(QUESTION);
    await isUnsent();
    const words = await chat.page.locator('.problem:visible').innerText();
    expect(words.includes('There is no connection.')).toBe(loss === 'a cut');
    await retry();
    await chat.complete(earlier.length);
    expect(await chat.text(earlier.length)).toBe('About a week.');
    expect(await chat.questions.allInnerTexts()).toEqual([...earlier, QUESTION]);
    const rows = await stage.platform.database.query<{ content: string }[]>(
      `SELECT content FROM message WHERE role = 'user' AND conversation_id = $1 ORDER BY position`,
      [await chat.keptConversation()],
    );
    expect(rows.map(({ content }) => content)).toEqual([...earlier, QUESTION]);
    expect(stage.model.requests).toHaveLength(1);
  });

  it('is sent again where it was not taken, though the same was asked before', async () => {
    await chat.ask(QUESTION);
    await chat.page.route(SENDING, (route) => route.abort(), { times: 1 });
    await chat.send(QUESTION);
    await isUnsent();
    await retry();
    await chat.complete(1);
    await until('it was asked twice', () => Promise.resolve(stage.model.requests.length === 2));
  });
});
