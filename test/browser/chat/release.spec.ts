import { startPlatform, type Platform } from '../../support/platform';
import { until } from '../../support/until';
import type { BrowserSession } from '../browser-session';
import { SuiteBrowser } from '../suite-browser';
import { ChatPage } from './chat-page';
import { FirstAidList } from './first-aid-list';
import { ReleaseOrigin } from './release-origin';
import { isStoredPage, readStoredResponses, waitForWorker } from './stored-page';

const PAGE = /^\/chat(\?|$)/;

describe('the stored page of the chat', () => {
  const browser = new SuiteBrowser();
  const platforms: Platform[] = [];
  let old: string, next: string, origin: ReleaseOrigin, session: BrowserSession, chat: ChatPage;

  /** Starts a platform whose pages, and so its stored ones, differ from those of another number of days. */
  const startRelease = async (days: string): Promise<string> => {
    const platform = await startPlatform({ CHATBOT_ANONYMOUS_RETENTION_DAYS: days });
    platforms.push(platform);
    return platform.listen();
  };

  beforeAll(async () => {
    old = await startRelease('7');
    next = await startRelease('8');
  });

  afterAll(async () => {
    for (const platform of platforms) await platform.close();
  });

  beforeEach(async () => {
    origin = await ReleaseOrigin.to(old);
    session = await browser.createSession({ baseURL: origin.url });
    chat = new ChatPage(session.page);
    await chat.open();
    await waitForWorker(chat.page);
  });

  afterEach(() => origin.stop());

  const storedCaches = async () => [
    ...new Set((await readStoredResponses(chat.page)).map(({ cache }) => cache)),
  ];

  const storedDays = async () =>
    (await readStoredResponses(chat.page)).flatMap(
      ({ text }) => /data-retention-days="(\d+)"/.exec(text)?.[1] ?? [],
    );

  it('is replaced after a release, when no page of the old one is open', async () => {
    const [before] = await storedCaches();
    expect(await storedDays()).toEqual(['7', '7', '7', '7', '7']);
    origin.release(next);
    await chat.page.reload();
    await until('the new page is stored beside the old one', async () => (await storedCaches()).length === 2);
    // The page of the old release still gets its files, which the server may not have any more.
    origin.disturbance = { path: /\/assets\//, status: 404 };
    await chat.page.locator('.page-header .open-first-aid').click();
    await new FirstAidList(chat.page).open('Snake bite');
    origin.disturbance = undefined;
    await chat.page.close();
    chat = new ChatPage(await session.context.newPage());
    await chat.open();
    await until('the old page is deleted', async () => (await storedCaches()).length === 1);
    expect(await storedCaches()).not.toContain(before);
    expect(await storedDays()).toEqual(['8', '8', '8', '8', '8']);
    await origin.stop();
    await chat.page.reload();
    expect(await chat.page.locator('#app').getAttribute('data-retention-days')).toBe('8');
    expect(await isStoredPage(chat.page)).toBe(true);
  });

  it('stays if a release cannot be stored completely', async () => {
    origin.release(next);
    origin.disturbance = { path: /\/offline\?lang=sw/, status: 404 };
    await chat.page.evaluate(
      'navigator.serviceWorker.ready.then((one) => one.update()).catch(() => undefined)',
    );
    await until('no worker is being installed', () =>
      chat.page.evaluate<boolean>(
        'navigator.serviceWorker.ready.then(({ installing, waiting }) => !installing && !waiting)',
      ),
    );
    await origin.stop();
    await chat.page.reload();
    expect(await chat.page.locator('#app').getAttribute('data-retention-days')).toBe('7');
    await chat.field.waitFor();
  });

  it('opens after three seconds on a slow connection, and is replaced when the platform has responded', async () => {
    origin.disturbance = { path: PAGE, delayMs: 6_000 };
    const start = Date.now();
    await chat.page.reload();
    expect(Date.now() - start).toBeLessThan(6_000);
    expect(await isStoredPage(chat.page)).toBe(true);
    await until('the page is replaced', async () => !(await isStoredPage(chat.page).catch(() => true)));
    await chat.field.waitFor();
  });

  it('opens if the platform is out of order', async () => {
    origin.disturbance = { path: PAGE, status: 503 };
    await chat.page.reload();
    expect(await isStoredPage(chat.page)).toBe(true);
    await chat.field.waitFor();
  });

  it('does not replace a refusal of the platform', async () => {
    origin.disturbance = { path: PAGE, status: 429 };
    const response = await chat.page.reload();
    expect(response?.status()).toBe(429);
  });

  it('has a manifest that Chromium reads without an error', async () => {
    const devtools = await session.context.newCDPSession(chat.page);
    const { url, errors, data } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(url).toBe(`${origin.url}/chat/manifest.webmanifest?lang=en`);
    expect(data).toContain('"start_url":"/chat?lang=en"');
  });
});
