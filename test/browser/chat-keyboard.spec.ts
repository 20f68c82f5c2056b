import type { Browser } from 'playwright-core';
import { completes, streams } from '../support/model-server';
import type { ChatPage } from './chat-page';
import { ChatStage } from './chat-stage';
import { until } from './until';
import { type Visitor, startChromium } from './visitor';

const PIECES = ['Drink ', 'enough ', 'water.'];

describe('the keyboard does not lose its place in the chat', () => {
  let browser: Browser;
  let stage: ChatStage;
  let visitor: Visitor;
  let chat: ChatPage;
  let accounts = 0;

  beforeAll(async () => {
    [browser, stage] = await Promise.all([startChromium(), ChatStage.start()]);
  });

  afterAll(async () => {
    await browser.close();
    await stage.close();
  });

  beforeEach(async () => {
    stage.model.behave(completes(PIECES.join('')));
    accounts += 1;
    const account = { role: 'user', email: `amina${accounts}@example.org` } as const;
    ({ chat, visitor } = await stage.arrive(browser, {}, account));
    await chat.open();
  });

  afterEach(async () => {
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });

  const focusedText = () =>
    chat.page.evaluate<string>(
      `document.activeElement.matches('button') ? document.activeElement.textContent : ''`,
    );

  const isListed = (title: string) => chat.page.locator('.conversations .open', { hasText: title }).waitFor();

  it('in the list of conversations, which is drawn anew when a reply is complete', async () => {
    await chat.ask('What is cholera?');
    await chat.page.getByRole('button', { name: 'New conversation' }).click();
    stage.model.behave(streams(PIECES, { between: 700 }));
    await chat.send('What is measles?');
    await chat.reads('Drink');
    await isListed('measles');
    await chat.page.locator('.conversations .open', { hasText: 'cholera' }).focus();
    await chat.complete();
    await chat.page.waitForLoadState('networkidle');
    expect(await focusedText()).toContain('What is cholera?');
  });

  it('when the conversation goes on which it stood', async () => {
    await chat.ask('What is cholera?');
    await chat.page.getByRole('button', { name: 'New conversation' }).click();
    await chat.ask('What is measles?');
    await isListed('cholera');
    await chat.page.getByRole('button', { name: 'Delete “What is cholera?”' }).click();
    await chat.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await until('it is gone', async () => (await chat.page.locator('.conversations .open').count()) === 1);
    expect(await focusedText()).toContain('What is measles?');
  });

  it('on what stops a reply and reads it on, and on the reply at its end', async () => {
    stage.model.behave(streams(PIECES, { between: 1_000 }));
    await chat.send('What is cholera?');
    await chat.reads('Drink');
    await chat.page.getByRole('button', { name: 'Stop reading along' }).press('Enter');
    expect(await focusedText()).toBe('Read on');
    await chat.page.keyboard.press('Enter');
    expect(await focusedText()).toBe('Stop reading along');
    await chat.complete();
    expect(await chat.focused()).toContain('reply');
  });
});
