import type { Page } from 'playwright-core';
import { until } from '../../support/until';
import { ChatPage } from '../chat/chat-page';
import type { BrowserSession } from '../browser-session';
import { SuiteBrowser } from '../suite-browser';

/** An account that every page admits. */
const USERNAME = 'admin';
const PAGES = ['/', '/admin/audit', '/api/docs', '/dashboard', '/chat'] as const;

describe('signing out', () => {
  const browser = new SuiteBrowser();
  let session: BrowserSession;

  beforeEach(async () => {
    session = await browser.createSession();
    await session.signInAs(USERNAME);
  });

  const storedEntries = (page: Page): Promise<string[]> =>
    page.evaluate<string[]>(`Object.keys(sessionStorage)`);

  /** Opens a tab that has figures of the dashboard and a draft of the chat, and ends at a page. */
  async function openTab(path: string, page?: Page): Promise<Page> {
    const tab = page ?? (await session.context.newPage());
    await tab.goto('/dashboard');
    await until('the figures are stored', async () =>
      (await storedEntries(tab)).some((name) => name.startsWith('dashboard:')),
    );
    const chat = new ChatPage(tab);
    await chat.open();
    await chat.field.fill('my chest hurts');
    await tab.goto(path);
    await tab.waitForLoadState('networkidle');
    expect(await storedEntries(tab)).toEqual(expect.arrayContaining(['chat:draft']));
    return tab;
  }

  /** Waits until a tab has left what only the account may see, and returns what it still stores of this origin. */
  async function entriesAfterSignOut(tab: Page): Promise<string[]> {
    await tab.getByRole('button', { name: 'Sign out' }).waitFor({ state: 'detached' });
    await tab.waitForLoadState('networkidle');
    // The tab may be at the portal now.
    await tab.goto('/livez');
    return storedEntries(tab);
  }

  it.each(PAGES)('on %s clears the tab of chat and dashboard', async (path) => {
    const tab = await openTab(path, session.page);
    await tab.getByRole('button', { name: 'Sign out' }).click();
    await until('the cookie is gone', async () => (await session.token()) === '');
    expect(await entriesAfterSignOut(tab)).toEqual([]);
  });

  it('on the start page clears all other tabs', async () => {
    const others: Page[] = [];
    for (const path of PAGES) others.push(await openTab(path));
    await session.page.goto('/');
    await session.page.getByRole('button', { name: 'Sign out' }).click();
    for (const tab of others) expect(await entriesAfterSignOut(tab)).toEqual([]);
  });

  it('keeps the country that was chosen on the device', async () => {
    const tab = await openTab('/', session.page);
    await tab.evaluate(`localStorage.setItem('chat:country', 'KE')`);
    await tab.getByRole('button', { name: 'Sign out' }).click();
    expect(await entriesAfterSignOut(tab)).toEqual([]);
    expect(await tab.evaluate<string>(`localStorage.getItem('chat:country')`)).toBe('KE');
  });
});
