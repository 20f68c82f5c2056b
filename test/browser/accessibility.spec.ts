import type { Browser } from 'playwright-core';
import { APPEARANCES } from './appearances';
import { findViolations } from './axe';
import { DashboardPage } from './dashboard-page';
import { Visitor, startChromium } from './visitor';

describe('accessibility of the dashboard', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startChromium();
  });

  afterAll(async () => {
    await browser.close();
  });

  it.each(APPEARANCES)('has no axe violations $name', async ({ locale, viewport, colorScheme }) => {
    const { visitor } = await Visitor.createSignedIn(browser, 'ministry', { locale, viewport, colorScheme });
    const { page } = visitor;
    const dashboard = new DashboardPage(page);
    await dashboard.open('?period=2026-09');
    // Axe ignores what an open menu covers.
    if (viewport.width > 360) expect(await findViolations(page)).toEqual([]);
    for (const name of ['alerts', 'summary', 'pathologies', 'trend', 'map', 'medications'] as const)
      await dashboard.readTable(name);
    await dashboard.figure('alerts').locator('.picture button').last().click();
    await dashboard.figure('map').locator('details.menu summary').click();
    expect(await findViolations(page)).toEqual([]);
    await visitor.context.close();
  });

  it.each(APPEARANCES.filter(({ viewport }) => viewport.width === 360))(
    'has no axe violations on the page that denies access, $name',
    async (appearance) => {
      const { locale, viewport, colorScheme } = appearance;
      const { visitor } = await Visitor.createSignedIn(browser, 'doctor', { locale, viewport, colorScheme });
      await visitor.page.goto('/dashboard');
      expect(await visitor.page.locator('html').getAttribute('lang')).toBe(locale);
      expect(await findViolations(visitor.page)).toEqual([]);
      await visitor.context.close();
    },
  );

  it('has no axe violations with an invalid link, without a network, and without records', async () => {
    const { visitor } = await Visitor.createSignedIn(browser, 'ministry');
    const dashboard = new DashboardPage(visitor.page);
    await dashboard.open('?period=1999&country=XX');
    expect(await findViolations(visitor.page)).toEqual([]);
    await visitor.context.setOffline(true);
    await visitor.page.getByRole('button', { name: 'Previous period' }).click();
    await visitor.page.getByText('these figures were not looked at before').first().waitFor();
    expect(await findViolations(visitor.page)).toEqual([]);
  });

  it('distinguishes series and severities without colour when contrast is forced', async () => {
    const { visitor } = await Visitor.createSignedIn(browser, 'ministry', { forcedColors: 'active' });
    const dashboard = new DashboardPage(visitor.page);
    await dashboard.open('?period=2026-09');
    const signs = await dashboard.figure('trend').locator('.legend path').all();
    const shapes = await Promise.all(signs.map((sign) => sign.getAttribute('d')));
    expect(new Set(shapes).size).toBe(shapes.length);
    expect(shapes.length).toBe(3);
    const severities = await dashboard.figure('alerts').locator('.severity').allInnerTexts();
    for (const severity of severities) expect(severity).toMatch(/^[▲◆●]\s*(Act now|Investigate|Watch)$/);
  });

  it('announces loaded figures to screen readers, and gives each figure and control a name', async () => {
    const { visitor } = await Visitor.createSignedIn(browser, 'ministry');
    const { page } = visitor;
    const dashboard = new DashboardPage(page);
    await dashboard.open('?period=2026-09');
    await page.getByRole('button', { name: 'Next period' }).click();
    await page
      .getByText('Figures for October 2026, All countries, are shown.')
      .waitFor({ state: 'attached' });
    expect(await page.getByRole('region', { name: 'Best-selling medications' }).count()).toBe(1);
    const box = page.getByRole('checkbox', { name: /^Malaria [\d,]+$/ });
    expect(await box.isChecked()).toBe(true);
    expect(await page.getByRole('combobox', { name: 'Country' }).count()).toBe(1);
    const alert = page.getByRole('button', { name: /^Show trend \w+/ }).first();
    expect(await alert.isVisible()).toBe(true);
  });

  it.each(['en', 'fr', 'pt', 'ar', 'sw'])(
    'fits a telephone of 360 pixels in %s, with touch targets of sufficient size',
    async (locale) => {
      const { visitor } = await Visitor.createSignedIn(browser, 'ministry', {
        locale,
        viewport: { width: 360, height: 780 },
        hasTouch: true,
        isMobile: true,
      });
      const { page } = visitor;
      const dashboard = new DashboardPage(page);
      await dashboard.open('?period=2026-W37');
      expect(await page.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]')).toEqual([
        360, 360,
      ]);
      const small = await page.evaluate<
        string[]
      >(`[...document.querySelectorAll('a, button, select, summary, input')]
        .map((one) => one.matches('input') ? one.closest('label') : one)
        .filter((one) => one.checkVisibility() && !one.matches('.skip'))
        .map((one) => ({ one, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 24 || box.width < 24)
        .map(({ one, box }) => one.outerHTML.slice(0, 80) + ' ' + box.width + 'x' + box.height)`);
      expect(small).toEqual([]);
      const controls = await page.locator('.controls select, .controls button, .bar-choice, #sign-out').all();
      const heights = await Promise.all(controls.map(async (one) => (await one.boundingBox())?.height));
      expect(Math.min(...heights.filter((height) => height !== undefined))).toBeGreaterThanOrEqual(40);
      for (const name of ['alerts', 'summary', 'pathologies', 'trend', 'map', 'medications'] as const)
        await dashboard.readTable(name);
      await dashboard.figure('alerts').locator('.picture button').last().click();
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
      await visitor.context.close();
    },
  );

  it('needs no horizontal scrolling at a zoom of 400 %', async () => {
    // A window of 1280 by 1024 pixels at 400 % (WCAG 2.2, 1.4.10).
    const { visitor } = await Visitor.createSignedIn(browser, 'ministry', {
      viewport: { width: 320, height: 256 },
    });
    const dashboard = new DashboardPage(visitor.page);
    await dashboard.open('?period=2026-W37');
    expect(await visitor.page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
  });
});
