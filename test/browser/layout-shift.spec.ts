import type { BrowserContextOptions, Page } from 'playwright-core';
import { DashboardFixture } from './dashboard/dashboard-fixture';
import { DashboardPage } from './dashboard/dashboard-page';

/** Half of what Core Web Vitals call good. */
const MAX_SHIFT = 0.05;

/** Sums all shifts that no input has caused. */
const OBSERVE_SHIFTS = `window.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.layoutShift += value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** A mobile network: 1.6 Mbit/s with a latency of 150 ms. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };

const TELEPHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 780 },
  isMobile: true,
  hasTouch: true,
};

describe('the layout on a telephone', () => {
  const fixture = new DashboardFixture();

  const useSlowNetwork = async (page: Page): Promise<void> => {
    await page.addInitScript(OBSERVE_SHIFTS);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
  };

  const expectNoShift = async (page: Page, name: string): Promise<void> => {
    await page.waitForLoadState('networkidle');
    const shift = await page.evaluate<number>('window.layoutShift');
    process.stdout.write(`layout shift of ${name}: ${shift.toFixed(3)}\n`);
    expect(shift).toBeLessThan(MAX_SHIFT);
  };

  it.each([
    '/',
    '/chat',
    '/api/docs',
    '/admin/audit',
    '/no-such-page',
    '/dashboard',
    '/dashboard?period=1999',
  ])('moves less than 0.05 while %s loads', async (path) => {
    const { page } = await fixture.signIn({ ...TELEPHONE, username: 'admin' });
    await useSlowNetwork(page);
    await page.goto(path);
    if (path.startsWith('/dashboard')) await new DashboardPage(page).waitUntilDrawn();
    await expectNoShift(page, path);
  });

  it('moves less than 0.05 while the pages of the portal load', async () => {
    const { page } = await fixture.createSession(TELEPHONE);
    await useSlowNetwork(page);
    await page.goto('/dashboard');
    await expectNoShift(page, 'the login');
    await page.getByLabel('User name').fill('ministry');
    await page.getByLabel('Password').fill('ministry-demo');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await expectNoShift(page, 'the consent');
  });
});
