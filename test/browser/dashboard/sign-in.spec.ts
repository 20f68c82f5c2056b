import type { BrowserContext, Page } from 'playwright-core';
import {
  type NamedPeriod,
  addDays,
  dayOf,
  periodOf,
  previousPeriod,
  yearBefore,
} from '../../../src/shared/period';
import { oneCaseCodes } from '../../../src/modules/health/alerts/notifiable-diseases';
import { createFormats } from '../../../web/shared/i18n/formats';
import { DashboardFixture } from './dashboard-fixture';
import { DashboardPage, parseCount } from './dashboard-page';
import { readAlerts } from './read-alerts';
import { sumCounts } from './stack-database';
import { until } from '../../support/until';

const format = createFormats('en');

/** Returns the latest of the last twelve whole months that ends with alerts in a country. */
async function findMonthWithAlerts(context: BrowserContext, country: string): Promise<NamedPeriod> {
  let month = periodOf('month', dayOf(new Date()));
  for (let count = 0; count < 12; count += 1) {
    month = previousPeriod(month);
    const week = periodOf('week', addDays(month.before, -1)).name;
    const { alerts } = await readAlerts(context, { week, country });
    if (alerts.length > 0) return month;
  }
  throw new Error(`the demo data has no alerts in ${country}`);
}

describe('signing in to the dashboard', () => {
  const fixture = new DashboardFixture();
  const { database } = fixture;

  it('returns from the portal to the requested URL', async () => {
    const browserSession = await fixture.createSession();
    const { page } = browserSession;
    const requestedUrl =
      '/dashboard?period=2026-Q2&country=NG&pathologies=Cholera&pathologies=Malaria&by=week';
    await page.goto(requestedUrl);
    expect(new URL(page.url()).pathname).toMatch(/^\/interaction\//);
    await browserSession.submitLoginForm('ministry');
    const dashboard = new DashboardPage(page);
    await dashboard.waitUntilDrawn();
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe(requestedUrl);
    expect(await page.title()).toBe('Health dashboard · Q2 2026 · Nigeria');
    expect(await dashboard.readLegend()).toEqual(['Cholera', 'Malaria']);
    expect(await page.getByRole('combobox', { name: 'Country' }).inputValue()).toBe('NG');
  });

  describe('as a ministry of all countries', () => {
    let context: BrowserContext, dashboard: DashboardPage;

    beforeAll(async () => {
      ({ context, dashboard } = await fixture.open(''));
    });

    it('shows the last whole month if the URL contains no period', () => {
      expect(dashboard.period).toEqual(previousPeriod(periodOf('month', dayOf(new Date()))));
    });

    it('shows the totals of the database', async () => {
      const { period } = dashboard;
      const [cases, units] = await Promise.all([
        database.countCases(period),
        database.countUnitsSold(period),
      ]);
      expect(sumCounts(cases)).toBeGreaterThan(1_000);
      expect(await dashboard.readCards()).toEqual({
        Cases: sumCounts(cases),
        'Units of medication sold': sumCounts(units),
        'Pathologies recorded': cases.length,
      });
    });

    it('shows by how much the totals have changed', async () => {
      const { period } = dashboard;
      const base = [previousPeriod(period), yearBefore(period)];
      const count = sumCounts(await database.countCases(period));
      for (const [index, before] of base.entries()) {
        const change = count / sumCounts(await database.countCases(before)) - 1;
        const text = await dashboard.figure('summary').locator('.change').nth(index).innerText();
        const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
        expect(text).toContain(`${change < 0 ? 'down' : 'up'} ${percent.format(Math.abs(change))} on`);
      }
    });

    it('shows the pathologies and medications of the database', async () => {
      const { period } = dashboard;
      const [cases, units] = await Promise.all([
        database.countCases(period),
        database.countUnitsSold(period),
      ]);
      const { pathologies, medications } = await dashboard.readFigures();
      expect(pathologies[0]).toEqual(cases[0]);
      expect(medications[0]).toEqual(units[0]);
      expect(pathologies).toHaveLength(15);
      expect(medications).toHaveLength(12);
      expect(cases).toEqual(expect.arrayContaining(pathologies));
      expect(units).toEqual(expect.arrayContaining(medications));
    });

    it('shows the counts by country of the database', async () => {
      const byCountry = await database.countCasesByCountry(dashboard.period);
      const bars = await dashboard.readBars('map');
      expect(bars.map(({ count }) => count)).toEqual(byCountry.slice(0, 8).map(({ count }) => count));
      expect(bars[0]?.name).toBe(format.country(byCountry[0]?.name ?? ''));
    });

    it('alerts to every case of a notifiable disease in the last four weeks, including late records', async () => {
      const current = periodOf('week', dayOf(new Date())).from;
      const recorded = await database.countWeeklyCases(oneCaseCodes, addDays(current, -365));
      const cases = recorded.map(({ name, country, monday, count }) =>
        [name, format.country(country), format.periodShort(periodOf('week', monday)), count].join(),
      );
      const { rows } = await dashboard.readTable('alerts');
      const alerted = rows
        .filter((row) => row.at(-1)?.startsWith('Notifiable disease: 1 or more'))
        .map(([pathology, country, week, count = '']) =>
          [pathology, country, week, parseCount(count)].join(),
        );
      expect(cases).toEqual(expect.arrayContaining(alerted));
      const latest = cases.filter((_, index) => (recorded[index]?.monday ?? '') >= addDays(current, -21));
      expect(latest.length).toBeGreaterThan(0);
      expect(alerted).toEqual(expect.arrayContaining(latest));
    });

    it('shows the number of alerts, and all alerts on request', async () => {
      const { alerts } = await readAlerts(context);
      const groups = new Set(alerts.map(({ pathology, country }) => `${pathology} ${country}`));
      const panel = dashboard.figure('alerts');
      expect(parseCount((await panel.locator('.subtitle').innerText()).split(' ')[0] ?? '')).toBe(
        groups.size,
      );
      expect(await panel.locator('.alert:visible').count()).toBe(4);
      await panel.getByRole('button', { name: /^Show \d+ more alerts$/ }).click();
      expect(await panel.locator('.alert:visible').count()).toBe(groups.size);
    });
  });

  it('shows a national ministry only its own country, also if the URL contains another one', async () => {
    const { context } = await fixture.signIn();
    const { name } = await findMonthWithAlerts(context, 'KE');
    const { page, dashboard } = await fixture.open(`?period=${name}&country=NG`, { username: 'ministry.ke' });
    const cases = await database.countCases(dashboard.period, 'KE');
    const units = await database.countUnitsSold(dashboard.period, 'KE');
    expect(sumCounts(cases)).toBeLessThan(sumCounts(await database.countCases(dashboard.period)));
    expect(await dashboard.readCards()).toEqual({
      Cases: sumCounts(cases),
      'Units of medication sold': sumCounts(units),
      'Pathologies recorded': cases.length,
    });
    expect((await dashboard.readBars('pathologies'))[0]).toEqual(cases[0]);
    expect((await dashboard.readBars('medications'))[0]).toEqual(units[0]);
    expect(await dashboard.readBars('map')).toEqual([{ name: 'Kenya', count: sumCounts(cases) }]);
    const { rows } = await dashboard.readTable('alerts');
    expect(new Set(rows.map((row) => row[1]))).toEqual(new Set(['Kenya']));
    expect(await page.locator('#country select, select#country').count()).toBe(0);
    expect(await page.locator('#country').innerText()).toContain('Kenya');
    expect(dashboard.parameters.get('country')).toBeNull();
  });

  it.each(['doctor', 'pharmacist', 'user'])(
    'shows a %s no figures, but whom to ask for access',
    async (role) => {
      const { page, dashboard, browserSession } = await fixture.signIn({ username: role });
      const response = await page.goto('/dashboard?period=2026-03');
      expect(response?.status()).toBe(403);
      const text = await page.locator('body').innerText();
      expect(text).toContain('This page is for ministries of health');
      expect(text).toContain(`(${role})`);
      expect(text).toContain('ask whoever administers the accounts of your sign-in portal');
      expect(await page.locator('.figure').count()).toBe(0);
      await page.getByRole('link', { name: 'Sign in as someone else' }).click();
      await browserSession.submitLoginForm('ministry.ke');
      await dashboard.waitUntilDrawn();
      expect(new URL(page.url()).pathname).toBe('/dashboard');
    },
  );

  it('clears the tab when the user signs out', async () => {
    const { page, context } = await fixture.open('?period=2026-02');
    expect(await storedEntries(page)).not.toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(await storedEntries(page)).toEqual([]);
    expect(await context.cookies()).not.toContainEqual(expect.objectContaining({ name: 'session' }));
    await page.goBack();
    expect(new URL(page.url()).pathname).toMatch(/^\/interaction\//);
  });

  it('does not show cached figures of another account in the same tab', async () => {
    const { page, context, dashboard, browserSession } = await fixture.open('?period=2026-02');
    await dashboard.open('?period=2026-01');
    const before = await dashboard.readCards();
    const oldEntries = await storedEntries(page);
    await browserSession.signInAs('ministry.ke');
    await dashboard.open('?period=2026-01');
    const newEntries = await storedEntries(page);
    expect(newEntries.filter((name) => oldEntries.includes(name))).toEqual([]);
    const { Cases: kenya } = await dashboard.readCards();
    expect(kenya).toBe(sumCounts(await database.countCases(dashboard.period, 'KE')));
    expect(kenya).not.toBe(before.Cases);
    await context.setOffline(true);
    await page.getByRole('combobox', { name: 'Period', exact: true }).selectOption('2026-02');
    await page.getByText('these figures were not looked at before').first().waitFor();
    expect(await page.locator('.card-value').count()).toBe(0);
  });

  it('reloads the page when another account has signed in in another tab', async () => {
    const { page, dashboard, browserSession } = await fixture.open('?period=2026-02');
    // The page still shows the first account after a sign-in in another tab.
    await browserSession.signInAs('ministry.ke');
    await page.getByRole('button', { name: 'Previous period' }).click();
    await until('the page shows the new account', async () => {
      const country = await page.locator('#country').innerText();
      return country.endsWith('Kenya');
    });
    await dashboard.waitUntilDrawn();
    expect(await page.locator('.account').innerText()).toContain('Achieng Otieno');
    expect((await dashboard.readCards()).Cases).toBe(
      sumCounts(await database.countCases(dashboard.period, 'KE')),
    );
  });
});

function storedEntries(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `Object.keys(sessionStorage).filter((name) => name.startsWith('dashboard:'))`,
  );
}
