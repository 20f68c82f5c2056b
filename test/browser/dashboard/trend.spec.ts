import type { Page } from 'playwright-core';
import { type NamedPeriod, parsePeriod, periodsBetween } from '../../../src/shared/period';
import { createFormats } from '../../../web/shared/i18n/formats';
import { until } from '../../support/until';
import { findViolations } from '../axe';
import { DashboardFixture } from './dashboard-fixture';
import { type DashboardPage, parseCount } from './dashboard-page';
import { READERS } from './readers';

const CHOLERA = { en: 'Cholera', ar: 'الكوليرا' };

const MONTHS = listMonths('2023-10', '2026-09');

function listMonths(from: string, to: string): NamedPeriod[] {
  const [first, last] = [parsePeriod(from), parsePeriod(to)];
  if (!first || !last) throw new Error('the range has two months');
  return periodsBetween(first, last);
}

describe('the trend of any pathology, in several countries', () => {
  const fixture = new DashboardFixture();
  const { database } = fixture;

  const countCholera = async (month: NamedPeriod, country: string): Promise<number> =>
    (await database.countCases(month, country)).find(({ name }) => name === 'Cholera')?.count ?? 0;

  const searchPathology = async (page: Page, words: string, name: string): Promise<void> => {
    await page.locator('#trend-pathology').fill(words);
    await page.getByRole('listbox').getByRole('option', { name, exact: true }).click();
  };

  /** Returns the x coordinate of a point of the lines, of so many. */
  const findX = async (page: Page, index: number, count: number): Promise<number> => {
    const [from, to, left, scale] = await page.evaluate<[number, number, number, number]>(`(() => {
      const svg = document.querySelector('#trend svg.plot');
      const box = svg.getBoundingClientRect();
      return [Number(svg.dataset.from), Number(svg.dataset.to), box.left, box.width / svg.width.baseVal.value];
    })()`);
    const isMirrored = (await page.locator('html').getAttribute('dir')) === 'rtl';
    const share = isMirrored ? 1 - index / (count - 1) : index / (count - 1);
    return left + scale * (from + share * (to - from));
  };

  const readValues = (dashboard: DashboardPage): Promise<string[]> =>
    dashboard.figure('trend').locator('.trend-values li').allInnerTexts();

  it.each(READERS)(
    'compares cholera over three years in Kenya and Uganda, with the values of each month, $name',
    async ({ locale, width, options }) => {
      const { page, dashboard } = await fixture.open('?period=2026-09', options);
      const { country, period } = createFormats(locale);
      await searchPathology(page, 'chol', CHOLERA[locale]);
      await page.locator('#trend-country').selectOption({ label: country('KE') });
      await page.locator('#trend-country').selectOption({ label: country('UG') });
      await page.locator('#trend-years').selectOption('3');
      await until('both countries are lines', async () => (await dashboard.readLegend()).length === 2);
      await dashboard.waitUntilDrawn();
      expect(await dashboard.figure('trend').locator('.subtitle').innerText()).toContain(CHOLERA[locale]);

      const { headers, rows } = await dashboard.readTable('trend');
      expect(headers.slice(1)).toEqual([country('KE'), country('UG')]);
      expect(rows).toHaveLength(MONTHS.length);
      for (const index of [5, 17, 35]) {
        const month = MONTHS[index];
        if (!month) throw new Error('there are 36 months');
        const counts = [await countCholera(month, 'KE'), await countCholera(month, 'UG')];
        expect([month.name, ...(rows[index] ?? []).slice(1).map(parseCount)]).toEqual([
          month.name,
          ...counts,
        ]);

        await page.locator('#trend svg.plot').scrollIntoViewIfNeeded();
        const plot = await page.locator('#trend svg.plot').boundingBox();
        const x = await findX(page, index, MONTHS.length);
        const y = (plot?.y ?? 0) + 40;
        if (options.hasTouch) await page.touchscreen.tap(x, y);
        else await page.mouse.move(x, y);
        await until(
          'the values of the month are shown',
          async () => {
            const [name = '', ...values] = await readValues(dashboard);
            return name === period(month) && values.map(parseCount).join() === counts.join();
          },
          { within: 5_000 },
        );
      }
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);

      const other = await fixture.open(new URL(page.url()).search, { ...options, username: 'admin' });
      expect(await other.dashboard.readTable('trend')).toEqual({ headers, rows });
    },
  );

  it('finds a pathology and reads the values of all months by keyboard', async () => {
    const { page, dashboard } = await fixture.open('?period=2026-09&pathologies=Malaria');
    await dashboard.tabTo('trend-pathology');
    await page.keyboard.type('fever');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    const names = await page.getByRole('listbox').getByRole('option').allInnerTexts();
    expect(names.length).toBeGreaterThan(2);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await until('it is in the trend', async () => (await dashboard.readLegend())[1] === names[1]);
    expect(await page.getByRole('listbox').getByRole('option').count()).toBe(0);
    expect(await dashboard.focusedId()).toBe('trend-pathology');
    await dashboard.waitUntilDrawn();

    await dashboard.tabTo('trend-values');
    await page.keyboard.press('Home');
    const slider = page.getByRole('slider', { name: 'Values of a period' });
    const [malaria] = (await dashboard.readTable('trend')).rows.map((row) => row[1]);
    expect(await slider.getAttribute('aria-valuetext')).toContain(
      `October 2025, Malaria (${String(malaria)})`,
    );
    await dashboard.tabTo('trend-values').catch(() => page.locator('#trend-values').focus());
    await page.keyboard.press('ArrowRight');
    expect(await slider.getAttribute('aria-valuetext')).toContain('November 2025, Malaria');
    expect((await readValues(dashboard))[0]).toBe('November 2025');
  });

  it('says when no pathology is found, and closes the list with Escape', async () => {
    const { page } = await fixture.open('?period=2026-09');
    const field = page.getByRole('combobox', { name: 'Find a pathology' });
    await field.fill('xyzzy');
    await page.getByText('No pathology has this name.').waitFor();
    await field.fill('chol');
    await page.getByRole('listbox').getByRole('option', { name: 'Cholera' }).waitFor();
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    expect(await findViolations(page)).toEqual([]);
    await field.press('Escape');
    expect(await page.getByRole('listbox').getByRole('option').count()).toBe(0);
    expect(await field.getAttribute('aria-expanded')).toBe('false');
  });

  it('keeps the focus when the last country, and the last pathology, leaves the trend', async () => {
    const { page, dashboard } = await fixture.open('?period=2026-09&pathologies=Cholera&lines=KE');
    const remove = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: `Remove ${name} from the trend` }).press('Enter');
      await until('it is gone', async () => !(await dashboard.readLegend()).includes(name));
      await dashboard.waitUntilDrawn();
    };
    await remove('Kenya');
    expect(await dashboard.focusedId()).toBe('remove-Cholera');
    await remove('Cholera');
    expect(await dashboard.focusedId()).toBe('trend-title');
  });

  it('draws every week of five years', async () => {
    const { page, dashboard } = await fixture.open('?period=2026-09&pathologies=Malaria&years=5&by=week');
    expect(await page.locator('#trend svg.plot path[stroke="var(--surface)"][transform]').count()).toBe(260);
    expect((await dashboard.readTable('trend')).rows).toHaveLength(260);
  });

  it('shows a ministry of one country only its own line of a link, and says so', async () => {
    const { dashboard } = await fixture.open('?period=2026-09&pathologies=Cholera&lines=KE&lines=UG', {
      username: 'ministry.ke',
    });
    expect(await dashboard.figure('trend').locator('.legend').innerText()).toMatch(
      /Uganda\s*\(not visible to you\)/,
    );
    expect((await dashboard.readTable('trend')).headers).toEqual(['Period', 'Kenya', 'Kenya, a year before']);
  });

  it('ignores and reports a compared country that does not exist', async () => {
    const { page, dashboard } = await fixture.open('?period=2026-09&lines=XX&lines=ke&years=4');
    expect(await page.locator('#notice').innerText()).toContain('lines=XX and years=4');
    expect(await dashboard.readLegend()).toEqual(['Kenya']);
  });
});
