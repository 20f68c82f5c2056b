import type { Page } from 'playwright-core';
import { findViolations } from '../axe';
import { DashboardFixture } from './dashboard-fixture';
import { DASHBOARD_TEXTS } from './dashboard-texts';
import { READERS } from './readers';
import { refusal } from './refusal';

const FIRST = '?period=2026-09&country=NG&pathologies=Cholera&years=3&show=rates';
const SECOND = '?period=2026-W37&country=KE';

describe('saved views of the dashboard', () => {
  const fixture = new DashboardFixture();

  const viewNames = (page: Page): Promise<string[]> => page.locator('.views .view-open').allInnerTexts();
  const selected = (page: Page): string[] => {
    const { searchParams } = new URL(page.url());
    return ['period', 'country', 'pathologies', 'years', 'show'].map((name) => searchParams.get(name) ?? '');
  };

  it.each(READERS.map((reader, index) => ({ ...reader, name: reader.name, index })))(
    'are saved, opened on another computer, renamed, replaced and deleted, $name',
    async ({ index, locale, width, options }) => {
      const { page, dashboard, browserSession } = await fixture.open(FIRST, options);
      const text = DASHBOARD_TEXTS[locale];
      const dialog = page.getByRole('dialog', { name: text['views.title'] });
      const [name, newName] = [`Nigeria ${index}`, `Lagos ${index}`];

      await page.locator('#views').press('Enter');
      const field = dialog.getByRole('textbox', { name: text['views.name'] });
      await field.waitFor();
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name, exact: true }).waitFor();
      expect(await field.inputValue()).toBe('');
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await dashboard.focusedId()).toBe('views');

      const other = await fixture.open(SECOND, options);
      await other.page.locator('#views').click();
      await other.page.locator('.views').getByRole('button', { name, exact: true }).press('Enter');
      await other.dashboard.waitUntilDrawn();
      expect(selected(other.page)).toEqual(['2026-09', 'NG', 'Cholera', '3', 'rates']);
      expect(await other.page.getByRole('dialog').count()).toBe(0);
      expect(await other.page.locator('html').getAttribute('lang')).toBe(locale);

      await dashboard.open(SECOND);
      await page.locator('#views').click();
      await field.fill(name);
      await dialog.getByRole('button', { name: text['views.save'] }).click();
      await page.locator('.views li', { hasText: name }).locator('button').nth(1).click();
      await dialog.getByRole('textbox', { name: text['views.newName'] }).fill(newName);
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name: newName, exact: true }).waitFor();
      expect((await viewNames(page)).filter((one) => [name, newName].includes(one))).toEqual([newName]);
      await dashboard.open(FIRST);
      await page.locator('#views').click();
      await dialog.getByRole('button', { name: newName, exact: true }).click();
      await dashboard.waitUntilDrawn();
      expect(selected(page)).toEqual(['2026-W37', 'KE', '', '', '']);

      await page.locator('#views').click();
      await dialog.getByRole('button', { name: newName, exact: true }).waitFor();
      await page.locator('.views li', { hasText: newName }).locator('button').last().press('Enter');
      await dialog.getByRole('button', { name: newName, exact: true }).waitFor({ state: 'detached' });
      await page.locator('#views-dialog input:focus').waitFor();
      expect(await page.locator('#announcer').innerText()).toBe(text['views.deleted']);
      expect(browserSession.pageErrors).toEqual([]);
    },
  );

  it('of another account are not there', async () => {
    const { page } = await fixture.open(SECOND);
    await page.locator('#views').click();
    await page.locator('#views-dialog input').fill('Only of Thabo');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Only of Thabo', exact: true }).waitFor();
    const other = await fixture.open('', { username: 'ministry.ke' });
    await other.page.locator('#views').click();
    await other.page.getByText('You have saved no view yet.').waitFor();
    expect(await viewNames(other.page)).toEqual([]);
  });

  it('say why a view could not be saved or renamed, and keep what was written', async () => {
    const { page, context } = await fixture.open(SECOND);
    await page.locator('#views').click();
    const field = page.getByRole('textbox', { name: 'Name of the view' });
    for (const name of ['One', 'Two']) {
      await field.fill(name);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name, exact: true }).waitFor();
    }
    await page.getByRole('button', { name: 'Rename Two' }).click();
    await page.getByRole('textbox', { name: 'New name' }).fill('One');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('You have another view of this name.').waitFor();
    expect(await page.getByRole('textbox', { name: 'New name' }).inputValue()).toBe('One');
    await context.setOffline(true);
    await field.fill('Three');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This could not be saved.').waitFor();
    expect(await field.inputValue()).toBe('Three');
    await context.setOffline(false);
    await field.press('Enter');
    await page.getByRole('button', { name: 'Three', exact: true }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('ask to change the name only if that helps', async () => {
    const { page } = await fixture.open(SECOND);
    await page.locator('#views').click();
    const field = page.getByRole('textbox', { name: 'Name of the view' });
    await field.fill('Refused');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Rename Refused' }).waitFor();
    for (const [status, message] of [
      [400, 'Change the text and try again.'],
      [403, 'This could not be saved.'],
      [422, 'You have as many views as possible.'],
    ] as const) {
      await page.route('**/api/trpc/views.save*', (route) => route.fulfill(refusal(status)), { times: 1 });
      await field.fill('Refused');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText(message).waitFor();
    }
    await page.route('**/api/trpc/views.delete*', (route) => route.fulfill(refusal(422)));
    await page.getByRole('button', { name: 'Delete Refused' }).click();
    await page.getByRole('alert').getByText('This could not be saved.').waitFor();
  });

  it('can be renamed and deleted again if the response was lost', async () => {
    const { page } = await fixture.open(SECOND);
    await page.locator('#views').click();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Lost');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Rename Lost' }).click();
    await page.getByRole('textbox', { name: 'New name' }).fill('Found');
    const loseResponse = (procedure: string) =>
      page.route(
        `**/api/trpc/${procedure}*`,
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
    const failed = page.getByRole('alert').getByText('This could not be saved.');
    await loseResponse('views.rename');
    await page.keyboard.press('Enter');
    await failed.waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Found', exact: true }).waitFor();
    expect(await viewNames(page)).not.toContain('Lost');
    await loseResponse('views.delete');
    await page.getByRole('button', { name: 'Delete Found' }).click();
    await failed.waitFor();
    await page.getByRole('button', { name: 'Delete Found' }).click();
    await page.getByRole('button', { name: 'Found', exact: true }).waitFor({ state: 'detached' });
    expect(await failed.count()).toBe(0);
  });

  it('say that they could not be loaded, not that nothing was saved, if only the list fails', async () => {
    const { page } = await fixture.open(SECOND);
    await page.locator('#views').click();
    const field = page.getByRole('textbox', { name: 'Name of the view' });
    await field.fill('Saved');
    await page.route('**/api/trpc/views.list*', (route) => route.abort());
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Your views could not be loaded.').waitFor();
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([
      'Your views could not be loaded. Close and open them again.',
    ]);
    expect(await field.inputValue()).toBe('');
    await page.unroute('**/api/trpc/views.list*');
    await page.keyboard.press('Escape');
    await page.locator('#views').click();
    await page.getByRole('button', { name: 'Saved', exact: true }).waitFor();
  });
});
