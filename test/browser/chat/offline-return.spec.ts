import { setTimeout as wait } from 'node:timers/promises';
import { completes } from '../../support/model-server';
import { until } from '../../support/until';
import type { BrowserSession } from '../browser-session';
import { ChatFixture } from './chat-fixture';
import type { ChatEnvironment } from './chat-environment';
import type { ChatPage } from './chat-page';
import { isStoredPage, waitForLivePage, waitForWorker } from './stored-page';

describe('the stored chat page when the platform responds again', () => {
  const fixture = new ChatFixture();
  let environment: ChatEnvironment, browserSession: BrowserSession, chat: ChatPage;

  const openUser = async () => {
    ({ environment, browserSession, chat } = await fixture.openAnonymous(completes('Ask a nurse.')));
    await waitForWorker(chat.page);
  };

  const openStored = async () => {
    await browserSession.context.setOffline(true);
    await chat.open();
    expect(await isStoredPage(chat.page)).toBe(true);
  };

  const waitUntilBack = () => chat.page.getByText('You are connected again.').waitFor();

  it('gives the worker’s patience to one navigation only', async () => {
    await openUser();
    const { page } = chat;
    await page.evaluate(`navigator.serviceWorker.controller.postMessage(location.href)`);
    environment.proxy.hold();
    const isOpen = page.reload();
    await wait(5_000);
    environment.proxy.reconnect();
    await isOpen;
    await chat.field.waitFor();
    expect(await isStoredPage(page)).toBe(false);
    environment.proxy.hold();
    await page.reload({ timeout: 10_000 });
    expect(await isStoredPage(page)).toBe(true);
  });

  it('waits for a slow page that replaces the stored one', async () => {
    await openUser();
    await openStored();
    await chat.field.fill('My unfinished question');
    await browserSession.context.setOffline(false);
    await waitUntilBack();
    environment.proxy.hold();
    const isReplaced = chat.button('Go on').click();
    await wait(5_000);
    environment.proxy.reconnect();
    await isReplaced;
    await chat.field.waitFor();
    expect(await isStoredPage(chat.page)).toBe(false);
  });

  it('checks the connection once at a time, and not longer than ten seconds', async () => {
    await openUser();
    await openStored();
    const { page } = chat;
    await chat.field.fill('My unfinished question');
    let checks = 0;
    await page.route('/chat', (route) => {
      checks += 1;
      // The first one gets no response.
      return checks === 1 ? undefined : route.continue();
    });
    await browserSession.context.setOffline(false);
    await until('the connection is checked', () => checks === 1);
    const failed = page.waitForEvent('requestfailed', { timeout: 13_000 });
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await wait(1_000);
    expect(checks).toBe(1);
    await failed;
    await waitUntilBack();
  });

  it('stays while a text is edited that is empty for a moment', async () => {
    await openUser();
    await openStored();
    await chat.field.fill('My unfinished question');
    await browserSession.context.setOffline(false);
    await waitUntilBack();
    await chat.field.fill('');
    await wait(2_000);
    expect(await isStoredPage(chat.page)).toBe(true);
    await chat.field.fill('Another question');
    await chat.field.fill('');
    await chat.field.blur();
    await waitForLivePage(chat);
  });

  it('is replaced some seconds after the text was emptied', async () => {
    await openUser();
    await openStored();
    await chat.field.fill('My unfinished question');
    await browserSession.context.setOffline(false);
    await waitUntilBack();
    await chat.field.fill('');
    await waitForLivePage(chat);
    expect(await chat.field.inputValue()).toBe('');
  });
});
