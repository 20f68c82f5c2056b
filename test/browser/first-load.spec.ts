import type { Browser } from 'playwright-core';
import { LOCALES } from '../../src/shared/locale';
import { DashboardPage } from './dashboard-page';
import { MESSAGES } from './messages';
import { Visitor, startChromium } from './visitor';
import { countBytes } from './wire-bytes';

/** What a first load may take over the wire, headers included. */
const MOST_BYTES = 250_000;

describe('the dashboard over the wire', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startChromium();
  });

  afterAll(async () => {
    await browser.close();
  });

  it.each(LOCALES)(
    'is loaded for the first time, all of its figures drawn, with less than 250 kB in %s',
    async (locale) => {
      const { visitor } = await Visitor.signedIn(browser, 'ministry', { locale });
      const bytes = await countBytes(await visitor.context.newCDPSession(visitor.page));
      const dashboard = new DashboardPage(visitor.page);
      await dashboard.open();
      await visitor.page.waitForLoadState('networkidle');
      const all = [...bytes.values()].reduce((sum, one) => sum + one, 0);
      process.stdout.write(
        `first load in ${locale}: ${bytes.size} requests, ${(all / 1000).toFixed(1)} kB\n`,
      );
      const paths = [...bytes.keys()].map((address) => new URL(address).pathname);
      expect(paths).toEqual(
        expect.arrayContaining(['/dashboard', expect.stringMatching(/^\/dashboard\/assets\/main-/)]),
      );
      expect(all).toBeGreaterThan(50_000);
      expect(all).toBeLessThan(MOST_BYTES);
      await visitor.context.close();
    },
  );

  it('loads none of its files again the second time', async () => {
    const { visitor } = await Visitor.signedIn(browser, 'ministry');
    const dashboard = new DashboardPage(visitor.page);
    await dashboard.open();
    const page = await visitor.context.newPage();
    const session = await visitor.context.newCDPSession(page);
    const fromServer: string[] = [];
    session.on('Network.responseReceived', ({ response }) => {
      if (!response.fromDiskCache && response.url.includes('/assets/')) fromServer.push(response.url);
    });
    await session.send('Network.enable');
    await new DashboardPage(page).open('?period=2026-04');
    expect(fromServer).toEqual([]);
  });

  it('says what is missing where scripts are switched off', async () => {
    const { visitor } = await Visitor.signedIn(browser, 'ministry', { javaScriptEnabled: false });
    await visitor.page.goto('/dashboard');
    expect(await visitor.page.locator('noscript').innerText()).toContain('JavaScript, which is switched off');
  });

  it('is walked through without an error, a refusal of the security policy or a request to anybody else', async () => {
    const { visitor } = await Visitor.signedIn(browser, 'ministry', { acceptDownloads: true });
    const { page } = visitor;
    const dashboard = new DashboardPage(page);
    await page.goto('/');
    await page.getByRole('link', { name: 'Open the dashboard' }).click();
    await dashboard.settle();
    for (const kind of ['year', 'quarter', 'week', 'month']) {
      await page.getByRole('combobox', { name: 'Period by' }).selectOption(kind);
      await dashboard.settle();
    }
    await page.getByRole('button', { name: 'Previous period' }).click();
    await page.getByRole('combobox', { name: 'Country' }).selectOption('NG');
    await dashboard.settle();
    await dashboard.figure('pathologies').getByRole('checkbox').nth(4).check();
    await page.getByRole('combobox', { name: 'Shown on the map' }).selectOption('Malaria');
    await page.getByRole('radio', { name: 'Weeks' }).check();
    await dashboard.settle();
    for (const name of ['alerts', 'summary', 'pathologies', 'trend', 'map', 'medications'] as const)
      await dashboard.table(name);
    for (const name of ['pathologies', 'trend', 'map', 'medications'] as const) {
      for (const entry of ['figure.asPng', 'figure.asSvg', 'figure.asCsv', 'figure.asXlsx'] as const)
        await dashboard.download(name, MESSAGES.en[entry]);
    }
    await dashboard
      .figure('alerts')
      .getByRole('button', { name: /^Show trend/ })
      .first()
      .click();
    await dashboard.settle();
    for (const locale of LOCALES) {
      await page.locator('#language').selectOption(locale);
      await dashboard.settle();
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    await page.pdf({ preferCSSPageSize: true });
    await page.emulateMedia({ media: 'screen' });
    await page.goBack();
    await dashboard.settle();
    await page.locator('#sign-out').click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(visitor.complaints).toEqual([]);
  });
});
