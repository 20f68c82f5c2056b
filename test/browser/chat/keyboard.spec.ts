import { completes } from '../../support/model-server';
import type { ChatPage } from './chat-page';
import { ChatFixture } from './chat-fixture';
import type { ChatEnvironment } from './chat-environment';
import { until } from '../../support/until';
import type { BrowserSession } from '../browser-session';

const PIECES = ['Drink ', 'enough ', 'water.'];

describe('the keyboard focus in the chat', () => {
  const fixture = new ChatFixture();
  let environment: ChatEnvironment, browserSession: BrowserSession, chat: ChatPage;

  beforeEach(async () => {
    ({ environment, browserSession, chat } = await fixture.openSignedIn(completes(PIECES.join(''))));
  });

  afterEach(() => {
    expect(browserSession.pageErrors).toEqual([]);
  });

  const focusedText = () =>
    chat.page.evaluate<string>(
      `document.activeElement.matches('button') ? document.activeElement.textContent : ''`,
    );

  const waitUntilListed = (title: string) =>
    chat.page.locator('.conversations .open', { hasText: title }).waitFor();

  it('stays in the list of conversations when the list is redrawn', async () => {
    await chat.ask('What is cholera?');
    await chat.startNewConversation();
    const release = await environment.receivePartialReply(chat, 'What is measles?', PIECES);
    await waitUntilListed('measles');
    await chat.page.locator('.conversations .open', { hasText: 'cholera' }).focus();
    release();
    await chat.waitForReply();
    await chat.page.waitForLoadState('networkidle');
    expect(await focusedText()).toContain('What is cholera?');
  });

  it('moves to the next conversation when its conversation is deleted', async () => {
    await chat.ask('What is cholera?');
    await chat.startNewConversation();
    await chat.ask('What is measles?');
    await waitUntilListed('cholera');
    await chat.button('Delete “What is cholera?”').click();
    await chat.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await until(
      'the conversation is deleted',
      async () => (await chat.page.locator('.conversations .open').count()) === 1,
    );
    expect(await focusedText()).toContain('What is measles?');
  });

  it('stays on the button that stops and continues a reply, and moves to the complete reply', async () => {
    const release = await environment.receivePartialReply(chat, 'What is cholera?', PIECES);
    await chat.button('Stop reading along').press('Enter');
    expect(await focusedText()).toBe('Read on');
    await chat.page.keyboard.press('Enter');
    expect(await focusedText()).toBe('Stop reading along');
    release();
    await chat.waitForReply();
    expect(await chat.focusedElement()).toContain('reply');
  });
});
