import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import {
  type NamedPeriod,
  calendarPeriod,
  dayOf,
  nextPeriod,
  parsePeriod,
  periodOf,
  periodsBetween,
  yearBefore,
} from '../../../src/shared/period';
import { createFormats } from '../../../web/shared/i18n/formats';
import { createTexts } from '../../../web/shared/texts';
import { until } from '../../support/until';
import { findViolations } from '../axe';
import { DashboardFixture } from './dashboard-fixture';
import { parseCount } from './dashboard-page';
import { DASHBOARD_TEXTS } from './dashboard-texts';
import { READERS } from './readers';

const MONTHS = periodsBetween(calendarPeriod(2025, 3), calendarPeriod(2025, 10));

describe('the trend from month to month', () => {
  const fixture = new DashboardFixture();
  const { database } = fixture;

  const countMalaria = async (month: NamedPeriod): Promise<number> =>
    (await database.countCases(month, 'KE')).find(({ name }) => name === 'Malaria')?.count ?? 0;

  it.each(READERS)(
    'shows any months, beside the year before, in the link and in downloads, $name',
    async ({ locale, width, options }) => {
      const { page, dashboard } = await fixture.open('?period=2026-09&country=KE&pathologies=Malaria', {
        ...options,
        acceptDownloads: true,
      });
      const text = createTexts(locale, DASHBOARD_TEXTS[locale]);
      const { period, periodShort } = createFormats(locale);
      await page.locator('#trend-years').selectOption('range');
      const [from, to] = [page.locator('#trend-from'), page.locator('#trend-to')];
      expect([await from.inputValue(), await to.inputValue()]).toEqual(['2025-10', '2026-09']);
      await from.fill('2025-03');
      await to.fill('2025-10');
      await page.getByRole('button', { name: text('range.show'), exact: true }).click();
      await until('the months are shown', async () => {
        const subtitle = await dashboard.figure('trend').locator('.subtitle').innerText();
        return subtitle.includes(periodShort(calendarPeriod(2025, 3)));
      });
      await dashboard.waitUntilDrawn();

      const table = await dashboard.readTable('trend');
      expect(table.headers).toHaveLength(3);
      expect(table.rows.map(([name]) => name)).toEqual(MONTHS.map(period));
      for (const [index, month] of MONTHS.entries()) {
        const counts = [await countMalaria(month), await countMalaria(yearBefore(month))];
        expect(table.rows[index]?.slice(1).map(parseCount)).toEqual(counts);
      }
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);

      const { path } = await dashboard.download('trend', text('figure.asCsv'));
      const [, ...rows]: string[][] = parse(readFileSync(path), { bom: true });
      expect([rows[0]?.[0], rows.at(-1)?.[0]]).toEqual(['2024-03', '2025-10']);
      const picture = await dashboard.download('trend', text('figure.asSvg'));
      expect(picture.fileName).toBe('trend-2025-03-2025-10.svg');
      expect(readFileSync(picture.path, 'utf8')).toContain(periodShort(calendarPeriod(2025, 3)));

      const other = await fixture.open(new URL(page.url()).search, { ...options, username: 'admin' });
      expect(await other.dashboard.readTable('trend')).toEqual(table);
      expect(await other.page.locator('#trend-to').inputValue()).toBe('2025-10');
    },
  );

  it.each(READERS)(
    'says in words why a range is none, and keeps the trend, $name',
    async ({ locale, options }) => {
      const { page, dashboard } = await fixture.open('?period=2026-09&pathologies=Malaria', options);
      const text = createTexts(locale, DASHBOARD_TEXTS[locale]);
      await page.locator('#trend-years').selectOption('range');
      const { search } = new URL(page.url());
      const nextMonth = nextPeriod(periodOf('month', dayOf(new Date()))).name;
      for (const [first, last, problem] of [
        ['2025-10', '2025-03', 'order'],
        ['2025-10', '', 'month'],
        ['2025-10', nextMonth, 'future'],
        ['2010-01', '2025-10', 'length'],
      ] as const) {
        await page.locator('#trend-from').fill(first);
        await page.locator('#trend-to').fill(last);
        await page.locator('#trend-to').press('Enter');
        await page
          .getByRole('alert')
          .filter({ hasText: text(`range.${problem}`, { count: '10' }) })
          .waitFor();
        expect(await page.locator('#trend-from').getAttribute('aria-invalid')).toBe('true');
      }
      expect(await findViolations(page)).toEqual([]);
      expect(new URL(page.url()).search).toBe(search);
      await page.locator('#trend-years').selectOption('3');
      await until('the form is gone', async () => (await page.locator('#trend-from').count()) === 0);
      await dashboard.waitUntilDrawn();
      expect((await dashboard.readTable('trend')).rows).toHaveLength(36);
    },
  );

  it('begins with twelve months also from the weeks of a year, which stay beside the year before', async () => {
    const { dashboard, page } = await fixture.open('?period=2026-09&pathologies=Malaria&by=week');
    expect((await dashboard.readTable('trend')).headers).toHaveLength(3);
    await page.locator('#trend-years').selectOption('range');
    expect(await page.locator('#trend-from').inputValue()).toBe('2025-10');
    expect(await page.locator('#trend-to').inputValue()).toBe('2026-09');
    await dashboard.waitUntilDrawn();
    expect((await dashboard.readTable('trend')).headers).toEqual([
      'Period',
      'Malaria',
      'Malaria, a year before',
    ]);
  });

  it('shows the weeks of a range, and no year before if it is longer than a year', async () => {
    const query = '?period=2026-09&pathologies=Malaria&from=2025-01&to=2025-12&by=week';
    const { dashboard, page } = await fixture.open(query);
    const year = await dashboard.readTable('trend');
    expect([year.headers, year.rows.length]).toEqual([['Period', 'Malaria', 'Malaria, a year before'], 53]);
    const before = parsePeriod('2024-W02');
    if (!before) throw new Error('there is such a week');
    const count = (await database.countCases(before)).find(({ name }) => name === 'Malaria')?.count;
    expect(parseCount(year.rows[1]?.[2] ?? '')).toBe(count);
    await page.locator('#trend-from').fill('2024-12');
    await page.locator('#trend-from').press('Enter');
    await until('the months are in the link', () => Promise.resolve(page.url().includes('from=2024-12')));
    await dashboard.waitUntilDrawn();
    expect((await dashboard.readTable('trend')).headers).toEqual(['Period', 'Malaria']);
  });
});
