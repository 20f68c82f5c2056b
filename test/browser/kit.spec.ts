import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkoutRoot } from '../../dev/checkout';
import { findViolations } from './axe';
import { type StaticPages, servePages } from './static-pages';
import { SuiteBrowser } from './suite-browser';

describe('the page of the components', () => {
  const browser = new SuiteBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'kit-'));
  let pages: StaticPages;

  beforeAll(async () => {
    const vite = join(checkoutRoot, 'node_modules', 'vite', 'bin', 'vite.js');
    execFileSync(process.execPath, [vite, 'build', 'web/kit', '--outDir', folder], { cwd: checkoutRoot });
    pages = await servePages(folder);
  });

  afterAll(() => {
    pages.server.close();
    rmSync(folder, { recursive: true });
  });

  it.each([1280, 360])('has no axe violations in any language and theme, %i pixels wide', async (width) => {
    const { page, pageErrors } = await browser.createSession({
      baseURL: pages.origin,
      viewport: { width, height: 900 },
    });
    await page.goto('/');
    await page.locator('.theme').last().waitFor();
    expect(await page.locator('.theme').count()).toBe(10);
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
    expect(pageErrors).toEqual([]);
  });

  it('closes a menu and a dialog with Escape, and returns the focus', async () => {
    const { page } = await browser.createSession({ baseURL: pages.origin });
    await page.goto('/');
    const menu = page.locator('details.menu').first();
    await menu.locator('summary').click();
    await menu.getByRole('button').waitFor();
    await page.keyboard.press('Escape');
    expect(await menu.getAttribute('open')).toBeNull();
    const button = page.locator('.danger').first();
    await button.click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await page.evaluate<string>('document.activeElement.className')).toContain('danger');
  });

  it('closes a dialog after a click outside, not on its padding', async () => {
    const { page } = await browser.createSession({ baseURL: pages.origin });
    await page.goto('/');
    await page.locator('.danger').first().click();
    const dialog = page.getByRole('dialog');
    const box = await dialog.boundingBox();
    if (!box) throw new Error('the dialog is visible');
    await page.mouse.click(box.x + 3, box.y + 3);
    expect(await dialog.isVisible()).toBe(true);
    await page.mouse.click(box.x - 20, box.y - 20);
    await dialog.waitFor({ state: 'hidden' });
  });
});
