import { getFirstAidSentences } from '../../../src/modules/triage/advice/emergency-advice';
import { LOCALES } from '../../../src/shared/locale';
import { completes } from '../../support/model-server';
import { until } from '../../support/until';
import { APPEARANCES } from '../appearances';
import { findViolations } from '../axe';
import type { BrowserSession } from '../browser-session';
import { ChatEnvironment } from './chat-environment';
import { ChatFixture } from './chat-fixture';
import type { ChatPage } from './chat-page';
import { FirstAidList } from './first-aid-list';
import { isStoredPage, readStoredResponses, waitForLivePage, waitForWorker } from './stored-page';

const QUESTION = 'How long does the flu last?';
const REPLY = 'About a week.';
const OFFLINE = 'You are offline. Numbers and first aid work, and what you write stays in this tab.';

describe('the chat page without a connection', () => {
  const fixture = new ChatFixture();
  let environment: ChatEnvironment, browserSession: BrowserSession, chat: ChatPage;

  beforeEach(async () => {
    ({ environment, browserSession, chat } = await fixture.openAnonymous(completes(REPLY)));
    await waitForWorker(chat.page);
  });

  const offlineLine = () => chat.page.locator('#offline').innerText();

  const disconnect = async (how = 'the browser is offline') => {
    if (how === 'the browser is offline') await browserSession.context.setOffline(true);
    else environment.proxy.disconnect();
  };

  const reconnect = async () => {
    await browserSession.context.setOffline(false);
    environment.proxy.reconnect();
  };

  /** Opens the page again without a connection. */
  const openStored = async (query = '', how?: string) => {
    await disconnect(how);
    await chat.open(query);
    expect(await isStoredPage(chat.page)).toBe(true);
  };

  it.each(['the browser is offline', 'the platform is unreachable'])(
    'opens with the numbers and first aid while %s',
    async (how) => {
      const { page } = chat;
      await page.getByLabel('Country you are in').selectOption('KE');
      await openStored('', how);
      expect(await offlineLine()).toBe(OFFLINE);
      await chat.send(QUESTION);
      await page.getByText('The message could not be sent.').first().waitFor();
      expect(await page.locator('.question .calls a').first().getAttribute('href')).toBe('tel:1199');
      await page.locator('.question .open-first-aid').click();
      const list = new FirstAidList(page);
      await list.open('Choking');
      const sentences = getFirstAidSentences('en');
      await list.selectPerson('Baby in the first year');
      expect(await list.steps()).toEqual(
        ['infantBlows', 'infantThrusts', 'nothingByMouth'].map((id) => sentences[id]),
      );
      await list.selectPerson('Child');
      expect(await list.steps()).toEqual(
        ['backBlows', 'bellyThrusts', 'nothingByMouth'].map((id) => sentences[id]),
      );
      expect(await list.numbers()).toEqual(['1199', '999', '112']);
    },
  );

  it('opens after the platform has been stopped', async () => {
    const stopped = await ChatEnvironment.start();
    const session = await fixture.createSession({ baseURL: stopped.proxy.origin });
    await session.page.goto('/chat');
    await waitForWorker(session.page);
    await stopped.close();
    await session.page.reload();
    await session.page.getByText(OFFLINE).waitFor();
    await session.page.locator('.page-header .open-first-aid').click();
    await new FirstAidList(session.page).open('Snake bite');
  });

  it('opens in languages that were not opened before', async () => {
    const { page } = chat;
    const list = new FirstAidList(page);
    for (const locale of LOCALES) {
      await openStored(`?lang=${locale}`);
      expect(await page.locator('html').getAttribute('lang')).toBe(locale);
      expect(await page.locator('html').getAttribute('dir')).toBe(locale === 'ar' ? 'rtl' : 'ltr');
      await page.locator('.page-header .open-first-aid').click();
      await list.openTopic('burn');
      const sentences = getFirstAidSentences(locale);
      expect(await list.steps()).toEqual(['coolBurn', 'coverBurn'].map((id) => sentences[id]));
    }
  });

  it('keeps a message that is written then, and delivers it once when the connection is back', async () => {
    await openStored();
    await chat.send(QUESTION);
    await chat.page.getByText('The message could not be sent.').first().waitFor();
    await chat.page.reload();
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION]);
    await reconnect();
    await waitForLivePage(chat);
    expect(await offlineLine()).toBe('');
    await chat.button('Try again').click();
    await chat.waitForReply();
    expect(await environment.loadQuestions(chat)).toEqual([QUESTION]);
    await chat.page.reload();
    await chat.waitForReply();
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION]);
    expect(environment.model.requests).toHaveLength(1);
  });

  it('keeps a message of an account, which stays the account’s', async () => {
    const account = { role: 'user', name: 'Amina Otieno', email: 'offline@example.org' } as const;
    await environment.signIn(browserSession, account);
    await chat.open();
    await chat.ask(QUESTION);
    await openStored();
    await chat.send('And a cold?');
    await chat.page.getByText('The message could not be sent.').first().waitFor();
    const text = await chat.page.locator('body').innerText();
    expect(text).not.toContain('Amina');
    expect(text).not.toMatch(/Sign (in|out)|You are not signed in/);
    await reconnect();
    await waitForLivePage(chat);
    await chat.page.getByText('Signed in as Amina Otieno').waitFor();
    await chat.page.locator('.question').getByRole('button', { name: 'Try again' }).click();
    await chat.waitForReply(1);
    const rows = await environment.platform.database.query<{ content: string }[]>(
      `SELECT content FROM message JOIN conversation ON conversation.id = conversation_id
       JOIN account ON account.id = account_id WHERE email = $1 AND message.role = 'user' ORDER BY position`,
      [account.email],
    );
    expect(rows.map(({ content }) => content)).toEqual([QUESTION, 'And a cold?']);
  });

  it('returns an anonymous message to the composer if somebody has signed in meanwhile', async () => {
    await openStored();
    await chat.send(QUESTION);
    await chat.page.getByText('The message could not be sent.').first().waitFor();
    await environment.signIn(browserSession, { role: 'user', email: 'meanwhile@example.org' });
    await reconnect();
    await waitForLivePage(chat);
    expect(await chat.field.inputValue()).toBe(QUESTION);
    expect(environment.model.requests).toHaveLength(0);
  });

  it('calls no procedure before it knows the account', async () => {
    const calls: string[] = [];
    chat.page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(request.url());
    });
    await environment.signIn(browserSession, { role: 'user', email: 'unknown@example.org' });
    await openStored();
    await chat.field.fill(QUESTION);
    await reconnect();
    await chat.page.getByText('You are connected again.').waitFor();
    expect(calls).toEqual([]);
    await chat.page.locator('#send').click();
    await waitForLivePage(chat);
    expect(calls.every((url) => !url.includes('startReply'))).toBe(true);
  });

  it('stays open while first aid is read or a text is written, and says that the connection is back', async () => {
    await openStored();
    const { page } = chat;
    await chat.field.fill('My unfinished question');
    await page.locator('.page-header .open-first-aid').click();
    const list = new FirstAidList(page);
    await list.open('Snake bite');
    await reconnect();
    await page.getByText('You are connected again.').waitFor({ state: 'attached' });
    expect(await list.steps()).toHaveLength(3);
    await list.close();
    expect(await isStoredPage(page)).toBe(true);
    await page.locator('#offline').getByRole('button', { name: 'Go on' }).click();
    await waitForLivePage(chat);
    expect(await chat.field.inputValue()).toBe('My unfinished question');
  });

  it('says on an open page that there is no connection, until it is back', async () => {
    expect(await offlineLine()).toBe('');
    await disconnect();
    await chat.page.getByText(OFFLINE).waitFor();
    expect(await chat.page.locator('#offline').getAttribute('role')).toBe('status');
    await reconnect();
    await until('the line is gone', async () => (await offlineLine()) === '');
    expect(await isStoredPage(chat.page)).toBe(false);
  });

  it('has stored nothing personal, and nothing of other addresses, after the sign-out', async () => {
    const account = { role: 'user', name: 'Wanjiru Kamau', email: 'wanjiru@example.org' } as const;
    await environment.signIn(browserSession, account);
    await chat.open();
    await chat.ask(QUESTION);
    const [conversation = ''] = (await chat.storedConversation())?.split(' ') ?? [];
    const cookie = await browserSession.token();
    await chat.page.goto('/');
    await chat.open('?lang=fr');
    await chat.button('Se déconnecter').click();
    await chat.page.getByRole('link', { name: 'Se connecter' }).first().waitFor();
    const stored = await readStoredResponses(chat.page);
    expect(stored.length).toBeGreaterThan(15);
    const personal = [
      'Wanjiru',
      'wanjiru',
      QUESTION,
      REPLY,
      conversation,
      cookie,
      'data-account="',
      'set-cookie',
    ];
    for (const { path, text } of stored) {
      expect(path).toMatch(
        /^\/chat\/(assets\/[\w-]+\.(js|css)|offline\?lang=(en|fr|pt|ar|sw)&version=[\da-f]+)$/,
      );
      for (const one of personal) expect([path, text.includes(one)]).toEqual([path, false]);
    }
    expect(await chat.page.evaluate<number>('sessionStorage.length')).toBe(0);
  });

  it('shows nothing of an account that has signed out', async () => {
    await environment.signIn(browserSession, { role: 'user', name: 'Juma', email: 'juma@example.org' });
    await chat.open();
    await chat.field.fill('my chest hurts');
    await chat.button('Sign out').click();
    await chat.page.getByRole('link', { name: 'Sign in' }).first().waitFor();
    await openStored();
    expect(await chat.field.inputValue()).toBe('');
    expect(await chat.page.locator('body').innerText()).not.toContain('Juma');
  });

  it.each(['/', '/dashboard'])('serves no procedure, and not the page %s', async (path) => {
    await disconnect();
    const called = await chat.page.evaluate<string>(
      `fetch('/api/trpc/specialties.list').then(() => 'answered', () => 'failed')`,
    );
    expect(called).toBe('failed');
    await expect(chat.page.goto(path)).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  });

  it.each(APPEARANCES)('has no axe violations $name', async ({ locale, viewport, colorScheme }) => {
    const session = await fixture.openUser({ locale, viewport, colorScheme });
    const { page } = session.chat;
    await waitForWorker(page);
    await session.browserSession.context.setOffline(true);
    await page.reload();
    await session.chat.send(QUESTION);
    await page.locator('.question .open-first-aid').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.locator('.page-header .open-first-aid').click();
    const list = new FirstAidList(page);
    await list.topics.first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    await list.openTopic('choking');
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(viewport.width);
  });
});
