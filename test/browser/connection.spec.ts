import type { Browser } from 'playwright-core';
import { DashboardPage } from './dashboard-page';
import { Records } from './records';
import { until } from '../support/until';
import { Visitor, startChromium } from './visitor';

describe('when the network goes, the dashboard', () => {
  let browser: Browser;
  let visitor: Visitor;
  let dashboard: DashboardPage;

  beforeAll(async () => {
    browser = await startChromium();
  });

  beforeEach(async () => {
    ({ visitor } = await Visitor.signedIn(browser, 'ministry'));
    dashboard = new DashboardPage(visitor.page);
  });

  afterEach(async () => {
    await visitor.context.close();
  });

  afterAll(async () => {
    await browser.close();
  });

  const show = (period: string) =>
    visitor.page.getByRole('combobox', { name: 'Period', exact: true }).selectOption(period);
  const banner = () => visitor.page.locator('#connection');

  it('shows what it was answered before, with the time of it, and newer figures once it is back', async () => {
    const { page, context } = visitor;
    await page.clock.install();
    await dashboard.open('?period=2026-08');
    const august = await dashboard.figures();
    await show('2026-07');
    await until('July is there', async () => (await dashboard.cards()).Cases !== august.cards.Cases);
    await dashboard.settle();
    const time = await page.evaluate<string>(
      `new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(new Date())`,
    );
    // Older than a minute, so that it asks again.
    await page.clock.fastForward('03:00');
    await context.setOffline(true);
    await show('2026-08');
    await banner().getByText('No connection. These figures are as of').waitFor();
    expect(await dashboard.figures()).toEqual(august);
    for (const name of ['summary', 'pathologies', 'medications'] as const) {
      const stale = dashboard.figure(name).locator('.stale');
      await stale.waitFor();
      expect(await stale.innerText()).toMatch(/^As of \d+ \w+ \d{4}.* \d\d:\d\d/);
      expect(await stale.innerText()).toMatch(new RegExp(`${time.slice(0, 3)}\\d\\d`));
    }
    await context.setOffline(false);
    await until('it is connected', async () => (await banner().innerText()) === '');
    await dashboard.settle();
    expect(await page.locator('.stale:visible').count()).toBe(0);
    expect(await dashboard.figures()).toEqual(august);
  });

  it('says so of what was not looked at before, and shows it as soon as the network is back', async () => {
    await dashboard.open('?period=2026-08');
    await visitor.context.setOffline(true);
    await show('2026-05');
    await banner().getByText('No connection, and these figures were not looked at before').waitFor();
    await dashboard.figure('medications').locator('.problem:visible').waitFor();
    expect(await visitor.page.locator('.card-value, .bar:visible').count()).toBe(0);
    expect(await visitor.page.title()).toContain('May 2026');
    await visitor.context.setOffline(false);
    await until('May is there', async () => (await visitor.page.locator('.card-value').count()) === 4);
    await until('it is connected', async () => (await banner().innerText()) === '');
    await dashboard.settle();
    const records = new Records();
    expect((await dashboard.bars('pathologies'))[0]).toEqual((await records.cases(dashboard.period))[0]);
    await records.close();
  });

  it('keeps what belongs to the choice made meanwhile', async () => {
    await dashboard.open('?period=2026-08');
    const august = await dashboard.figures();
    await visitor.context.setOffline(true);
    await show('2026-05');
    await banner().getByText('not looked at before').waitFor();
    await show('2026-08');
    expect(await dashboard.figures()).toEqual(august);
    await visitor.context.setOffline(false);
    await until('it is connected', async () => (await banner().innerText()) === '');
    await dashboard.settle();
    expect(await dashboard.figures()).toEqual(august);
  });

  it('has lost part of its program, it says so, and has it once the network is back', async () => {
    const { page } = visitor;
    const parts = /assets\/pictures/;
    await page.route(parts, (route) => route.abort());
    await page.goto('/dashboard?period=2026-08');
    await dashboard.figure('trend').getByText('Trying again').waitFor();
    expect((await dashboard.cards()).Cases).toBeGreaterThan(0);
    await page.unroute(parts);
    await dashboard.figure('trend').locator('svg.plot').waitFor();
    await dashboard.figure('map').locator('svg.plot').waitFor();
    expect(new URL(page.url()).search).toBe('?period=2026-08');
  });

  it('says that a language is not there yet, and goes on in the one it has', async () => {
    await dashboard.open('?period=2026-08');
    await visitor.context.setOffline(true);
    await visitor.page.locator('#language').selectOption('fr');
    await visitor.page.locator('#notice').getByText('Français could not be loaded.').waitFor();
    expect(await visitor.page.locator('html').getAttribute('lang')).toBe('en');
    expect((await dashboard.cards()).Cases).toBeGreaterThan(0);
  });
});

describe('when the session has ended, the dashboard', () => {
  let browser: Browser;
  let records: Records;

  beforeAll(async () => {
    browser = await startChromium();
    records = new Records();
  });

  afterAll(async () => {
    await browser.close();
    await records.close();
  });

  it('says so, forgets what it was answered, and leads back to the same view by the login', async () => {
    const { visitor, token } = await Visitor.signedIn(browser, 'ministry');
    const { page } = visitor;
    const dashboard = new DashboardPage(page);
    await dashboard.open('?period=2026-08&country=GH&pathologies=Malaria');
    await records.endSession(token);
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
    const view = '/dashboard?period=2026-06&country=GH&pathologies=Malaria';
    await link.click();
    await page.getByLabel('User name').fill('ministry');
    await page.getByLabel('Password').fill('ministry-demo');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await dashboard.settle();
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe(view);
    const cases = await records.cases(dashboard.period, 'GH');
    expect((await dashboard.bars('pathologies'))[0]).toEqual(cases[0]);
    expect(await page.locator('#connection').innerText()).toBe('');
  });
});
