import type { Page } from 'playwright-core';
import { dayOf, parsePeriod, periodOf } from '../../../src/shared/period';
import { createFormats } from '../../../web/shared/i18n/formats';
import { findViolations } from '../axe';
import { DashboardFixture } from './dashboard-fixture';
import { DASHBOARD_TEXTS } from './dashboard-texts';
import { READERS } from './readers';

/** The weeks whose Thursday is in September 2026. */
const MONDAYS = ['2026-08-31', '2026-09-07', '2026-09-14', '2026-09-21'];

interface ReportingBody {
  readonly result: { readonly data: { readonly json: { readonly data: object } } };
}

describe('who reports', () => {
  const fixture = new DashboardFixture();
  const { database } = fixture;

  const fill = (template: string, values: Readonly<Record<string, string>>): string =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  /** Arabic texts isolate their values. */
  const withoutIsolates = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '');

  const readPanel = async (page: Page): Promise<string> =>
    withoutIsolates(await page.locator('.card-reporting').innerText());

  it.each(READERS)(
    'is in the overview, with the weeks and the last arrival of each country one click away, $name',
    async ({ locale, width, options }) => {
      const { page, dashboard } = await fixture.open('?period=2026-09', options);
      const text = DASHBOARD_TEXTS[locale];
      const { country, period, number } = createFormats(locale);
      const reported = await database.countReportedWeeks(MONDAYS);
      const september = parsePeriod('2026-09');
      if (!september) throw new Error('it is a month');
      const all = number(reported.length);
      const panel = await readPanel(page);
      expect(panel).toContain(fill(text['reporting.of'], { reporting: all, expected: all }));
      expect(panel).toContain(fill(text['reporting.full'], { period: period(september) }));

      await page.locator('#reporting-table').click();
      const rows = page.locator('#reporting-rows tbody tr');
      await rows.first().waitFor();
      const cells = await Promise.all((await rows.all()).map((row) => row.locator('th, td').allInnerTexts()));
      expect(cells.map(([name, weeks = '', late]) => [name, withoutIsolates(weeks), late])).toEqual(
        reported.map(({ name, count }) => [
          country(name),
          fill(text['reporting.weeks'], { reported: number(count), weeks: number(MONDAYS.length) }),
          number(0),
        ]),
      );
      for (const [, , , arrival] of cells) expect(arrival).toMatch(/\b20\d\d\b/);
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
      expect(await dashboard.figure('summary').locator('.notes').innerText()).toContain(
        text['reporting.expected'],
      );
    },
  );

  it.each(READERS)('says that a period is incomplete, $name', async ({ locale, options }) => {
    const month = periodOf('month', dayOf(new Date()));
    const { page } = await fixture.open(`?period=${month.name}`, options);
    const period = createFormats(locale).period(month);
    expect(await readPanel(page)).toContain(fill(DASHBOARD_TEXTS[locale]['reporting.partial'], { period }));
  });

  it('names the countries that are late, and by how many weeks', async () => {
    const { page, dashboard } = await fixture.signIn();
    const countries = [
      {
        country: 'KE',
        expected: true,
        weeksReported: 4,
        weeksLate: 1,
        lastArrival: '2026-09-20T08:00:00.000Z',
      },
      {
        country: 'TZ',
        expected: true,
        weeksReported: 4,
        weeksLate: 0,
        lastArrival: '2026-09-27T08:00:00.000Z',
      },
      {
        country: 'UG',
        expected: true,
        weeksReported: 2,
        weeksLate: 2,
        lastArrival: '2026-09-11T08:00:00.000Z',
      },
    ];
    // The demo data has no country that is late.
    await page.route('**/api/trpc/**', async (route) => {
      const response = await route.fetch();
      const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
      const bodies = (await response.json()) as ReportingBody[];
      const data = bodies[names.indexOf('health.reporting')]?.result.data.json.data;
      if (data) Object.assign(data, { fullyReported: false, expected: 3, reporting: 3, countries });
      await route.fulfill({ response, json: bodies });
    });
    await dashboard.open('?period=2026-09');
    expect(await readPanel(page)).toMatch(
      /3 of 3\s+!\s*September 2026 is not fully reported: its figures may still rise\s+Weeks late: Uganda \(2\) and Kenya \(1\)/,
    );
  });

  it('shows a national ministry whether its own country reports', async () => {
    const { page } = await fixture.open('?period=2026-09', { username: 'ministry.ke' });
    expect(await readPanel(page)).toContain('1 of 1');
    await page.getByText('Who reports').click();
    await page.locator('#reporting-rows tbody tr').first().waitFor();
    expect(await page.locator('#reporting-rows tbody tr').allInnerTexts()).toEqual([
      expect.stringContaining('Kenya'),
    ]);
  });
});
