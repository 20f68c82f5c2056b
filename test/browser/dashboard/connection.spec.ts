import type { BrowserContext, Page } from 'playwright-core';
import { DashboardFixture } from './dashboard-fixture';
import type { DashboardPage } from './dashboard-page';
import { until } from '../../support/until';

describe('the dashboard without a network', () => {
  const fixture = new DashboardFixture();
  const { database } = fixture;
  let page: Page, context: BrowserContext, dashboard: DashboardPage;

  beforeEach(async () => {
    ({ page, context, dashboard } = await fixture.signIn());
  });

  const show = (period: string) =>
    page.getByRole('combobox', { name: 'Period', exact: true }).selectOption(period);
  const banner = () => page.locator('#connection');

  it('shows cached figures with their time, and new figures when the network is back', async () => {
    await page.clock.install();
    await dashboard.open('?period=2026-08');
    const august = await dashboard.readFigures();
    await show('2026-07');
    await until('July is shown', async () => (await dashboard.readCards()).Cases !== august.cards.Cases);
    await dashboard.waitUntilDrawn();
    const time = await page.evaluate<string>(
      `new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(new Date())`,
    );
    // Results older than a minute are requested again.
    await page.clock.fastForward('03:00');
    await context.setOffline(true);
    await show('2026-08');
    await banner().getByText('No connection. These figures are as of').waitFor();
    expect(await dashboard.readFigures()).toEqual(august);
    for (const name of ['summary', 'pathologies', 'medications'] as const) {
      const stale = dashboard.figure(name).locator('.stale');
      await stale.waitFor();
      expect(await stale.innerText()).toMatch(/^As of \d+ \w+ \d{4}.* \d\d:\d\d/);
      expect(await stale.innerText()).toMatch(new RegExp(`${time.slice(0, 3)}\\d\\d`));
    }
    await context.setOffline(false);
    await until('it is connected', async () => (await banner().innerText()) === '');
    await dashboard.waitUntilDrawn();
    expect(await page.locator('.stale:visible').count()).toBe(0);
    expect(await dashboard.readFigures()).toEqual(august);
  });

  it('reports figures that are not cached, and shows them when the network is back', async () => {
    await dashboard.open('?period=2026-08');
    await context.setOffline(true);
    await show('2026-05');
    await banner().getByText('No connection, and these figures were not looked at before').waitFor();
    await dashboard.figure('medications').locator('.problem:visible').waitFor();
    expect(await page.locator('.card-value, .bar:visible').count()).toBe(0);
    expect(await page.title()).toContain('May 2026');
    await context.setOffline(false);
    await until('May is shown', async () => (await page.locator('.card-value').count()) === 4);
    await until('it is connected', async () => (await banner().innerText()) === '');
    await dashboard.waitUntilDrawn();
    const [cases] = await database.countCases(dashboard.period);
    expect((await dashboard.readBars('pathologies'))[0]).toEqual(cases);
  });

  it('keeps the figures of a selection that was made while offline', async () => {
    await dashboard.open('?period=2026-08');
    const august = await dashboard.readFigures();
    await context.setOffline(true);
    await show('2026-05');
    await banner().getByText('not looked at before').waitFor();
    await show('2026-08');
    expect(await dashboard.readFigures()).toEqual(august);
    await context.setOffline(false);
    await until('it is connected', async () => (await banner().innerText()) === '');
    await dashboard.waitUntilDrawn();
    expect(await dashboard.readFigures()).toEqual(august);
  });

  it('reports that the drawing code could not be loaded, and loads it when the network is back', async () => {
    const drawingCode = /assets\/drawing-chunk/;
    await page.route(drawingCode, (route) => route.abort());
    await page.goto('/dashboard?period=2026-08');
    await dashboard.figure('trend').getByText('Trying again').waitFor();
    expect((await dashboard.readCards()).Cases).toBeGreaterThan(0);
    await page.unroute(drawingCode);
    await dashboard.figure('trend').locator('svg.plot').waitFor();
    await dashboard.figure('map').locator('svg.plot').waitFor();
    expect(new URL(page.url()).search).toBe('?period=2026-08');
  });

  it('reports a language that could not be loaded, and keeps the current one', async () => {
    await dashboard.open('?period=2026-08');
    await context.setOffline(true);
    await page.locator('#language').selectOption('fr');
    await page.locator('#notice').getByText('Français could not be loaded.').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect((await dashboard.readCards()).Cases).toBeGreaterThan(0);
  });
});

describe('the dashboard after the session has ended', () => {
  const fixture = new DashboardFixture();
  const { database } = fixture;

  it('reports it, clears the cache, and returns to the same view after the login', async () => {
    const query = '?period=2026-08&country=GH&pathologies=Malaria';
    const { page, dashboard, browserSession } = await fixture.open(query);
    await database.endSession(await browserSession.token());
    await page.getByRole('combobox', { name: 'Period', exact: true }).selectOption('2026-06');
    const link = page.locator('#connection').getByRole('link', { name: 'Sign in again' });
    await link.waitFor();
    expect(await page.locator('#connection').innerText()).toContain('Your session has ended.');
    expect(await page.locator('.card-value, .bar:visible').count()).toBe(0);
    expect(
      await page.evaluate<string[]>(
        `Object.keys(sessionStorage).filter((name) => name.startsWith('dashboard:'))`,
      ),
    ).toEqual([]);
    await link.click();
    await browserSession.submitLoginForm('ministry');
    await dashboard.waitUntilDrawn();
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe('/dashboard?period=2026-06&country=GH&pathologies=Malaria');
    const cases = await database.countCases(dashboard.period, 'GH');
    expect((await dashboard.readBars('pathologies'))[0]).toEqual(cases[0]);
    expect(await page.locator('#connection').innerText()).toBe('');
  });
});
