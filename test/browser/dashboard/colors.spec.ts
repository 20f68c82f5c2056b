import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { assignSlots } from '../../../web/dashboard/slots';
import { until } from '../../support/until';
import { DashboardFixture } from './dashboard-fixture';
import { DASHBOARD_TEXTS } from './dashboard-texts';
import { READERS } from './readers';

type Colors = Readonly<Record<string, string>>;

describe('the colours of pathologies', () => {
  const fixture = new DashboardFixture();

  /** Returns the colours of signs by the names beside them. */
  const readSigns = async (page: Page, rows: string): Promise<Colors> =>
    Object.fromEntries(
      await page.evaluate<[string, string][]>(
        `[...document.querySelectorAll('${rows}')].filter((row) => row.querySelector('.sign')).map((row) =>
          [row.querySelector('bdi').textContent, row.querySelector('.sign path').getAttribute('fill')])`,
      ),
    );

  /** Returns the colours of the lines; they are the same in the legend, under the lines and beside the bars. */
  const readColors = async (page: Page): Promise<Colors> => {
    const legend = await readSigns(page, '.legend li');
    expect(await readSigns(page, '.trend-values li')).toEqual(legend);
    expect(legend).toMatchObject(await readSigns(page, '.bar-choice'));
    const lines = await page.evaluate<string[]>(
      `[...document.querySelectorAll('#trend svg.plot path[stroke-width="2.25"], #trend svg.plot g[stroke-width="2.25"]')]
        .map((line) => line.getAttribute('stroke'))`,
    );
    expect(lines).toEqual(Object.values(legend));
    expect(new Set(lines).size).toBe(lines.length);
    return legend;
  };

  it.each(READERS)(
    'stay whatever is selected, filtered or sorted beside them, in the link and in a picture, $name',
    async ({ locale, options }) => {
      const { page, dashboard } = await fixture.open('?period=2026-09', {
        ...options,
        acceptDownloads: true,
      });
      const text = DASHBOARD_TEXTS[locale];
      const boxes = dashboard.figure('pathologies').getByRole('checkbox');
      const seen: Record<string, string> = {};
      /** Compares with what was seen before. */
      const expectSameColors = async (): Promise<Colors> => {
        await dashboard.waitUntilDrawn();
        const colors = await readColors(page);
        for (const [name, color] of Object.entries(colors))
          expect([name, (seen[name] ??= color)]).toEqual([name, color]);
        return colors;
      };
      const countLines = async (count: number): Promise<void> => {
        await until('the lines are drawn', async () => (await dashboard.readLegend()).length === count);
      };

      await expectSameColors();
      for (const [index, count] of [5, 7, 9].entries()) {
        await boxes.nth(count).check();
        await countLines(4 + index);
      }
      const six = await expectSameColors();
      expect(new Set(Object.values(six)).size).toBe(6);

      // The first and the third leave, and one comes back.
      const [first, , third] = await dashboard.readLegend();
      for (const [index, name] of [first, third].entries()) {
        await page
          .locator('.legend li', { hasText: String(name) })
          .getByRole('button')
          .click();
        await countLines(5 - index);
      }
      await expectSameColors();
      await page
        .locator('.bar-choice', { hasText: String(third) })
        .first()
        .getByRole('checkbox')
        .check();
      await countLines(5);
      await dashboard.waitUntilDrawn();
      const rest = Object.fromEntries(
        Object.entries(await readColors(page)).filter(([name]) => name !== third),
      );
      expect(six).toMatchObject(rest);

      const kept = await readColors(page);
      for (const country of ['UG', 'NG']) {
        await page.locator('select#country').selectOption(country);
        await dashboard.waitUntilDrawn();
        expect(await readColors(page)).toEqual(kept);
      }
      await page.locator('#period-previous').click();
      await dashboard.waitUntilDrawn();
      expect(await readColors(page)).toEqual(kept);

      const svg = readFileSync((await dashboard.download('trend', text['figure.asSvg'])).path, 'utf8');
      const light = await page.evaluate<string[]>(`(() => {
        const probe = Object.assign(document.createElement('div'), { className: 'light' });
        document.body.append(probe);
        const names = ${JSON.stringify(Object.values(kept))}.map((color) => color.slice(4, -1));
        const colors = names.map((name) => getComputedStyle(probe).getPropertyValue(name).trim());
        probe.remove();
        return colors;
      })()`);
      expect([...svg.matchAll(/stroke="(#\w+)"[^>]*stroke-width="2.25"/g)].map(([, color]) => color)).toEqual(
        light,
      );

      await page.reload();
      await dashboard.waitUntilDrawn();
      expect(await readColors(page)).toEqual(kept);
      const other = await fixture.open(new URL(page.url()).search, { ...options, username: 'admin' });
      expect(await readColors(other.page)).toEqual(kept);
    },
  );

  it('are the same on the page of each country that nobody has selected pathologies for, unless one more frequent there has the colour', async () => {
    const { page, dashboard } = await fixture.open('?period=2026-09');
    const seen = new Set<string>();
    for (const country of ['', 'KE', 'UG', 'NG', 'EG', 'ZA']) {
      await page.locator('select#country').selectOption(country);
      await dashboard.waitUntilDrawn();
      const colors = Object.entries(await readColors(page));
      for (const [index, [name, color]] of colors.entries()) {
        const own = `var(--series-${1 + Number(assignSlots([name])[0])})`;
        const isTaken = colors.slice(0, index).some(([, other]) => other === own);
        expect([country, name, color]).toEqual([country, name, isTaken ? color : own]);
        seen.add(name);
      }
    }
    expect(seen.size).toBeGreaterThan(3);
  });
});
