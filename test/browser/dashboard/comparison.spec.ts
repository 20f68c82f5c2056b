import { dayOf, periodOf, previousPeriod, yearBefore } from '../../../src/shared/period';
import { createFormats } from '../../../web/shared/i18n/formats';
import { until } from '../../support/until';
import { findViolations } from '../axe';
import { DashboardFixture } from './dashboard-fixture';
import { READERS } from './readers';
import { type Count, sumCounts } from './stack-database';

/** Of the demo data; the same in both languages of the test. */
const PATHOLOGIES = { Malaria: { en: 'Malaria', ar: 'الملاريا' } };

describe('what a country had last month against the year before', () => {
  const fixture = new DashboardFixture();
  const { database } = fixture;
  const lastMonth = previousPeriod(periodOf('month', dayOf(new Date())));

  const countOf = (counts: readonly Count[], name: string): number =>
    counts.find((one) => one.name === name)?.count ?? 0;

  it.each(READERS)(
    'is on the page when the country is selected, $name',
    async ({ locale, width, options }) => {
      const { page, dashboard } = await fixture.open('', options);
      const { country, percentChange, number } = createFormats(locale);
      await page.locator('select#country').selectOption({ label: country('KE') });
      const now = await database.countCases(lastMonth, 'KE');
      const before = await database.countCases(yearBefore(lastMonth), 'KE');
      await until(
        'Kenya is shown',
        async () => (await dashboard.readComparison()).total?.count === sumCounts(now),
      );

      const shown = await dashboard.readComparison();
      const expectRow = (name: string, count: number, base: number): void => {
        const change = percentChange((count - base) / base);
        expect([name, shown[name]]).toEqual([name, { count, before: base, change }]);
      };
      expectRow('total', sumCounts(now), sumCounts(before));
      const malaria = [countOf(now, 'Malaria'), countOf(before, 'Malaria')] as const;
      expectRow(PATHOLOGIES.Malaria[locale], ...malaria);

      const bar = dashboard.figure('pathologies').locator('.bar-choice', {
        hasText: PATHOLOGIES.Malaria[locale],
      });
      const [fill, mark] = await Promise.all(
        ['.bar-fill', '.bar-mark'].map((part) => bar.locator(part).boundingBox()),
      );
      if (!fill || !mark) throw new Error('the bar has no mark');
      const middle = mark.x + mark.width / 2;
      const length = locale === 'ar' ? fill.x + fill.width - middle : middle - fill.x;
      expect(length / fill.width).toBeCloseTo(malaria[1] / malaria[0], 1);

      const table = dashboard.figure('pathologies').locator('tfoot');
      await dashboard.readTable('pathologies');
      expect(await table.innerText()).toContain(number(sumCounts(before)));
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);

      const other = await fixture.open(new URL(page.url()).search, { ...options, username: 'admin' });
      expect(await other.dashboard.readComparison()).toEqual(shown);
    },
  );

  it('compares the complete days of a period that is not over, and says so', async () => {
    const { dashboard } = await fixture.open(`?period=${new Date().getUTCFullYear()}`);
    const today = dayOf(new Date());
    const year = Number(today.slice(0, 4)) - 1;
    const sameDays = { from: `${year}-01-01`, before: `${year}${today.slice(4)}` };
    const { total } = await dashboard.readComparison();
    expect(total?.before).toBe(sumCounts(await database.countCases(sameDays)));
    expect(await dashboard.figure('pathologies').locator('.notes').innerText()).toContain(
      'Changes compare its whole days with as many of the other periods.',
    );
  });
});
