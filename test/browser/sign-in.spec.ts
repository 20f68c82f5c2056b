import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { addDays, dayOf, periodOf, previousPeriod, yearBefore } from '../../src/shared/calendar';
import { oneCaseCodes } from '../../src/modules/health/alerts/notifiable-diseases';
import { formatsFor } from '../../web/shared/i18n/formats';
import { DashboardPage, digits } from './dashboard-page';
import { Records, total } from './records';
import { until } from '../support/until';
import { Visitor, startChromium } from './visitor';

const alertsSchema = z.object({
  result: z.object({
    data: z.object({
      json: z.object({
        data: z.object({ alerts: z.array(z.object({ pathology: z.string(), country: z.string() })) }),
      }),
    }),
  }),
});

const format = formatsFor('en');

describe('who signs in to the dashboard', () => {
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

  const signIn = async ({ page }: Visitor, username: string) => {
    await page.getByLabel('User name').fill(username);
    await page.getByLabel('Password').fill(`${username}-demo`);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
  };

  it('goes to the portal and comes back to the very address that was asked for', async () => {
    const visitor = await Visitor.arrive(browser);
    const { page } = visitor;
    const asked = '/dashboard?period=2026-Q2&country=NG&pathologies=Cholera&pathologies=Malaria&by=week';
    await page.goto(asked);
    expect(new URL(page.url()).pathname).toMatch(/^\/interaction\//);
    await signIn(visitor, 'ministry');
    const dashboard = new DashboardPage(page);
    await dashboard.settle();
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe(asked);
    expect(await page.title()).toBe('Health dashboard · Q2 2026 · Nigeria');
    expect(await dashboard.legend()).toEqual(['Cholera', 'Malaria']);
    expect(await page.getByRole('combobox', { name: 'Country' }).inputValue()).toBe('NG');
  });

  describe('as a ministry of all countries', () => {
    let visitor: Visitor;
    let dashboard: DashboardPage;

    beforeAll(async () => {
      ({ visitor } = await Visitor.signedIn(browser, 'ministry'));
      dashboard = new DashboardPage(visitor.page);
      await dashboard.open();
    });

    it('sees the last whole month where the address names none', () => {
      expect(dashboard.period).toEqual(previousPeriod(periodOf('month', dayOf(new Date()))));
    });

    it('reads the totals that the records have', async () => {
      const { period } = dashboard;
      const [cases, units, byCountry] = await Promise.all([
        records.cases(period),
        records.units(period),
        records.casesByCountry(period),
      ]);
      expect(total(cases)).toBeGreaterThan(1_000);
      expect(await dashboard.cards()).toEqual({
        Cases: total(cases),
        'Units of medication sold': total(units),
        'Pathologies recorded': cases.length,
        'Countries reporting': byCountry.length,
      });
    });

    it('reads by how much the totals changed', async () => {
      const { period } = dashboard;
      const base = [previousPeriod(period), yearBefore(period)];
      const count = total(await records.cases(period));
      for (const [index, before] of base.entries()) {
        const change = count / total(await records.cases(before)) - 1;
        const text = await dashboard.figure('summary').locator('.change').nth(index).innerText();
        const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
        expect(text).toContain(`${change < 0 ? 'down' : 'up'} ${percent.format(Math.abs(change))} on`);
      }
    });

    it('reads of the pathologies and medications what the records have', async () => {
      const { period } = dashboard;
      const [cases, units] = await Promise.all([records.cases(period), records.units(period)]);
      const { pathologies, medications } = await dashboard.figures();
      expect(pathologies[0]).toEqual(cases[0]);
      expect(medications[0]).toEqual(units[0]);
      expect(pathologies).toHaveLength(15);
      expect(medications).toHaveLength(12);
      expect(cases).toEqual(expect.arrayContaining(pathologies));
      expect(units).toEqual(expect.arrayContaining(medications));
    });

    it('reads of the countries what the records have', async () => {
      const byCountry = await records.casesByCountry(dashboard.period);
      const bars = await dashboard.bars('map');
      expect(bars.map(({ count }) => count)).toEqual(byCountry.slice(0, 8).map(({ count }) => count));
      expect(bars[0]?.name).toBe(format.country(byCountry[0]?.name ?? ''));
    });

    it('is told of every single case of a notifiable disease in the last four weeks, and of late ones', async () => {
      const current = periodOf('week', dayOf(new Date())).from;
      const recorded = await records.weeklyCases(oneCaseCodes, addDays(current, -365));
      const cases = recorded.map(({ name, country, monday, count }) =>
        [name, format.country(country), format.periodShort(periodOf('week', monday)), count].join(),
      );
      const { rows } = await dashboard.table('alerts');
      const told = rows
        .filter((row) => row.at(-1)?.startsWith('Notifiable disease: 1 or more'))
        .map(([pathology, country, week, count = '']) => [pathology, country, week, digits(count)].join());
      expect(cases).toEqual(expect.arrayContaining(told));
      const latest = cases.filter((_, index) => (recorded[index]?.monday ?? '') >= addDays(current, -21));
      expect(latest.length).toBeGreaterThan(0);
      expect(told).toEqual(expect.arrayContaining(latest));
    });

    it('is told how many alerts there are, and shown all of them when asked', async () => {
      const response = await visitor.context.request.get('/api/trpc/health.alerts', {
        params: { input: JSON.stringify({ json: {} }) },
      });
      const { alerts } = alertsSchema.parse(await response.json()).result.data.json.data;
      const groups = new Set(alerts.map(({ pathology, country }) => `${pathology} ${country}`));
      const panel = dashboard.figure('alerts');
      expect(digits((await panel.locator('.subtitle').innerText()).split(' ')[0] ?? '')).toBe(groups.size);
      expect(await panel.locator('.alert:visible').count()).toBe(4);
      await panel.getByRole('button', { name: /^Show \d+ more alerts$/ }).click();
      expect(await panel.locator('.alert:visible').count()).toBe(groups.size);
    });
  });

  it('sees one country alone as its ministry, has none to choose, and none by a changed address', async () => {
    const { visitor } = await Visitor.signedIn(browser, 'ministry.ke');
    const dashboard = new DashboardPage(visitor.page);
    await dashboard.open('?period=2026-Q1&country=NG');
    const cases = await records.cases(dashboard.period, 'KE');
    const units = await records.units(dashboard.period, 'KE');
    expect(total(cases)).toBeLessThan(total(await records.cases(dashboard.period)));
    expect(await dashboard.cards()).toEqual({
      Cases: total(cases),
      'Units of medication sold': total(units),
      'Pathologies recorded': cases.length,
    });
    expect((await dashboard.bars('pathologies'))[0]).toEqual(cases[0]);
    expect((await dashboard.bars('medications'))[0]).toEqual(units[0]);
    expect(await dashboard.bars('map')).toEqual([{ name: 'Kenya', count: total(cases) }]);
    const { rows } = await dashboard.table('alerts');
    expect(new Set(rows.map((row) => row[1]))).toEqual(new Set(['Kenya']));
    expect(await visitor.page.locator('#country select, select#country').count()).toBe(0);
    expect(await visitor.page.locator('#country').innerText()).toContain('Kenya');
    expect(dashboard.parameters.get('country')).toBeNull();
  });

  it.each(['doctor', 'pharmacist', 'user'])(
    'is told whom to ask as a %s, and shown no figure',
    async (role) => {
      const { visitor } = await Visitor.signedIn(browser, role);
      const answer = await visitor.page.goto('/dashboard?period=2026-03');
      expect(answer?.status()).toBe(403);
      const text = await visitor.page.locator('body').innerText();
      expect(text).toContain('This page is for ministries of health');
      expect(text).toContain(`(${role})`);
      expect(text).toContain('ask whoever administers the accounts of your sign-in portal');
      expect(await visitor.page.locator('.figure').count()).toBe(0);
      await visitor.page.getByRole('link', { name: 'Sign in as someone else' }).click();
      await signIn(visitor, 'ministry.ke');
      await new DashboardPage(visitor.page).settle();
      expect(new URL(visitor.page.url()).pathname).toBe('/dashboard');
    },
  );

  it('leaves nothing behind in the tab when signing out', async () => {
    const { visitor } = await Visitor.signedIn(browser, 'ministry');
    const dashboard = new DashboardPage(visitor.page);
    await dashboard.open('?period=2026-02');
    expect(await keptIn(visitor)).not.toEqual([]);
    await visitor.page.getByRole('button', { name: 'Sign out' }).click();
    await visitor.page.waitForURL((url) => url.pathname === '/');
    expect(await keptIn(visitor)).toEqual([]);
    expect(await visitor.context.cookies()).not.toContainEqual(expect.objectContaining({ name: 'session' }));
    await visitor.page.goBack();
    expect(new URL(visitor.page.url()).pathname).toMatch(/^\/interaction\//);
  });

  it('sees nothing of what another account looked at in the same tab', async () => {
    const { visitor } = await Visitor.signedIn(browser, 'ministry');
    const dashboard = new DashboardPage(visitor.page);
    await dashboard.open('?period=2026-02');
    await dashboard.open('?period=2026-01');
    const before = await dashboard.cards();
    const kept = await keptIn(visitor);
    await visitor.becomes('ministry.ke');
    await dashboard.open('?period=2026-01');
    const left = await keptIn(visitor);
    expect(left.filter((name) => kept.includes(name))).toEqual([]);
    const { Cases: kenya } = await dashboard.cards();
    expect(kenya).toBe(total(await records.cases(dashboard.period, 'KE')));
    expect(kenya).not.toBe(before.Cases);
    await visitor.context.setOffline(true);
    await visitor.page.getByRole('combobox', { name: 'Period', exact: true }).selectOption('2026-02');
    await visitor.page.getByText('these figures were not looked at before').first().waitFor();
    expect(await visitor.page.locator('.card-value').count()).toBe(0);
  });

  it('is never shown the figures of one account under the name and country of another', async () => {
    const { visitor } = await Visitor.signedIn(browser, 'ministry');
    const dashboard = new DashboardPage(visitor.page);
    await dashboard.open('?period=2026-02');
    // Signed in as somebody else in another tab: this one still says whose it was.
    await visitor.becomes('ministry.ke');
    await visitor.page.getByRole('button', { name: 'Previous period' }).click();
    await until('the page is of who is signed in', async () => {
      const place = await visitor.page.locator('#country').innerText();
      return place.endsWith('Kenya');
    });
    await dashboard.settle();
    expect(await visitor.page.locator('.account').innerText()).toContain('Achieng Otieno');
    expect((await dashboard.cards()).Cases).toBe(total(await records.cases(dashboard.period, 'KE')));
  });
});

function keptIn({ page }: Visitor): Promise<string[]> {
  return page.evaluate<string[]>(
    `Object.keys(sessionStorage).filter((name) => name.startsWith('dashboard:'))`,
  );
}
