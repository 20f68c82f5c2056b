import type { Locator } from 'playwright-core';
import { fetchOperations } from './reference-page';
import { ReferenceFixture } from './reference-fixture';
import { groupBy } from '../../../src/shared/groups';
import { until } from '../../support/until';
import { countTransferredBytes } from '../transferred-bytes';

/** The limit of a first load, including headers. */
const MAX_BYTES = 180_000;

const LANGUAGES = ['curl', 'JavaScript', 'Python', 'PHP', 'Java'];

describe('the reference page', () => {
  const fixture = new ReferenceFixture();

  it('shows every operation of the document, with code samples in five languages', async () => {
    const { page, reference, browserSession } = await fixture.createUser({ username: 'doctor.ke' });
    await reference.open();
    const operations = await fetchOperations(fixture.origin);
    expect(operations.length).toBeGreaterThan(20);
    const labels = async () =>
      (await page.locator('[part^="label-operation-"]').allTextContents()).join('').replaceAll(/\s/g, '');
    for (const { method, path, samples } of operations) {
      const route = `${method}-${path.replaceAll(/[{}]+/g, '-')}`;
      await page.locator(`#procedures a[href$="route=${route}"]`).click();
      await until(`${method} ${path} is shown`, async () => (await labels()) === method + path);
      const shown = await reference.readSamples();
      expect(shown).toEqual(samples);
      expect(Object.keys(shown)).toEqual(LANGUAGES);
    }
    expect(browserSession.pageErrors).toEqual([]);
  });

  it('copies a code sample with its indentation', async () => {
    const { page, reference, browserSession } = await fixture.createUser({ username: 'doctor.ke' });
    await browserSession.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await reference.open('post-/api/trpc/consultations.record');
    await page.getByRole('button', { name: 'Python' }).click();
    await page.getByRole('button', { name: 'Copy code samples' }).click();
    await page.getByRole('button', { name: 'Copy code samples' }).filter({ hasText: 'Copied' }).waitFor();
    const operations = await fetchOperations(fixture.origin);
    const record = operations.find(({ path }) => path.endsWith('/consultations.record'));
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(record?.samples.Python);
  });

  it('loads less than 180 kB at first, only from its own origin, with cacheable assets', async () => {
    const { page, reference, browserSession } = await fixture.createUser();
    const bytes = await countTransferredBytes(await browserSession.context.newCDPSession(page));
    await page.goto('/');
    bytes.clear();
    await page.getByRole('link', { name: 'Read the reference' }).click();
    await reference.heading.waitFor();
    await page.waitForLoadState('networkidle');
    const totalBytes = [...bytes.values()].reduce((sum, one) => sum + one, 0);
    process.stdout.write(`first load: ${bytes.size} requests, ${(totalBytes / 1000).toFixed(1)} kB\n`);
    const paths = [...bytes.keys()].map((url) => new URL(url).pathname);
    const assets = paths.filter((path) => path.startsWith('/api/docs/assets/'));
    expect(assets.map((path) => path.replace(/-[\w-]{8}\./, '.')).sort()).toEqual([
      '/api/docs/assets/main.css',
      '/api/docs/assets/main.js',
    ]);
    expect(paths.filter((path) => !assets.includes(path)).sort()).toEqual([
      '/api/docs',
      '/api/openapi.json',
      '/sign-out.js',
    ]);
    expect(totalBytes).toBeGreaterThan(50_000);
    expect(totalBytes).toBeLessThan(MAX_BYTES);
    for (const path of assets) {
      const { headers } = await fetch(new URL(path, fixture.origin));
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    expect(browserSession.pageErrors).toEqual([]);
  });

  it('allows only scripts of its own origin', async () => {
    const { headers } = await fetch(new URL('/api/docs', fixture.origin));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("default-src 'self';");
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
    const homePage = await fetch(fixture.origin);
    expect(homePage.headers.get('content-security-policy')).not.toContain('unsafe-inline');
  });

  it('opens procedures by their URL, and goes back in the history', async () => {
    const { page, reference, browserSession } = await fixture.createUser();
    await reference.open();
    expect(await page.title()).toBe('API reference · Africa Health Platform');
    expect(await reference.heading.innerText()).toBe('Africa Health Platform API');
    await reference.openProcedure('consultations.record');
    expect(await reference.heading.innerText()).toBe('consultations.record');
    await reference.openProcedure('specialties.list');
    await page.goBack();
    await page.locator('[part="label-operation-path"]', { hasText: '/consultations.record' }).waitFor();
    expect(await page.locator('#procedures [aria-current=page]').innerText()).toBe('record');
    await page.goBack();
    await page.getByRole('heading', { name: 'A first call' }).waitFor();
    expect(browserSession.pageErrors).toEqual([]);
  });

  it('shows the code beside the text on a wide screen, and below it on a narrow one', async () => {
    const { page, reference } = await fixture.createUser();
    await reference.open();
    await reference.openProcedure('consultations.record');
    const [code, request] = [page.locator('.code-sample-wrapper:visible'), page.locator('.m-table').first()];
    const boxesAt = async (width: number) => {
      await page.setViewportSize({ width, height: 900 });
      return { code: await boxOf(code), request: await boxOf(request) };
    };
    const wide = await boxesAt(1280);
    expect(wide.code.x).toBeGreaterThan(wide.request.x + wide.request.width);
    expect(wide.code.y).toBeLessThan(wide.request.y);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    expect((await boxOf(page.locator('#procedures'))).y).toBe(0);
    const narrow = await boxesAt(900);
    expect(narrow.code.x).toBeLessThan(narrow.request.x + narrow.request.width);
  });

  it('shows the methods that each procedure takes', async () => {
    const { page, reference } = await fixture.createUser();
    await reference.open();
    const methodsByPath = groupBy(await fetchOperations(fixture.origin), ({ path }) => path);
    for (const [path, operations] of methodsByPath) {
      const link = page.locator(`#procedures a[href$="-${path.replaceAll(/[\s#:?&={}-]+/g, '-')}"]`).first();
      const shown = await link.locator('xpath=..').locator('.method').allInnerTexts();
      expect({ path, methods: shown.sort() }).toEqual({
        path,
        methods: operations.map(({ method }) => method.toUpperCase()).sort(),
      });
    }
  });

  it('links other formats of the reference if scripts are disabled', async () => {
    const { page } = await fixture.createUser({ javaScriptEnabled: false });
    await page.goto('/api/docs');
    for (const path of ['/llms.txt', '/api/openapi.json', '/api/postman-collection.json'])
      expect(await page.locator(`noscript a[href="${path}"]`).count()).toBe(1);
  });

  it('reports that the document could not be loaded', async () => {
    const { page } = await fixture.createUser();
    await page.route('**/api/openapi.json', (route) => route.abort());
    await page.goto('/api/docs');
    await page.getByText('The reference could not be loaded').waitFor();
  });
});

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('the element is not shown');
  return box;
}
