import type { Locator, Page } from 'playwright-core';
import { createFormats } from '../../../web/shared/i18n/formats';
import type { Locale } from '../../../src/shared/locale';
import { findViolations } from '../axe';
import { DashboardFixture, type UserOptions } from './dashboard-fixture';
import { DASHBOARD_TEXTS } from './dashboard-texts';
import { READERS } from './readers';
import { refusal } from './refusal';

const PERIOD = '?period=2026-10';
const NAME = 'Thabo Nkosi';

/** Arabic texts isolate their values. */
const withoutIsolates = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '');

describe('handling an alert on the dashboard', () => {
  const fixture = new DashboardFixture();

  /** Opens the page; each test has a card of its own, because what it stores stays. */
  async function open(index: number, options: UserOptions & { locale: Locale }) {
    const user = await fixture.open(PERIOD, options);
    return { ...user, card: cardOf(user.page, index), text: DASHBOARD_TEXTS[options.locale] };
  }

  const cardOf = (page: Page, index: number): Locator => page.locator('.alert').nth(index);
  const button = (card: Locator, act: 'acknowledge' | 'assign' | 'note'): Locator =>
    card.locator(`button[id$="-${act}"]`);
  const readState = async (card: Locator): Promise<string> =>
    withoutIsolates((await card.locator('.handling').allInnerTexts()).join('\n'));
  const fill = (template: string, values: Readonly<Record<string, string>>): string =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  const isFocused = async (locator: Locator): Promise<boolean> =>
    (await locator.and(locator.page().locator(':focus')).count()) === 1;

  it.each(READERS.map((reader, index) => ({ ...reader, index })))(
    'acknowledges, assigns and notes it by keyboard, and shows it after a reload and in print, $name',
    async ({ index, locale, width, options }) => {
      const { page, card, text, dashboard } = await open(index, { ...options, locale });
      const dialog = page.getByRole('dialog');
      const { number } = createFormats(locale);

      await button(card, 'acknowledge').press('Enter');
      await card.locator('.handling').waitFor();
      expect(await readState(card)).toContain(fill(text['handling.acknowledged'], { by: NAME, day: '' }));
      expect(await button(card, 'acknowledge').count()).toBe(0);
      expect(await isFocused(button(card, 'assign'))).toBe(true);

      await page.keyboard.press('Enter');
      expect(await isFocused(dialog.getByRole('textbox', { name: text['handling.to'] }))).toBe(true);
      await page.keyboard.type('Kisumu team');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      expect(await readState(card)).toContain(fill(text['handling.assigned'], { to: 'Kisumu team' }));
      expect(await isFocused(button(card, 'assign'))).toBe(true);

      await button(card, 'note').press('Enter');
      expect(await isFocused(dialog.getByRole('textbox', { name: text['handling.note'] }))).toBe(true);
      await page.keyboard.type('Called the district.');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      const notes = text['handling.notes'];
      const oneNote = fill(typeof notes === 'string' ? notes : (notes.one ?? ''), { count: number(1) });
      expect(await readState(card)).toContain(oneNote);
      expect(withoutIsolates(await page.locator('#announcer').innerText())).toBe(text['handling.saved']);

      await button(card, 'note').press('Enter');
      const acts = dialog.locator('.handling-acts li');
      await acts.first().waitFor();
      expect((await acts.allInnerTexts()).map(withoutIsolates)).toEqual([
        expect.stringContaining('Called the district.'),
        expect.stringContaining(fill(text['handling.act.assign'], { to: 'Kisumu team', by: NAME })),
        expect.stringContaining(fill(text['handling.act.acknowledge'], { by: NAME })),
      ]);
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
      const box = await dialog.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await isFocused(button(card, 'note'))).toBe(true);

      const before = await readState(card);
      await dashboard.open(PERIOD);
      expect(await readState(card)).toBe(before);
      expect(await findViolations(page)).toEqual([]);
      await page.emulateMedia({ media: 'print' });
      expect(await card.locator('.handling:visible').count()).toBe(3);
      expect(await card.locator('button:visible').count()).toBe(0);
      await page.emulateMedia({ media: 'screen' });

      await button(card, 'assign').click();
      await dialog.getByRole('button', { name: text['handling.takeBack'] }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await readState(card)).not.toContain('Kisumu team');
    },
  );

  it('prints on one page from a telephone, in Arabic, with a long assignment', async () => {
    const { page, card, text } = await open(3, { locale: 'ar', viewport: { width: 360, height: 780 } });
    if ((await button(card, 'acknowledge').count()) > 0) await button(card, 'acknowledge').click();
    await button(card, 'note').click();
    await page.getByRole('textbox', { name: text['handling.note'] }).fill('Called.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button(card, 'assign').click();
    await page.getByRole('textbox', { name: text['handling.to'] }).fill('Surveillance '.repeat(7));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  });

  it('says that nothing was saved without a network, keeps the text, and saves it later', async () => {
    const { page, context, card, text } = await open(5, { locale: 'en' });
    await page.locator('#alerts-all').click();
    await context.setOffline(true);
    await button(card, 'acknowledge').click();
    await page.locator('#notice').getByText(text['handling.failed']).waitFor();
    expect(await readState(card)).toBe('');
    await button(card, 'note').click();
    const field = page.getByRole('dialog').getByRole('textbox');
    await field.fill('Called the district.');
    await page.getByRole('button', { name: text['handling.save'], exact: true }).click();
    await page.getByRole('alert').getByText(text['handling.failed']).waitFor();
    expect(await field.inputValue()).toBe('Called the district.');
    await context.setOffline(false);
    await page.getByRole('button', { name: text['handling.save'], exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await readState(card)).toBe('1 note');
    await context.setOffline(true);
    await button(card, 'assign').click();
    await field.fill('Kisumu team');
    await page.getByRole('button', { name: text['handling.save'], exact: true }).click();
    await page.getByRole('alert').getByText(text['handling.failed']).waitFor();
    expect(await field.inputValue()).toBe('Kisumu team');
    await context.setOffline(false);
    await page.getByRole('button', { name: text['handling.save'], exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await readState(card)).toContain('Assigned to Kisumu team');
    await button(card, 'assign').click();
    expect(await field.inputValue()).toBe('Kisumu team');
    await page.keyboard.press('Escape');
    await button(card, 'acknowledge').click();
    await page.locator('#notice').getByText(text['handling.failed']).waitFor({ state: 'detached' });
    expect(await readState(card)).toContain(`Acknowledged by ${NAME}`);
  });

  it.each([
    [403, 'handling.failed', 'handling.failed'],
    [422, 'handling.failed', 'handling.full'],
    [400, 'handling.failed', 'handling.refused'],
  ] as const)('asks to change the text only if there is one, status %i', async (status, ofAct, ofText) => {
    const { page, card, text } = await open(4, { locale: 'en' });
    await page.route('**/api/trpc/health.handleAlert*', (route) => route.fulfill(refusal(status)));
    await page.locator('#alerts-all').click();
    await button(card, 'acknowledge').click();
    await page.locator('#notice').getByText(text[ofAct]).waitFor();
    await button(card, 'note').click();
    await page.getByRole('dialog').getByRole('textbox').fill('Called.');
    await page.getByRole('button', { name: text['handling.save'], exact: true }).click();
    await page.getByRole('alert').getByText(text[ofText]).waitFor();
  });

  it('leaves no name of staff in the storage of the tab', async () => {
    const { page, card, dashboard } = await open(7, { locale: 'en' });
    await page.locator('#alerts-all').click();
    await button(card, 'acknowledge').click();
    await card.locator('.handling').waitFor();
    await dashboard.open(PERIOD);
    await page.locator('.alert').first().waitFor();
    const stored = await page.evaluate<string>(`JSON.stringify(sessionStorage)`);
    expect(stored).toContain('medications');
    expect(stored).not.toContain(NAME);
  });

  it('says in the language of the page that a refused act was not saved', async () => {
    const { page, card, text } = await open(6, { locale: 'fr' });
    await page.locator('#alerts-all').click();
    await page.route('**/api/trpc/health.handleAlert*', async (route) => {
      await route.continue({
        postData: (route.request().postData() ?? '').replace('"pathology":', '"none":'),
      });
    });
    await button(card, 'acknowledge').click();
    await page.locator('#notice').getByText(text['handling.failed']).waitFor();
    expect(await page.locator('#notice').innerText()).not.toMatch(/expected|required|invalid|pathology/i);
  });

  it('says that an alert was withdrawn, in the language of the page', async () => {
    const { page, card, text } = await open(6, { locale: 'ar' });
    await page.locator('#alerts-all').click();
    // The alerts of the page may be older than the platform's.
    await page.route('**/api/trpc/health.handleAlert*', async (route) => {
      const body = route.request().postData() ?? '';
      await route.continue({
        postData: body.replace(/"pathology":"[^"]*"/, '"pathology":"Plague of Athens"'),
      });
    });
    await button(card, 'acknowledge').click();
    await page.locator('#notice').getByText(text['handling.gone']).waitFor();
  });
});
