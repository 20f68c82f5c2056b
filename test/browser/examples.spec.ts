import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { checkoutRoot } from '../../dev/checkout';
import { type Platform, startPlatform } from '../support/platform';
import { type StaticPages, servePages } from './static-pages';
import { startChromium } from './visitor';

const FOLDER = join(checkoutRoot, 'examples', 'browser');

describe('the example for a browser', () => {
  let browser: Browser;
  let platform: Platform;
  let health: string;
  /** One whose origin the platform was told of, and one of which it was not. */
  let known: StaticPages;
  let unknown: StaticPages;

  beforeAll(async () => {
    browser = await startChromium();
    [known, unknown] = await Promise.all([servePages(FOLDER), servePages(FOLDER)]);
    platform = await startPlatform({ CORS_ORIGINS: known.origin });
    health = await platform.listen();
  });

  afterAll(async () => {
    await browser.close();
    for (const { server } of [known, unknown]) server.close();
    await platform.close();
  });

  /** Opens the page of an origin; whoever is signed in has a session at the platform, and the page knows nothing of it. */
  const open = async (origin: string, session?: string): Promise<Page> => {
    const context = await browser.newContext();
    const value = session?.slice('session='.length);
    if (value !== undefined)
      await context.addCookies([{ name: 'session', value, url: health, httpOnly: true }]);
    const page = await context.newPage();
    await page.goto(`${origin}/?health=${encodeURIComponent(health)}`);
    return page;
  };

  const recorded = async (patientId: string): Promise<number> => {
    const [{ n }] = await platform.database.query<[{ n: number }]>(
      'SELECT count(*)::int AS n FROM consultation WHERE patient_id = $1',
      [patientId],
    );
    return n;
  };

  const record = async (page: Page, patientId: string): Promise<void> => {
    await page.getByLabel('Patient').fill(patientId);
    await page.getByRole('button', { name: 'Record' }).click();
  };

  it('records as the person who is signed in, from an origin that the platform was told of', async () => {
    const page = await open(
      known.origin,
      await platform.session({ role: 'doctor', country: 'KE', name: 'Wanjiku' }),
    );
    await page.getByText('Signed in: Wanjiku (doctor)').waitFor();
    await record(page, 'P-first');
    await page.getByText('Recorded.').waitFor();
    expect(await page.locator('#recorded li').allInnerTexts()).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\d Malaria KE$/),
    ]);
    expect(await recorded('P-first')).toBe(1);
  });

  it('says what a refusal says', async () => {
    const page = await open(
      known.origin,
      await platform.session({ role: 'doctor', email: 'second@example.org' }),
    );
    await record(page, ' ');
    await page.getByText('BAD_REQUEST: patientId: must not be empty').waitFor();
  });

  it('records once what it sends again because the answer was lost', async () => {
    const page = await open(
      known.origin,
      await platform.session({ role: 'doctor', email: 'third@example.org' }),
    );
    let attempts = 0;
    await page.route('**/consultations.record', async (route) => {
      attempts += 1;
      if (route.request().method() !== 'POST' || attempts > 1) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await record(page, 'P-lost');
    await page.getByText('Recorded.').waitFor();
    expect(attempts).toBe(2);
    expect(await recorded('P-lost')).toBe(1);
  });

  it('asks who is not signed in to do so', async () => {
    const page = await open(known.origin);
    await page.getByText('Not signed in.').waitFor();
    expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
      `${health}/api/oauth/login`,
    );
    expect(await page.getByRole('button', { name: 'Record' }).isVisible()).toBe(false);
  });

  it('gets no answer from an origin that the platform was not told of, with a session or not', async () => {
    const page = await open(
      unknown.origin,
      await platform.session({ role: 'doctor', email: 'fourth@example.org' }),
    );
    await page.getByText(/^No answer: /).waitFor();
    expect(await page.getByRole('button', { name: 'Record' }).isVisible()).toBe(false);
  });
});
