import { createFormats } from '../../../web/shared/i18n/formats';
import { createTexts } from '../../../web/shared/texts';
import { until } from '../../support/until';
import { findViolations } from '../axe';
import { DashboardFixture } from './dashboard-fixture';
import { parseCount } from './dashboard-page';
import { DASHBOARD_TEXTS } from './dashboard-texts';
import { READERS } from './readers';

/** The pathology on the map. Uganda had none of it, so that no other figure has its name. */
const MALARIA = { en: 'Malaria', ar: 'الملاريا' };

describe('tables and links of the dashboard', () => {
  const fixture = new DashboardFixture();

  it.each(READERS)(
    'sorts a table by its headers and finds rows in a long one, $name',
    async ({ locale, width, options }) => {
      const { page, dashboard } = await fixture.open('?period=2026-09&country=KE', options);
      const text = DASHBOARD_TEXTS[locale];
      const { rows } = await dashboard.readTable('pathologies');
      const table = page.locator('#pathologies-rows');
      const header = (name: string) => table.locator('thead').getByRole('button', { name, exact: true });
      const readColumn = async (index: number): Promise<string[]> =>
        (await dashboard.readTable('pathologies')).rows.map((row) => row[index] ?? '');

      await header(text['column.pathology']).click();
      await table.locator('th[aria-sort="ascending"]').waitFor();
      const collator = new Intl.Collator(locale);
      expect(await readColumn(0)).toEqual(rows.map(([name = '']) => name).sort(collator.compare));

      await header(text['column.change']).click();
      const sort = table.locator('th[aria-sort="descending"]');
      await sort.waitFor();
      const changes = (await readColumn(4)).map((change) => change.replaceAll(/[^\d.,+–-]/g, ''));
      const known = changes
        .filter((change) => change !== '–')
        .map((change) => Number(change.replace(',', '')));
      expect(known).toEqual([...known].sort((a, b) => b - a));
      expect(known[0]).toBeGreaterThan(known.at(-1) ?? 0);
      expect(changes.slice(known.length).every((change) => change === '–')).toBe(true);
      await header(text['column.change']).click();
      await header(text['column.change']).click();
      expect((await dashboard.readTable('pathologies')).rows).toEqual(rows);

      const searched = rows.at(-1)?.[0] ?? '';
      await page.locator('#pathologies').getByRole('searchbox').fill(searched.toUpperCase());
      const expected = rows.filter(([name = '']) => name.includes(searched)).map(([name]) => name);
      expect(expected.length).toBeLessThan(rows.length);
      await until('only its row is shown', async () => (await readColumn(0)).join() === expected.join(), {
        within: 10_000,
      });
      const count = createTexts(locale, text)(
        'figure.found',
        { count: String(expected.length) },
        expected.length,
      );
      expect(await page.locator('#pathologies').getByRole('status').innerText()).toBe(count);
      const [total] = await dashboard.figure('pathologies').locator('tfoot td.numeric').allInnerTexts();
      expect(parseCount(total ?? '')).toBeGreaterThan(parseCount((await readColumn(2))[0] ?? ''));
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
    },
  );

  it('sorts the periods of the trend in time, not by their names', async () => {
    const { page, dashboard } = await fixture.open('?period=2026-09&pathologies=Malaria');
    const { rows } = await dashboard.readTable('trend');
    const header = page.locator('#trend-rows thead').getByRole('button', { name: 'Period', exact: true });
    await header.click();
    await header.click();
    await page.locator('#trend-rows th[aria-sort="descending"]').waitFor();
    expect((await dashboard.readTable('trend')).rows).toEqual(rows.toReversed());
  });

  it.each(READERS)(
    'copies the link, which shows the same to another account, $name',
    async ({ locale, options }) => {
      const { page, context, dashboard } = await fixture.open('?period=2026-09', options);
      const text = DASHBOARD_TEXTS[locale];
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.locator('select#country').selectOption('UG');
      await dashboard.waitUntilDrawn();
      await page.locator('#map-pathology').selectOption('Malaria');
      await dashboard.waitUntilDrawn();
      await page.getByRole('button', { name: text['page.copyLink'] }).click();
      await page.getByText(text['page.linkCopied']).waitFor();
      const link = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(link).toBe(page.url());
      const other = await fixture.open(new URL(link).search, { ...options, username: 'admin' });
      expect(await other.dashboard.readFigures()).toEqual(await dashboard.readFigures());

      // The pathology on the map is named in the language of the page.
      const period = createFormats(locale).period(dashboard.period);
      const subtitle = (await other.dashboard.figure('map').locator('.subtitle').innerText()).replaceAll(
        /[\u2068\u2069]/g,
        '',
      );
      expect(subtitle).toBe(
        text['map.subtitle'].replace('{what}', MALARIA[locale]).replace('{period}', period),
      );
    },
  );
});
