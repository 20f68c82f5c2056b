import { completes } from '../support/model-server';
import type { ChatPage } from './chat-page';
import { ChatScenario } from './chat-scenario';
import type { ChatStage } from './chat-stage';
import { until } from '../support/until';
import type { Visitor } from './visitor';

const PIECES = ['Drink ', 'enough ', 'water.'];

describe('the keyboard does not lose its place in the chat', () => {
  const scenario = new ChatScenario();
  let stage: ChatStage, visitor: Visitor, chat: ChatPage;

  beforeEach(async () => {
    ({ stage, visitor, chat } = await scenario.user(completes(PIECES.join(''))));
  });

  afterEach(() => {
    expect(visitor.complaints).toEqual([]);
  });

  const focusedText = () =>
    chat.page.evaluate<string>(
      `document.activeElement.matches('button') ? document.activeElement.textContent : ''`,
    );

  const isListed = (title: string) => chat.page.locator('.conversations .open', { hasText: title }).waitFor();

  it('in the list of conversations, which is drawn anew when a reply is complete', async () => {
    await chat.ask('What is cholera?');
    await chat.startAnew();
    const goOn = stage.model.hold(PIECES, 1);
    await chat.send('What is measles?');
    await chat.reads('Drink');
    await isListed('measles');
    await chat.page.locator('.conversations .open', { hasText: 'cholera' }).focus();
    goOn();
    await chat.complete();
    await chat.page.waitForLoadState('networkidle');
    expect(await focusedText()).toContain('What is cholera?');
  });

  it('when the conversation goes on which it stood', async () => {
    await chat.ask('What is cholera?');
    await chat.startAnew();
    await chat.ask('What is measles?');
    await isListed('cholera');
    await chat.page.getByRole('button', { name: 'Delete “What is cholera?”' }).click();
    await chat.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await until('it is gone', async () => (await chat.page.locator('.conversations .open').count()) === 1);
    expect(await focusedText()).toContain('What is measles?');
  });

  it('on what stops a reply and reads it on, and on the reply at its end', async () => {
    const goOn = stage.model.hold(PIECES, 1);
    await chat.send('What is cholera?');
    await chat.reads('Drink');
    await chat.page.getByRole('button', { name: 'Stop reading along' }).press('Enter');
    expect(await focusedText()).toBe('Read on');
    await chat.page.keyboard.press('Enter');
    expect(await focusedText()).toBe('Stop reading along');
    goOn();
    await chat.complete();
    expect(await chat.focused()).toContain('reply');
  });
});
