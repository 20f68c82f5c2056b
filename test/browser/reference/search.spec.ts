import { readFileSync } from 'node:fs';
import { findViolations } from '../axe';
import { ReferenceFixture } from './reference-fixture';

describe('finding something in the reference', () => {
  const fixture = new ReferenceFixture();

  it('opens a procedure by words, with the keyboard', async () => {
    const { page, reference, browserSession } = await fixture.createUser();
    await reference.open();
    const field = page.getByRole('combobox', { name: 'Search' });
    await page.keyboard.press('/');
    await page.keyboard.type('externalId consultations.record');
    const options = page.getByRole('option');
    await options.first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await options.count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await field.inputValue()).toBe('');
    await page.keyboard.press('/');
    await page.keyboard.type('consultations.record');
    await options.filter({ hasText: 'Records a consultation together' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('[part="label-operation-path"]', { hasText: '/consultations.record' }).waitFor();
    expect(await reference.heading.innerText()).toBe('consultations.record');
    expect(browserSession.pageErrors).toEqual([]);
  });

  it('types a slash in a field of the renderer', async () => {
    const { page, reference } = await fixture.createUser();
    await reference.open('post-/api/trpc/consultations.record');
    const body = page.getByRole('textbox', { name: 'Request Body' });
    await body.fill('');
    await body.press('/');
    expect(await body.inputValue()).toBe('/');
  });

  it('shows the version and, when opened, the changelog of the repository', async () => {
    const { page, reference, browserSession } = await fixture.createUser();
    await reference.open();
    await page.getByRole('link', { name: 'what has changed' }).click();
    await page.getByRole('heading', { level: 1, name: 'Changelog' }).waitFor();
    const source = readFileSync('CHANGELOG.md', 'utf8');
    const headings = [...source.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(await page.locator('.changelog h2').allTextContents()).toEqual(headings);
    expect(await page.locator('.changelog li').count()).toBe(source.match(/^- /gm)?.length);
    expect(await page.locator('.changelog').innerText()).not.toMatch(/\*\*|\]\(/);
    expect(await findViolations(page)).toEqual([]);
    await page.goBack();
    await page.getByRole('heading', { name: 'A first call' }).waitFor();
    expect(browserSession.pageErrors).toEqual([]);
  });
});
