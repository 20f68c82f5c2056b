import { APPEARANCES } from '../appearances';
import { findViolations } from '../axe';
import { DashboardFixture } from './dashboard-fixture';

describe('accessibility of the dashboard', () => {
  const fixture = new DashboardFixture();

  it.each(APPEARANCES)('has no axe violations $name', async ({ locale, viewport, colorScheme }) => {
    const { page, dashboard } = await fixture.open('?period=2026-09', { locale, viewport, colorScheme });
    // Axe ignores what an open menu covers.
    if (viewport.width > 360) expect(await findViolations(page)).toEqual([]);
    await dashboard.readAllTables();
    await dashboard.figure('alerts').locator('.picture button').last().click();
    await dashboard.figure('medications').locator('details.menu summary').click();
    expect(await findViolations(page)).toEqual([]);
  });

  it.each(APPEARANCES.filter(({ viewport }) => viewport.width === 360))(
    'has no axe violations on the page that denies access, $name',
    async (appearance) => {
      const { locale, viewport, colorScheme } = appearance;
      const { page } = await fixture.signIn({ username: 'doctor', locale, viewport, colorScheme });
      await page.goto('/dashboard');
      expect(await page.locator('html').getAttribute('lang')).toBe(locale);
      expect(await findViolations(page)).toEqual([]);
    },
  );

  it('has no axe violations with an invalid link, without a network, and without records', async () => {
    const { page, context } = await fixture.open('?period=1999&country=XX');
    expect(await findViolations(page)).toEqual([]);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Previous period' }).click();
    await page.getByText('these figures were not looked at before').first().waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('distinguishes series and severities without colour when contrast is forced', async () => {
    const { dashboard } = await fixture.open('?period=2026-09', { forcedColors: 'active' });
    const signs = await dashboard.figure('trend').locator('.legend path').all();
    const shapes = await Promise.all(signs.map((sign) => sign.getAttribute('d')));
    expect(new Set(shapes).size).toBe(shapes.length);
    expect(shapes.length).toBe(3);
    const severities = await dashboard.figure('alerts').locator('.severity').allInnerTexts();
    for (const severity of severities) expect(severity).toMatch(/^[▲◆●]\s*(Act now|Investigate|Watch)$/);
  });

  it('announces loaded figures to screen readers, and gives each figure and control a name', async () => {
    const { page } = await fixture.open('?period=2026-09');
    await page.getByRole('button', { name: 'Next period' }).click();
    await page
      .getByText('Figures for October 2026, All countries, are shown.')
      .waitFor({ state: 'attached' });
    expect(await page.getByRole('region', { name: 'Best-selling medications' }).count()).toBe(1);
    const box = page.getByRole('checkbox', {
      name: /^Malaria [\d,]+ Oct 2025: [\d,]+ Change: [+-]?[\d.]+%$/,
    });
    expect(await box.isChecked()).toBe(true);
    expect(await page.getByRole('combobox', { name: 'Country' }).count()).toBe(1);
    const alert = page.getByRole('button', { name: /^Show trend \w+/ }).first();
    expect(await alert.isVisible()).toBe(true);
  });

  it.each(['en', 'fr', 'pt', 'ar', 'sw'])(
    'fits a telephone of 360 pixels in %s, with touch targets of sufficient size',
    async (locale) => {
      const { page, dashboard } = await fixture.open('?period=2026-W37', {
        locale,
        viewport: { width: 360, height: 780 },
        hasTouch: true,
        isMobile: true,
      });
      expect(await page.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]')).toEqual([
        360, 360,
      ]);
      const small = await page.evaluate<
        string[]
      >(`[...document.querySelectorAll('a, button, select, summary, input')]
        .map((one) => one.closest('label') ?? one)
        .filter((one) => one.checkVisibility() && !one.matches('.skip'))
        .map((one) => ({ one, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 24 || box.width < 24)
        .map(({ one, box }) => one.outerHTML.slice(0, 80) + ' ' + box.width + 'x' + box.height)`);
      expect(small).toEqual([]);
      const controls = await page.locator('.controls select, .controls button, .bar-choice, #sign-out').all();
      const heights = await Promise.all(controls.map(async (one) => (await one.boundingBox())?.height));
      expect(Math.min(...heights.filter((height) => height !== undefined))).toBeGreaterThanOrEqual(40);
      await dashboard.readAllTables();
      await dashboard.figure('alerts').locator('.picture button').last().click();
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
    },
  );

  it('needs no horizontal scrolling at a zoom of 400 %', async () => {
    // A window of 1280 by 1024 pixels at 400 % (WCAG 2.2, 1.4.10).
    const { page } = await fixture.open('?period=2026-W37', { viewport: { width: 320, height: 256 } });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
  });
});
