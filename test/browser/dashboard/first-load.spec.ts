import { LOCALES } from '../../../src/shared/locale';
import { DashboardFixture } from './dashboard-fixture';
import { DashboardPage } from './dashboard-page';
import { DASHBOARD_TEXTS } from './dashboard-texts';
import { countTransferredBytes } from '../transferred-bytes';

/** The limit of a first load, including headers. */
const MAX_BYTES = 155_000;

/** Of many alerts. The last month would be another one each month. */
const PERIOD = '2026-10';

describe('loading the dashboard', () => {
  const fixture = new DashboardFixture();

  it.each(LOCALES)('loads less than 155 kB at first, with all figures drawn, in %s', async (locale) => {
    const { page, context, dashboard } = await fixture.signIn({ locale });
    const bytes = await countTransferredBytes(await context.newCDPSession(page));
    await dashboard.open(`?period=${PERIOD}`);
    await page.waitForLoadState('networkidle');
    const totalBytes = [...bytes.values()].reduce((sum, one) => sum + one, 0);
    process.stdout.write(
      `first load in ${locale}: ${bytes.size} requests, ${(totalBytes / 1000).toFixed(1)} kB\n`,
    );
    const paths = [...bytes.keys()].map((url) => new URL(url).pathname);
    expect(paths).toEqual(
      expect.arrayContaining(['/dashboard', expect.stringMatching(/^\/dashboard\/assets\/main-/)]),
    );
    expect(totalBytes).toBeGreaterThan(50_000);
    expect(totalBytes).toBeLessThan(MAX_BYTES);
  });

  it('requests the figures apart from the account, so that the response is compressed', async () => {
    const { page, dashboard } = await fixture.signIn();
    const figures = page.waitForResponse(/\/api\/trpc\/health\.alerts/);
    await dashboard.open(`?period=${PERIOD}`);
    expect((await figures).headers()).toMatchObject({ 'content-encoding': 'br' });
  });

  it('loads its files from the cache the second time', async () => {
    const { context } = await fixture.open('');
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const fromServer: string[] = [];
    session.on('Network.responseReceived', ({ response }) => {
      if (!response.fromDiskCache && response.url.includes('/assets/')) fromServer.push(response.url);
    });
    await session.send('Network.enable');
    await new DashboardPage(page).open('?period=2026-04');
    expect(fromServer).toEqual([]);
  });

  it('explains that it needs JavaScript if scripts are disabled', async () => {
    const { page } = await fixture.signIn({ javaScriptEnabled: false });
    await page.goto('/dashboard');
    expect(await page.locator('noscript').innerText()).toContain('JavaScript, which is switched off');
  });

  it('causes no error, no violation of the security policy and no request to another origin', async () => {
    const { page, dashboard, browserSession } = await fixture.signIn({ acceptDownloads: true });
    await page.goto('/');
    await page.getByRole('link', { name: 'Open the dashboard' }).click();
    await dashboard.waitUntilDrawn();
    for (const kind of ['year', 'quarter', 'week', 'month']) {
      await page.getByRole('combobox', { name: 'Period by' }).selectOption(kind);
      await dashboard.waitUntilDrawn();
    }
    await page.getByRole('button', { name: 'Previous period' }).click();
    await page.getByRole('combobox', { name: 'Country' }).selectOption('NG');
    await dashboard.waitUntilDrawn();
    await dashboard.figure('pathologies').getByRole('checkbox').nth(4).check();
    await page.getByRole('combobox', { name: 'Shown on the map' }).selectOption('Malaria');
    await dashboard.waitUntilDrawn();
    await page.getByRole('radio', { name: 'Weeks' }).check();
    await dashboard.waitUntilDrawn();
    await page.getByRole('combobox', { name: 'Find a pathology' }).fill('chol');
    await page.getByRole('listbox').getByRole('option', { name: 'Cholera' }).click();
    await page.getByRole('combobox', { name: 'Compare with …' }).selectOption({ label: 'Kenya' });
    await page.getByRole('combobox', { name: 'Length' }).selectOption('3');
    await page.getByRole('combobox', { name: 'Figure' }).selectOption('rates');
    await dashboard.waitUntilDrawn();
    await page.getByRole('slider', { name: 'Values of a period' }).press('Home');
    await page.getByText('Who reports').click();
    await dashboard.readAllTables();
    for (const name of ['pathologies', 'trend', 'map', 'medications'] as const) {
      for (const entry of ['figure.asPng', 'figure.asSvg', 'figure.asCsv', 'figure.asXlsx'] as const)
        await dashboard.download(name, DASHBOARD_TEXTS.en[entry]);
    }
    await dashboard
      .figure('alerts')
      .getByRole('button', { name: /^Show trend/ })
      .first()
      .click();
    await dashboard.waitUntilDrawn();
    for (const locale of LOCALES) {
      await page.locator('#language').selectOption(locale);
      await dashboard.waitUntilDrawn();
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    await page.pdf({ preferCSSPageSize: true });
    await page.emulateMedia({ media: 'screen' });
    await page.goBack();
    await dashboard.waitUntilDrawn();
    await page.locator('#sign-out').click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(browserSession.pageErrors).toEqual([]);
  });
});
