import { setTimeout } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { until } from '../../support/until';
import { ChatPage } from '../chat/chat-page';
import type { BrowserSession } from '../browser-session';
import { selectForRun } from '../appearances';
import { SuiteBrowser } from '../suite-browser';

/** An account that every page admits. */
const USERNAME = 'admin';
const LOGOUT = /\/auth\.logout\b/;
const PAGES = ['/', '/admin/audit', '/api/docs', '/dashboard', '/chat'] as const;

describe('signing out', () => {
  const browser = new SuiteBrowser();
  let session: BrowserSession;
  let entries: Readonly<Record<string, string>>;

  // Each tab gets what the pages store here: to draw the dashboard for each of twenty tabs takes most of the time.
  beforeAll(async () => {
    entries = await visitPages();
  });

  beforeEach(async () => {
    session = await browser.createSession();
    await session.signInAs(USERNAME);
  });

  const storedEntries = (page: Page): Promise<string[]> =>
    page.evaluate<string[]>(`Object.keys(sessionStorage)`);

  /** Lets dashboard and chat store figures and a draft. @returns the entries */
  async function visitPages(): Promise<Record<string, string>> {
    const visit = await browser.createSession();
    await visit.signInAs(USERNAME);
    const { page } = visit;
    await page.goto('/dashboard');
    await until('the figures are stored', async () =>
      (await storedEntries(page)).some((name) => name.startsWith('dashboard:')),
    );
    const chat = new ChatPage(page);
    await chat.open();
    await chat.field.fill('my chest hurts');
    await page.goto('/livez');
    const stored = await page.evaluate<Record<string, string>>(`({ ...sessionStorage })`);
    expect(Object.keys(stored)).toContain('chat:draft');
    await visit.context.close();
    return stored;
  }

  /** Opens a page in a tab that has figures of the dashboard and a draft of the chat. */
  async function openTab(path: string, page?: Page): Promise<Page> {
    const tab = page ?? (await session.context.newPage());
    await tab.goto('/livez');
    await tab.evaluate(`Object.assign(sessionStorage, ${JSON.stringify(entries)})`);
    await tab.goto(path);
    await tab.waitForLoadState('networkidle');
    expect(await storedEntries(tab)).toEqual(expect.arrayContaining(Object.keys(entries)));
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

  it.each(selectForRun(PAGES))(
    'on %s says so and changes nothing if the platform does not do it',
    async (path) => {
      const tab = await openTab(path, session.page);
      const other = await openTab('/');
      const button = tab.getByRole('button', { name: 'Sign out' });
      for (const fail of [
        (route: Route) => route.fulfill({ status: 503, body: '' }),
        (route: Route) => route.fulfill({ status: 429, body: '' }),
        (route: Route) => route.abort(),
      ]) {
        await tab.route(LOGOUT, fail);
        const before = await storedEntries(tab);
        const sent = tab.waitForRequest(LOGOUT);
        await button.click();
        await sent;
        await tab.getByText('You could not be signed out').first().waitFor();
        await button.waitFor();
        expect(await storedEntries(tab)).toEqual(expect.arrayContaining(before));
        expect(await storedEntries(other)).toEqual(expect.arrayContaining(Object.keys(entries)));
        expect(await session.token()).not.toBe('');
        await tab.unroute(LOGOUT);
      }
      await button.click();
      expect(await entriesAfterSignOut(tab)).toEqual([]);
      expect(await entriesAfterSignOut(other)).toEqual([]);
    },
  );

  it.each(selectForRun(PAGES))('on %s clears all tabs if the session has ended before', async (path) => {
    const tab = await openTab(path, session.page);
    const other = await openTab('/');
    await session.context.clearCookies();
    await tab.getByRole('button', { name: 'Sign out' }).click();
    expect(await entriesAfterSignOut(tab)).toEqual([]);
    expect(await entriesAfterSignOut(other)).toEqual([]);
  });

  it('on the dashboard loads the start page once', async () => {
    const tab = await openTab('/dashboard', session.page);
    const navigations: string[] = [];
    tab.on('request', (request) => {
      if (request.isNavigationRequest()) navigations.push(new URL(request.url()).pathname);
    });
    // A slow answer leaves time for a second navigation.
    await tab.route('/', async (route) => {
      await setTimeout(500);
      await route.continue();
    });
    await tab.getByRole('button', { name: 'Sign out' }).click();
    await tab.getByRole('link', { name: 'Sign in' }).waitFor();
    expect(navigations).toEqual(['/']);
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
