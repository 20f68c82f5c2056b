import facts from '../../../src/modules/health/population/population-of-africa.json';
import { type NamedPeriod, parsePeriod } from '../../../src/shared/period';
import { createFormats } from '../../../web/shared/i18n/formats';
import { until } from '../../support/until';
import { findViolations } from '../axe';
import { DashboardFixture } from './dashboard-fixture';
import { DASHBOARD_TEXTS } from './dashboard-texts';
import { READERS } from './readers';
import { sumCounts } from './stack-database';

const MONTH = { name: '2026-09', period: requirePeriod('2026-09') };

function requirePeriod(name: string): NamedPeriod {
  const period = parsePeriod(name);
  if (!period) throw new Error(`${name} is no period`);
  return period;
}

/** Computes cases per 100,000 inhabitants from the facts of the World Bank. */
function rateOf(count: number, country: string): number {
  const people = new Map<string, readonly number[]>(Object.entries(facts.people)).get(country)?.at(-1);
  if (people === undefined) throw new Error(`the inhabitants of ${country} are unknown`);
  return (count * 100_000) / people;
}

describe('how bad it is for a country of its size', () => {
  const fixture = new DashboardFixture();
  const { database } = fixture;

  it.each(READERS)(
    'is beside the cases and on map and trend, and a click on the map opens the country, $name',
    async ({ locale, width, options }) => {
      const { page, dashboard } = await fixture.open(`?period=${MONTH.name}`, options);
      const { country, rate, number } = createFormats(locale);
      const text = DASHBOARD_TEXTS[locale];
      await page.locator('#measure').selectOption('rates');
      const cases = await database.countCasesByCountry(MONTH.period);
      const highest = cases
        .filter(({ name }) => name in facts.people)
        .map(({ name, count }) => ({ name, count, rate: rateOf(count, name) }))
        .sort((a, b) => b.rate - a.rate);
      await until('the list has rates', async () => {
        const first = dashboard.figure('map').locator('ol .bar').first();
        const [name = '', ...values] = await first
          .locator('.bar-name, .bar-value:not(.bar-cell), .bar-cell bdi')
          .allInnerTexts();
        const [expected] = highest;
        return (
          name === country(expected?.name ?? '') &&
          values.join() === [rate(expected?.rate ?? 0), number(expected?.count ?? 0)].join()
        );
      });
      expect(await dashboard.figure('map').locator('.notes').innerText()).toContain('2024');
      expect(await dashboard.figure('trend').locator('.notes').innerText()).toContain(text['figure.noRates']);

      await page.locator('#map path[aria-label="KE"]').first().click();
      await until('the trend has rates', async () =>
        (await dashboard.figure('trend').locator('.subtitle').innerText()).includes(text['column.rate']),
      );
      await dashboard.waitUntilDrawn();
      expect(dashboard.parameters.get('country')).toBe('KE');
      const kenya = await database.countCases(MONTH.period, 'KE');
      const totals = dashboard.figure('pathologies').locator('.bar-total .bar-cell bdi');
      expect((await totals.allInnerTexts()).at(-1)).toBe(rate(rateOf(sumCounts(kenya), 'KE')));

      const [first] = kenya;
      const { rows } = await dashboard.readTable('pathologies');
      expect(rows[0]?.at(-1)).toBe(rate(rateOf(first?.count ?? 0, 'KE')));
      const trend = await dashboard.readTable('trend');
      expect(trend.headers[3]).toContain(text['column.rate']);
      expect(trend.rows.at(-1)?.slice(1, 4)).toEqual([
        number(first?.count ?? 0),
        expect.any(String),
        rate(rateOf(first?.count ?? 0, 'KE')),
      ]);
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);

      const other = await fixture.open(new URL(page.url()).search, { ...options, username: 'admin' });
      expect(await other.dashboard.readTable('trend')).toEqual(trend);
    },
  );

  it.each(READERS)(
    'hatches the countries that a ministry may not see, and says so, $name',
    async ({ locale, options }) => {
      const { page, dashboard } = await fixture.open(`?period=${MONTH.name}`, {
        ...options,
        username: 'ministry.ke',
      });
      const fillOf = (code: string) =>
        page.locator(`#map path[aria-label="${code}"]`).first().getAttribute('fill');
      expect(await fillOf('UG')).toBe('url(#hatched)');
      expect(await fillOf('KE')).toMatch(/^var\(--map-[1-5]\)$/);
      const legend = await dashboard.figure('map').locator('.map-legend').innerText();
      expect(legend).toContain(DASHBOARD_TEXTS[locale]['state.notVisible']);
      expect(legend).not.toContain(DASHBOARD_TEXTS[locale]['map.noCases']);
      const title = page.locator('#map path[aria-label="UG"] title').first();
      expect(await title.textContent()).toContain(DASHBOARD_TEXTS[locale]['state.notVisible']);
      await page.locator('#map path[aria-label="UG"]').first().click();
      expect(dashboard.parameters.get('country')).toBeNull();
    },
  );

  it('opens a country by keyboard from the list beside the map', async () => {
    const { page, dashboard } = await fixture.open(`?period=${MONTH.name}`);
    const button = dashboard.figure('map').getByRole('button', { name: 'Nigeria' });
    await button.focus();
    await page.keyboard.press('Enter');
    await until('the country is selected', () =>
      Promise.resolve(dashboard.parameters.get('country') === 'NG'),
    );
    expect(await page.locator('select#country').inputValue()).toBe('NG');
  });
});
