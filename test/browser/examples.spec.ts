import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { checkoutRoot } from '../../dev/checkout';
import { suitePlatform } from '../support/platform';
import { type StaticPages, servePages } from './static-pages';
import { SuiteBrowser } from './suite-browser';

const FOLDER = join(checkoutRoot, 'examples', 'browser');

describe('the browser example', () => {
  const browser = new SuiteBrowser();
  let allowedPages: StaticPages;
  let forbiddenPages: StaticPages;
  const platform = suitePlatform(async () => {
    [allowedPages, forbiddenPages] = await Promise.all([servePages(FOLDER), servePages(FOLDER)]);
    return { CORS_ORIGINS: allowedPages.origin };
  });
  let platformUrl: string;

  beforeAll(async () => {
    platformUrl = await platform.listen();
  });

  afterAll(() => {
    for (const { server } of [allowedPages, forbiddenPages]) server.close();
  });

  /** Opens the page of an origin. @param session the platform's session cookie, which the page cannot read */
  const open = async (origin: string, session?: string): Promise<Page> => {
    const { context, page } = await browser.createSession({ baseURL: origin });
    const value = session?.slice('session='.length);
    if (value !== undefined)
      await context.addCookies([{ name: 'session', value, url: platformUrl, httpOnly: true }]);
    await page.goto(`/?health=${encodeURIComponent(platformUrl)}`);
    return page;
  };

  const countRecorded = async (patientId: string): Promise<number> => {
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

  it('records a consultation as the signed-in doctor from an allowed origin', async () => {
    const page = await open(
      allowedPages.origin,
      await platform.session({ role: 'doctor', country: 'KE', name: 'Wanjiku' }),
    );
    await page.getByText('Signed in: Wanjiku (doctor)').waitFor();
    await record(page, 'P-first');
    await page.getByText('Recorded.').waitFor();
    expect(await page.locator('#recorded li').allInnerTexts()).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\d Malaria KE$/),
    ]);
    expect(await countRecorded('P-first')).toBe(1);
  });

  it('shows the message of an error', async () => {
    const page = await open(
      allowedPages.origin,
      await platform.session({ role: 'doctor', email: 'second@example.org' }),
    );
    await record(page, ' ');
    await page.getByText('BAD_REQUEST: patientId: must not be empty').waitFor();
  });

  it('records one consultation if it retries after a lost response', async () => {
    const page = await open(
      allowedPages.origin,
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
    expect(await countRecorded('P-lost')).toBe(1);
  });

  it('shows the sign-in link to an anonymous caller', async () => {
    const page = await open(allowedPages.origin);
    await page.getByText('Not signed in.').waitFor();
    expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
      `${platformUrl}/api/oauth/login`,
    );
    expect(await page.getByRole('button', { name: 'Record' }).isVisible()).toBe(false);
  });

  it('gets no response from a forbidden origin, even with a session', async () => {
    const page = await open(
      forbiddenPages.origin,
      await platform.session({ role: 'doctor', email: 'fourth@example.org' }),
    );
    await page.getByText(/^No answer: /).waitFor();
    expect(await page.getByRole('button', { name: 'Record' }).isVisible()).toBe(false);
  });
});
