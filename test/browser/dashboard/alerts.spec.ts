import { parsePeriod } from '../../../src/shared/period';
import { groupAlerts } from '../../../web/dashboard/panels/alert-groups';
import { createFormats } from '../../../web/shared/i18n/formats';
import { DashboardFixture } from './dashboard-fixture';
import { readAlerts } from './read-alerts';

const format = createFormats('en');

function formatWeek(name: string): string {
  const week = parsePeriod(name);
  if (!week) throw new Error(`${name} is not a week`);
  return format.periodShort(week);
}

describe('the alerts of the dashboard', () => {
  const fixture = new DashboardFixture();

  async function open(locale = 'en') {
    const { context, page, dashboard } = await fixture.open('', { locale });
    const groups = groupAlerts(await readAlerts(context));
    return { page, dashboard, groups, panel: dashboard.figure('alerts') };
  }

  it('show since when each episode lasts, its cases, its trend and the confidence in words', async () => {
    const { panel, groups } = await open();
    expect(groups.length).toBeGreaterThan(3);
    const shown = await panel.locator('.alert:visible .episode').allInnerTexts();
    const expected = groups.slice(0, 4).map(({ episode: { since, cases, trend, confidence } }) => {
      const count = `${format.number(cases)} ${cases === 1 ? 'case' : 'cases'}`;
      const words = `${trend.charAt(0).toUpperCase()}${trend.slice(1)} · confidence: ${confidence}`;
      return `Since ${formatWeek(since)}: ${count}\n${words}`;
    });
    expect(shown.map((text) => text.replaceAll(/\n+/g, '\n'))).toEqual(expected);
  });

  it('draw the twelve weeks of each episode, with a text alternative', async () => {
    const { panel, groups } = await open();
    const [group] = groups;
    if (!group) throw new Error('there is no alert');
    const { curve } = group.episode;
    const picture = panel.locator('.alert').first().getByRole('img');
    const counts = curve.map(({ count }) => (count === null ? 'no report' : format.number(count)));
    const [first = '', last = ''] = [curve[0], curve.at(-1)].map((week) => formatWeek(week?.week ?? ''));
    expect(await picture.getAttribute('aria-label')).toBe(
      `Cases by week, ${first} to ${last}: ${format.list(counts)}`,
    );
    const drawn = await picture.locator('rect').count();
    expect(drawn).toBe(curve.filter(({ count }) => count !== null).length);
  });

  it('draw the latest week on the left in Arabic', async () => {
    const [english, arabic] = await Promise.all([open(), open('ar')]);
    const readPositions = async ({ panel }: typeof english): Promise<number[]> => {
      const bars = await panel.locator('.alert').first().locator('rect').all();
      return Promise.all(bars.map(async (bar) => Number(await bar.getAttribute('x'))));
    };
    const [rightward, leftward] = [await readPositions(english), await readPositions(arabic)];
    expect(rightward).toEqual(rightward.toSorted((a, b) => a - b));
    expect(leftward).toEqual(leftward.toSorted((a, b) => b - a));
  });

  it('have the episodes in their table', async () => {
    const { dashboard, groups } = await open();
    const { headers, rows } = await dashboard.readTable('alerts');
    expect(headers.slice(6, 10)).toEqual(['Since', 'Cases since then', 'Trend', 'Confidence']);
    expect(rows.length).toBeGreaterThanOrEqual(groups.length);
    for (const row of rows) {
      expect(row[8]).toMatch(/^(Rising|Falling|Steady)$/);
      expect(row[9]).toMatch(/^(high|moderate|low)$/);
    }
  });
});
