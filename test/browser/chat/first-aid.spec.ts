import { composeCards } from '../../../src/modules/triage/advice/first-aid-cards';
import { completes } from '../../support/model-server';
import { until } from '../../support/until';
import type { BrowserSession } from '../browser-session';
import { ChatFixture } from './chat-fixture';
import type { ChatPage } from './chat-page';
import { FirstAidList } from './first-aid-list';

describe('the first-aid list of the chat', () => {
  const fixture = new ChatFixture();
  let browserSession: BrowserSession, chat: ChatPage, list: FirstAidList;

  beforeEach(async () => {
    ({ browserSession, chat } = await fixture.openAnonymous(completes('About a week.')));
    list = new FirstAidList(chat.page);
  });

  const focused = () => chat.page.evaluate<string>('document.activeElement.textContent');

  it('has a card for each danger, which are loaded when it is opened', async () => {
    const requests: string[] = [];
    chat.page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await chat.page.locator('.page-header .open-first-aid').click();
    await list.topics.first().waitFor();
    expect(requests.some((path) => path.includes('first-aid-cards'))).toBe(true);
    expect(await list.topics.count()).toBe(composeCards().length);
    expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([]);
    expect(browserSession.pageErrors).toEqual([]);
  });

  it('is used by keyboard, and the focus follows', async () => {
    const { keyboard } = chat.page;
    await chat.page.locator('.page-header .open-first-aid').focus();
    await keyboard.press('Enter');
    await list.topics.first().waitFor();
    expect(await chat.page.evaluate<string>('document.activeElement.ariaLabel')).toBe('Close');
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    expect(await focused()).toBe('Cannot breathe');
    await keyboard.press('Enter');
    await until('the heading has the focus', async () => (await focused()) === 'Cannot breathe');
    expect(await chat.page.evaluate<string>('document.activeElement.tagName')).toBe('H3');
    await keyboard.press('Shift+Tab');
    expect(await focused()).toBe('Back to the list');
    await keyboard.press('Enter');
    await until('the danger has the focus', async () => (await focused()) === 'Cannot breathe');
    expect(await chat.page.evaluate<string>('document.activeElement.tagName')).toBe('BUTTON');
    await keyboard.press('Escape');
    expect(await focused()).toBe('First aid');
  });

  it('keeps the person for the next card, and shows the guidelines', async () => {
    const { page } = chat;
    await page.locator('.page-header .open-first-aid').click();
    await list.openTopic('choking');
    await list.selectPerson('Baby in the first year');
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await list.openTopic('unconscious');
    expect((await list.steps())[0]).toContain('two thumbs');
    expect(await page.locator('.card .source').innerText()).toMatch(/^Guidelines: .*ERC 2025/);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await list.openTopic('burn');
    expect(await page.locator('#first-aid-person').count()).toBe(0);
  });

  it('shows no number of the police for thoughts of suicide', async () => {
    const { page } = chat;
    await page.getByLabel('Country you are in').selectOption('KE');
    await page.locator('.page-header .open-first-aid').click();
    await list.openTopic('selfHarm');
    expect(await list.numbers()).not.toContain('999');
    expect((await list.numbers())[0]).toBe('1199');
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await list.openTopic('wound');
    expect(await list.numbers()).toContain('999');
  });

  it('shows the emergency numbers until it is loaded', async () => {
    const { page } = chat;
    await page.getByLabel('Country you are in').selectOption('KE');
    let isReached = false;
    await page.route(
      /first-aid-cards/,
      async (route) => {
        isReached = true;
        await route.abort();
      },
      { times: 1 },
    );
    await page.locator('.page-header .open-first-aid').click();
    await page.getByText('First aid is being loaded').waitFor();
    expect(await list.numbers()).toEqual(['1199']);
    await list.topics.first().waitFor();
    expect(isReached).toBe(true);
  });

  it('fits a telephone of 360 by 640 pixels with the words of its button in the introduction', async () => {
    const user = await fixture.openUser({ viewport: { width: 360, height: 640 }, locale: 'pt' });
    const { page } = user.chat;
    const header = await page.locator('.page-header').boundingBox();
    expect(header?.height).toBeLessThan(70);
    const button = page.locator('.page-header').getByRole('button', { name: 'Primeiros socorros' });
    const box = await button.boundingBox();
    expect([(box?.width ?? 0) >= 44, (box?.height ?? 0) >= 44]).toEqual([true, true]);
    await page.locator('.welcome').getByRole('button', { name: 'Primeiros socorros' }).click();
    await new FirstAidList(page).openTopic('bleeding');
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
    expect(
      await page.evaluate<number>(`document.querySelector('dialog.first-aid').scrollWidth`),
    ).toBeLessThanOrEqual(360);
  });
});
