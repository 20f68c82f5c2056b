import { ReferencePage, documentedOperations } from './reference-page';
import { ReferenceStage } from './reference-stage';
import { until } from '../support/until';
import { countBytes } from './wire-bytes';

/** What a first load may take over the wire, headers included. */
const MOST_BYTES = 200_000;

const LANGUAGES = ['curl', 'JavaScript', 'Python', 'PHP', 'Java'];

describe('the reference page', () => {
  let stage: ReferenceStage;

  beforeAll(async () => {
    stage = await ReferenceStage.start();
  });

  afterAll(async () => {
    await stage.close();
  });

  it('shows every operation of the document, with code in five languages', async () => {
    const visitor = await stage.signedIn('doctor.ke');
    const reference = new ReferencePage(visitor.page);
    await reference.open();
    const operations = await documentedOperations(stage.origin);
    expect(operations.length).toBeGreaterThan(20);
    const labels = async () =>
      (await visitor.page.locator('[part^="label-operation-"]').allTextContents())
        .join('')
        .replaceAll(/\s/g, '');
    for (const { method, path, samples } of operations) {
      const part = `${method}-${path.replaceAll(/[{}]+/g, '-')}`;
      await visitor.page.locator(`#procedures a[href$="route=${part}"]`).click();
      await until(`${method} ${path} is shown`, async () => (await labels()) === method + path);
      const shown = await reference.samples();
      expect(shown).toEqual(samples);
      if (path.startsWith('/api/trpc/')) expect(Object.keys(shown)).toEqual(LANGUAGES);
    }
    expect(visitor.complaints).toEqual([]);
  });

  it('copies a program as it is, indentation included', async () => {
    const visitor = await stage.signedIn('doctor.ke');
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const reference = new ReferencePage(visitor.page);
    await reference.open('post-/api/trpc/consultations.record');
    await visitor.page.getByRole('button', { name: 'Python' }).click();
    await visitor.page.getByRole('button', { name: 'Copy code samples' }).click();
    await visitor.page
      .getByRole('button', { name: 'Copy code samples' })
      .filter({ hasText: 'Copied' })
      .waitFor();
    const operations = await documentedOperations(stage.origin);
    const record = operations.find(({ path }) => path.endsWith('/consultations.record'));
    expect(await visitor.page.evaluate<string>('navigator.clipboard.readText()')).toBe(
      record?.samples.Python,
    );
  });

  it('is loaded for the first time with less than 200 kB, all of it from here, and kept', async () => {
    const visitor = await stage.arrive();
    const { page } = visitor;
    const bytes = await countBytes(await visitor.context.newCDPSession(page));
    const reference = new ReferencePage(page);
    await page.goto('/');
    bytes.clear();
    await page.getByRole('link', { name: '/api/docs' }).click();
    await reference.heading.waitFor();
    await page.waitForLoadState('networkidle');
    const all = [...bytes.values()].reduce((sum, one) => sum + one, 0);
    process.stdout.write(`first load: ${bytes.size} requests, ${(all / 1000).toFixed(1)} kB\n`);
    const paths = [...bytes.keys()].map((address) => new URL(address).pathname);
    const assets = paths.filter((path) => path.startsWith('/api/docs/assets/'));
    expect(assets.map((path) => path.replace(/-[\w-]{8}\./, '.')).sort()).toEqual([
      '/api/docs/assets/main.css',
      '/api/docs/assets/main.js',
    ]);
    expect(paths.filter((path) => !assets.includes(path)).sort()).toEqual(['/api/docs', '/api/openapi.json']);
    expect(all).toBeGreaterThan(50_000);
    expect(all).toBeLessThan(MOST_BYTES);
    for (const path of assets) {
      const { headers } = await fetch(new URL(path, stage.origin));
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    expect(visitor.complaints).toEqual([]);
  });

  it('lets no script in but ours', async () => {
    const { headers } = await fetch(new URL('/api/docs', stage.origin));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("default-src 'self';");
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
    const elsewhere = await fetch(stage.origin);
    expect(elsewhere.headers.get('content-security-policy')).not.toContain('unsafe-inline');
  });

  it('goes to a part by its address, and back', async () => {
    const visitor = await stage.arrive();
    const { page } = visitor;
    const reference = new ReferencePage(page);
    await reference.open();
    expect(await page.title()).toBe('API reference · Africa Health Platform');
    expect(await reference.heading.innerText()).toBe('Africa Health Platform API');
    await reference.choose('consultations.record');
    expect(await reference.heading.innerText()).toBe('consultations');
    await reference.choose('specialties.list');
    await page.goBack();
    await page.locator('[part="label-operation-path"]', { hasText: '/consultations.record' }).waitFor();
    expect(await page.locator('#procedures [aria-current=page]').innerText()).toBe('record');
    await page.goBack();
    await page.getByRole('heading', { name: 'A first call' }).waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  it('says what is missing where scripts are switched off, and where else it is', async () => {
    const visitor = await stage.arrive({ javaScriptEnabled: false });
    await visitor.page.goto('/api/docs');
    for (const path of ['/llms.txt', '/api/openapi.json', '/api/postman-collection.json'])
      expect(await visitor.page.locator(`noscript a[href="${path}"]`).count()).toBe(1);
  });

  it('says so where the document cannot be loaded', async () => {
    const visitor = await stage.arrive();
    await visitor.page.route('**/api/openapi.json', (route) => route.abort());
    await visitor.page.goto('/api/docs');
    await visitor.page.getByText('The reference could not be loaded').waitFor();
  });
});
