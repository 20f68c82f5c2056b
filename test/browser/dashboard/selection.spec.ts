import type { Page } from 'playwright-core';
import { parsePeriod } from '../../../src/shared/period';
import { DashboardFixture } from './dashboard-fixture';
import { type DashboardPage, parseCount } from './dashboard-page';
import { sumCounts } from './stack-database';
import { until } from '../../support/until';

describe('selecting what the dashboard shows', () => {
  const fixture = new DashboardFixture();
  const { database } = fixture;
  let page: Page, dashboard: DashboardPage;

  beforeEach(async () => {
    ({ page, dashboard } = await fixture.open('?period=2026-08'));
  });

  const combobox = (name: string) => page.getByRole('combobox', { name, exact: true });
  /** Read inside the page, because Playwright updates its own copy of the URL later. */
  const currentQuery = () => page.evaluate<string>('location.search');

  const expectFiguresOf = async (name: string, country: string | null) => {
    const period = parsePeriod(name);
    if (!period) throw new Error(`${name} is no period`);
    const cases = await database.countCases(period, country);
    const units = await database.countUnitsSold(period, country);
    await until(`${name} is shown`, async () => (await dashboard.readCards()).Cases === sumCounts(cases));
    await dashboard.waitUntilDrawn();
    const { pathologies, medications, cards } = await dashboard.readFigures();
    expect(cards['Units of medication sold']).toBe(sumCounts(units));
    expect(pathologies[0]).toEqual(cases[0]);
    expect(medications[0]).toEqual(units[0]);
  };

  it('changes period, kind of period and country by mouse, and reverts each with the back button', async () => {
    await page.getByRole('button', { name: 'Previous period' }).click();
    expect(await currentQuery()).toBe('?period=2026-07');
    await expectFiguresOf('2026-07', null);
    await combobox('Country').selectOption({ label: 'Kenya' });
    expect(await currentQuery()).toBe('?period=2026-07&country=KE');
    await expectFiguresOf('2026-07', 'KE');
    await combobox('Period by').selectOption('quarter');
    expect(await currentQuery()).toBe('?period=2026-Q3&country=KE');
    await expectFiguresOf('2026-Q3', 'KE');
    await combobox('Period').selectOption({ label: 'Q1 2026' });
    await expectFiguresOf('2026-Q1', 'KE');
    expect(await page.title()).toBe('Health dashboard · Q1 2026 · Kenya');

    await page.goBack();
    expect(await currentQuery()).toBe('?period=2026-Q3&country=KE');
    await expectFiguresOf('2026-Q3', 'KE');
    await page.goBack();
    await page.goBack();
    expect(await currentQuery()).toBe('?period=2026-07');
    await expectFiguresOf('2026-07', null);
    expect(await combobox('Country').inputValue()).toBe('');
    await page.goForward();
    await expectFiguresOf('2026-07', 'KE');
    expect(await combobox('Country').inputValue()).toBe('KE');
  });

  it('changes country, period and trend by keyboard, and keeps the focus', async () => {
    const { keyboard } = page;
    await dashboard.tabTo('country');
    await keyboard.press('k');
    await until('Kenya is chosen', async () => (await currentQuery()) === '?period=2026-08&country=KE');
    await expectFiguresOf('2026-08', 'KE');
    expect(await dashboard.focusedId()).toBe('country');
    await dashboard.tabTo('period-previous');
    await keyboard.press('Enter');
    await keyboard.press('Space');
    expect(await currentQuery()).toBe('?period=2026-06&country=KE');
    await expectFiguresOf('2026-06', 'KE');
    expect(await dashboard.focusedId()).toBe('period-previous');
    await dashboard.tabTo('period');
    await keyboard.press('ArrowUp');
    await until('July is chosen', async () => (await currentQuery()) === '?period=2026-07&country=KE');
    await expectFiguresOf('2026-07', 'KE');
    expect(await dashboard.focusedId()).toBe('period');
    await dashboard.tabTo('choose-Hypertension');
    await keyboard.press('Space');
    await until(
      'it is not in the trend',
      async () => !(await dashboard.readLegend()).includes('Hypertension'),
    );
    expect(await dashboard.focusedId()).toBe('choose-Hypertension');
  });

  it('skips to the figures with the first link', async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await dashboard.focusedId()).toBe('figures');
  });

  it('shows the same figures to another account that opens the link', async () => {
    await combobox('Country').selectOption({ label: 'Uganda' });
    await combobox('Period by').selectOption('year');
    // Figures that are drawn while the mouse is down would move the radio button from under it.
    await dashboard.waitUntilDrawn();
    await page.getByRole('radio', { name: 'Weeks' }).check();
    await expectFiguresOf('2026', 'UG');
    const other = await fixture.open(await currentQuery(), { username: 'admin' });
    expect(await other.dashboard.readFigures()).toEqual(await dashboard.readFigures());
    expect(await other.dashboard.readLegend()).toEqual(await dashboard.readLegend());
    expect(await other.dashboard.readTable('trend')).toEqual(await dashboard.readTable('trend'));
    expect(await other.dashboard.readTable('map')).toEqual(await dashboard.readTable('map'));
    expect(other.page.url()).toBe(page.url());
  });

  it('shows the last selection if several are made before the responses', async () => {
    const previous = page.getByRole('button', { name: 'Previous period' });
    for (let clicks = 0; clicks < 6; clicks += 1) await previous.click();
    expect(await currentQuery()).toBe('?period=2026-02');
    await expectFiguresOf('2026-02', null);
    expect(await dashboard.figure('trend').locator('.subtitle').innerText()).toContain('to Feb 2026');
  });

  it('adds pathologies to the trend and removes them, up to six', async () => {
    const boxes = dashboard.figure('pathologies').getByRole('checkbox');
    const [first, second, third] = await dashboard.readLegend();
    expect([first, second, third]).toEqual(
      (await database.countCases(dashboard.period)).slice(0, 3).map(({ name }) => name),
    );
    await dashboard
      .figure('pathologies')
      .getByLabel(/^Malaria/)
      .uncheck();
    await until('Malaria is gone', async () => !(await dashboard.readLegend()).includes('Malaria'));
    for (const index of [5, 6, 7, 8]) {
      await boxes.nth(index).check();
      await until('it is in the trend', () => boxes.nth(index).isChecked());
    }
    await dashboard.waitUntilDrawn();
    const legend = await dashboard.readLegend();
    expect(legend).toHaveLength(6);
    expect(dashboard.parameters.getAll('pathologies')).toEqual(legend);
    expect(await boxes.nth(10).isDisabled()).toBe(true);
    expect(await dashboard.figure('pathologies').locator('.notes').innerText()).toContain(
      'The trend shows at most 6 pathologies.',
    );
    const { headers } = await dashboard.readTable('trend');
    expect(headers).toEqual(['Period', ...legend.flatMap((name) => [name, `${name}, a year before`])]);

    await page.getByRole('button', { name: `Remove ${String(legend[0])} from the trend` }).click();
    await until('it is gone', async () => (await dashboard.readLegend()).length === 5);
    await dashboard.waitUntilDrawn();
    expect(await boxes.nth(10).isDisabled()).toBe(false);
    for (const name of legend.slice(1))
      await page.getByRole('button', { name: `Remove ${name} from the trend` }).click();
    await dashboard.figure('trend').getByText('Tick one pathology or more').waitFor();
  });

  it('selects a pathology on the map, and the trend of an alert', async () => {
    await page.getByRole('combobox', { name: 'Shown on the map' }).selectOption('Malaria');
    expect(await currentQuery()).toBe('?period=2026-08&map=Malaria');
    await dashboard.figure('map').getByText('Malaria in August 2026').waitFor();
    const malaria = await database.countCasesByCountry(dashboard.period, 'Malaria');
    expect((await dashboard.readBars('map')).map(({ count }) => count)).toEqual(
      malaria.slice(0, 8).map(({ count }) => count),
    );

    const alert = dashboard.figure('alerts').locator('.alert').first();
    const [pathology = '', country = ''] = await alert.locator('h3 > *').allInnerTexts();
    await alert.getByRole('button', { name: /^Show trend/ }).click();
    await until('it is in the trend', async () => (await dashboard.readLegend()).join() === pathology);
    expect(await combobox('Country').locator('option:checked').innerText()).toBe(country);
    expect(dashboard.parameters.get('by')).toBe('week');
    await dashboard.figure('trend').getByText('to W36 2026').waitFor();
  });

  it('shows the weeks of a selected alert in the trend, also if they are after the period', async () => {
    await dashboard.open();
    const alert = dashboard.figure('alerts').locator('.alert').first();
    const week = /W\d\d \d{4}/.exec(await alert.locator('.alert-week').first().innerText())?.[0] ?? '';
    const [pathology = ''] = await alert.locator('h3 > *').allInnerTexts();
    await alert.getByRole('button', { name: /^Show trend/ }).click();
    await until('it is in the trend', async () => (await dashboard.readLegend()).join() === pathology);
    await dashboard.waitUntilDrawn();
    const { rows } = await dashboard.readTable('trend');
    const [, number = '', year = ''] = /W0?(\d+) (\d{4})/.exec(week) ?? [];
    expect(rows.map(([name]) => name)).toContainEqual(expect.stringContaining(`Week ${number}, ${year}`));
  });

  it('ignores and reports invalid parameters of a link', async () => {
    await dashboard.open('?period=2026-13&country=XX&by=day&lang=en');
    expect(await page.locator('#notice').innerText()).toBe(
      'Part of this link could not be read and was left out: period=2026-13, country=XX and by=day.',
    );
    expect(dashboard.parameters.get('period')).toMatch(/^\d{4}-\d{2}$/);
    expect(sumCounts(await database.countCases(dashboard.period))).toBe((await dashboard.readCards()).Cases);
  });

  it('shows HTML in a link as plain text', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    await dashboard.open(
      `?period=2026-08&map=${encodeURIComponent(markup)}&pathologies=${encodeURIComponent(markup)}`,
    );
    expect(await page.locator('img').count()).toBe(0);
    expect(await dashboard.readLegend()).toEqual([markup]);
  });

  it('compares an incomplete period with the same number of days of the other periods', async () => {
    const name = new Date().toISOString().slice(0, 4);
    await dashboard.open(`?period=${name}`);
    const notes = await dashboard.figure('summary').locator('.notes').innerText();
    expect(notes).toContain('The period is not over');
    const { rows } = await dashboard.readTable('summary');
    const today = new Date().toISOString().slice(4, 10);
    const days = { from: `${Number(name) - 1}-01-01`, before: `${Number(name) - 1}${today}` };
    const [cases] = rows.filter(([figure]) => figure === 'Cases');
    const before = sumCounts(await database.countCases(days));
    // The figure also contains the same day of last year, so the check allows one more day.
    expect(parseCount(cases?.[2] ?? '')).toBeGreaterThanOrEqual(before);
    expect(parseCount(cases?.[2] ?? '')).toBeLessThan(before * 1.05);
  });
});
