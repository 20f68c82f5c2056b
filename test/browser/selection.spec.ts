import type { Browser } from 'playwright-core';
import { parsePeriod } from '../../src/shared/calendar';
import { DashboardPage, digits } from './dashboard-page';
import { Records, total } from './records';
import { until } from '../support/until';
import { Visitor, startChromium } from './visitor';

describe('what the dashboard shows is chosen', () => {
  let browser: Browser;
  let records: Records;
  let visitor: Visitor;
  let dashboard: DashboardPage;

  beforeAll(async () => {
    browser = await startChromium();
    records = new Records();
  });

  beforeEach(async () => {
    ({ visitor } = await Visitor.signedIn(browser, 'ministry'));
    dashboard = new DashboardPage(visitor.page);
    await dashboard.open('?period=2026-08');
  });

  afterEach(async () => {
    await visitor.context.close();
  });

  afterAll(async () => {
    await browser.close();
    await records.close();
  });

  const choice = (name: string) => visitor.page.getByRole('combobox', { name, exact: true });
  /** Asked in the page: Playwright learns of a new address a little later. */
  const query = () => visitor.page.evaluate<string>('location.search');

  const expectFiguresOf = async (name: string, country: string | null) => {
    const period = parsePeriod(name);
    if (!period) throw new Error(`${name} is no period`);
    const cases = await records.cases(period, country);
    const units = await records.units(period, country);
    await until(`${name} is shown`, async () => (await dashboard.cards()).Cases === total(cases));
    await dashboard.settle();
    const { pathologies, medications, cards } = await dashboard.figures();
    expect(cards['Units of medication sold']).toBe(total(units));
    expect(pathologies[0]).toEqual(cases[0]);
    expect(medications[0]).toEqual(units[0]);
  };

  it('with the mouse: period, kind of period and country, each a step that the back button takes back', async () => {
    await visitor.page.getByRole('button', { name: 'Previous period' }).click();
    expect(await query()).toBe('?period=2026-07');
    await expectFiguresOf('2026-07', null);
    await choice('Country').selectOption({ label: 'Kenya' });
    expect(await query()).toBe('?period=2026-07&country=KE');
    await expectFiguresOf('2026-07', 'KE');
    await choice('Period by').selectOption('quarter');
    expect(await query()).toBe('?period=2026-Q3&country=KE');
    await expectFiguresOf('2026-Q3', 'KE');
    await choice('Period').selectOption({ label: 'Q1 2026' });
    await expectFiguresOf('2026-Q1', 'KE');
    expect(await visitor.page.title()).toBe('Health dashboard · Q1 2026 · Kenya');

    await visitor.page.goBack();
    expect(await query()).toBe('?period=2026-Q3&country=KE');
    await expectFiguresOf('2026-Q3', 'KE');
    await visitor.page.goBack();
    await visitor.page.goBack();
    expect(await query()).toBe('?period=2026-07');
    await expectFiguresOf('2026-07', null);
    expect(await choice('Country').inputValue()).toBe('');
    await visitor.page.goForward();
    await expectFiguresOf('2026-07', 'KE');
    expect(await choice('Country').inputValue()).toBe('KE');
  });

  it('with the keyboard alone, the focus staying on what is used', async () => {
    const { keyboard } = visitor.page;
    await dashboard.tabTo('country');
    await keyboard.press('k');
    await until('Kenya is chosen', async () => (await query()) === '?period=2026-08&country=KE');
    await expectFiguresOf('2026-08', 'KE');
    expect(await dashboard.focused()).toBe('country');
    await dashboard.tabTo('period-previous');
    await keyboard.press('Enter');
    await keyboard.press('Space');
    expect(await query()).toBe('?period=2026-06&country=KE');
    await expectFiguresOf('2026-06', 'KE');
    expect(await dashboard.focused()).toBe('period-previous');
    await dashboard.tabTo('period');
    await keyboard.press('ArrowUp');
    await until('July is chosen', async () => (await query()) === '?period=2026-07&country=KE');
    await expectFiguresOf('2026-07', 'KE');
    expect(await dashboard.focused()).toBe('period');
    await dashboard.tabTo('choose-Hypertension');
    await keyboard.press('Space');
    await until('it is in the trend', async () => !(await dashboard.legend()).includes('Hypertension'));
    expect(await dashboard.focused()).toBe('choose-Hypertension');
  });

  it('and goes to the figures at once for who skips the rest', async () => {
    await visitor.page.keyboard.press('Tab');
    await visitor.page.keyboard.press('Enter');
    expect(await dashboard.focused()).toBe('figures');
  });

  it('and is the same for who is sent the link', async () => {
    await choice('Country').selectOption({ label: 'Uganda' });
    await choice('Period by').selectOption('year');
    await visitor.page.getByRole('radio', { name: 'Weeks' }).check();
    await expectFiguresOf('2026', 'UG');
    const { visitor: other } = await Visitor.signedIn(browser, 'admin');
    const same = new DashboardPage(other.page);
    await same.open(await query());
    expect(await same.figures()).toEqual(await dashboard.figures());
    expect(await same.legend()).toEqual(await dashboard.legend());
    expect(await same.table('trend')).toEqual(await dashboard.table('trend'));
    expect(await same.table('map')).toEqual(await dashboard.table('map'));
    expect(other.page.url()).toBe(visitor.page.url());
  });

  it('as the last choice was, where several come faster than the answers', async () => {
    const previous = visitor.page.getByRole('button', { name: 'Previous period' });
    for (let clicks = 0; clicks < 6; clicks += 1) await previous.click();
    expect(await query()).toBe('?period=2026-02');
    await expectFiguresOf('2026-02', null);
    expect(await dashboard.figure('trend').locator('.subtitle').innerText()).toContain('to Feb 2026');
  });

  it('pathology by pathology for the trend, six at most', async () => {
    const boxes = dashboard.figure('pathologies').getByRole('checkbox');
    const [first, second, third] = await dashboard.legend();
    expect([first, second, third]).toEqual(
      (await records.cases(dashboard.period)).slice(0, 3).map(({ name }) => name),
    );
    await dashboard
      .figure('pathologies')
      .getByLabel(/^Malaria/)
      .uncheck();
    await until('Malaria is gone', async () => !(await dashboard.legend()).includes('Malaria'));
    for (const place of [5, 6, 7, 8]) {
      await boxes.nth(place).check();
      await until('it is in the trend', () => boxes.nth(place).isChecked());
    }
    await dashboard.settle();
    const legend = await dashboard.legend();
    expect(legend).toHaveLength(6);
    expect(dashboard.parameters.getAll('pathologies')).toEqual(legend);
    expect(await boxes.nth(10).isDisabled()).toBe(true);
    expect(await dashboard.figure('pathologies').locator('.notes').innerText()).toContain(
      'The trend shows at most 6 pathologies.',
    );
    const { heads } = await dashboard.table('trend');
    expect(heads).toEqual(['Period', ...legend.flatMap((name) => [name, `${name}, a year before`])]);

    await visitor.page.getByRole('button', { name: `Remove ${String(legend[0])} from the trend` }).click();
    await until('it is gone', async () => (await dashboard.legend()).length === 5);
    await dashboard.settle();
    expect(await boxes.nth(10).isDisabled()).toBe(false);
    for (const name of legend.slice(1))
      await visitor.page.getByRole('button', { name: `Remove ${name} from the trend` }).click();
    await dashboard.figure('trend').getByText('Tick one pathology or more').waitFor();
  });

  it('on the map by pathology, and by an alert for the trend', async () => {
    await visitor.page.getByRole('combobox', { name: 'Shown on the map' }).selectOption('Malaria');
    expect(await query()).toBe('?period=2026-08&map=Malaria');
    await dashboard.figure('map').getByText('Malaria in August 2026').waitFor();
    const malaria = await records.casesByCountry(dashboard.period, 'Malaria');
    expect((await dashboard.bars('map')).map(({ count }) => count)).toEqual(
      malaria.slice(0, 8).map(({ count }) => count),
    );

    const alert = dashboard.figure('alerts').locator('.alert').first();
    const [pathology = '', country = ''] = await alert.locator('h3 > *').allInnerTexts();
    await alert.getByRole('button', { name: /^Show trend/ }).click();
    await until('it is in the trend', async () => (await dashboard.legend()).join() === pathology);
    expect(await choice('Country').locator('option:checked').innerText()).toBe(country);
    expect(dashboard.parameters.get('by')).toBe('week');
    await dashboard.figure('trend').getByText('to W36 2026').waitFor();
  });

  it('by an alert so that its own weeks are in the trend, also where the period was over before', async () => {
    await dashboard.open();
    const alert = dashboard.figure('alerts').locator('.alert').first();
    const week = /W\d\d \d{4}/.exec(await alert.locator('.alert-week').first().innerText())?.[0] ?? '';
    const [pathology = ''] = await alert.locator('h3 > *').allInnerTexts();
    await alert.getByRole('button', { name: /^Show trend/ }).click();
    await until('it is in the trend', async () => (await dashboard.legend()).join() === pathology);
    await dashboard.settle();
    const { rows } = await dashboard.table('trend');
    const [, number = '', year = ''] = /W0?(\d+) (\d{4})/.exec(week) ?? [];
    expect(rows.map(([name]) => name)).toContainEqual(expect.stringContaining(`Week ${number}, ${year}`));
  });

  it('only as far as it can be read: the rest of a link is named and left out', async () => {
    await dashboard.open('?period=2026-13&country=XX&by=day&lang=en');
    expect(await visitor.page.locator('#notice').innerText()).toBe(
      'Part of this link could not be read and was left out: period=2026-13, country=XX and by=day.',
    );
    expect(dashboard.parameters.get('period')).toMatch(/^\d{4}-\d{2}$/);
    expect(total(await records.cases(dashboard.period))).toBe((await dashboard.cards()).Cases);
  });

  it('without markup of a link being taken for markup', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    await dashboard.open(
      `?period=2026-08&map=${encodeURIComponent(markup)}&pathologies=${encodeURIComponent(markup)}`,
    );
    expect(await visitor.page.locator('img').count()).toBe(0);
    expect(await dashboard.legend()).toEqual([markup]);
  });

  it('for a period that is not over with as many days of the others beside it', async () => {
    const name = new Date().toISOString().slice(0, 4);
    await dashboard.open(`?period=${name}`);
    const notes = await dashboard.figure('summary').locator('.notes').innerText();
    expect(notes).toContain('The period is not over');
    const { rows } = await dashboard.table('summary');
    const today = new Date().toISOString().slice(4, 10);
    const days = { from: `${Number(name) - 1}-01-01`, before: `${Number(name) - 1}${today}` };
    const [cases] = rows.filter(([figure]) => figure === 'Cases');
    const before = total(await records.cases(days));
    // Today's own day of last year is counted too; that it is no more than a day is enough here.
    expect(digits(cases?.[2] ?? '')).toBeGreaterThanOrEqual(before);
    expect(digits(cases?.[2] ?? '')).toBeLessThan(before * 1.05);
  });
});
