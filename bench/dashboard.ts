import { loadavg } from 'node:os';
import { type Browser, type BrowserContext, type CDPSession, chromium } from 'playwright-core';
import { CHROMIUM_OPTIONS } from '../dev/chromium';
import { startDemoPlatform } from '../dev/demo/demo-platform';
import { median, runBenchmark } from './benchmark';

const ROUNDS = 9;

/** Chromium's throttling. The latency, in milliseconds, delays each request but no connection. */
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** Measurements of one load. Times are in milliseconds since the start of the navigation. */
interface PageLoad {
  readonly firstPicture: number;
  readonly largestPaint: number;
  readonly allFigures: number;
  readonly bytes: number;
  readonly requests: number;
}

/** Records when the first bars and when all figures were on the screen: one frame after they were drawn. */
const RECORD_MARKS = `
  window.marks = {};
  const mark = (name) => requestAnimationFrame(() => requestAnimationFrame(() => { marks[name] ??= performance.now(); }));
  new MutationObserver(() => {
    if (document.querySelector('#pathologies .bar')) mark('firstPicture');
    const selectors = ['#alerts .picture > *', '#trend svg.plot', '#map svg.plot', '#medications .bar'];
    if (selectors.every((selector) => document.querySelector(selector))) mark('allFigures');
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => { marks.largestPaint = list.getEntries().at(-1).startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
`;

/**
 * Measures how long the dashboard takes to show its first figure and all figures on a slow network. Baseline: the same page
 * without throttling. Rounds alternate, each with an empty cache.
 */
async function main(): Promise<void> {
  const platform = await startDemoPlatform();
  const browser = await chromium.launch(CHROMIUM_OPTIONS);
  try {
    const session = await platform.beginSession('ministry');
    const load = (slow: boolean) => measure(browser, { url: platform.baseUrl, session, slow });
    await load(false);
    const loads = { slow: [] as PageLoad[], unthrottled: [] as PageLoad[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      loads.unthrottled.push(await load(false));
      loads.slow.push(await load(true));
    }
    process.stdout.write(
      `milliseconds, median of ${ROUNDS} first loads (fastest to slowest); load average ${loadavg()[0]?.toFixed(1) ?? '?'}\n`,
    );
    for (const [name, measured] of [
      ['1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms', loads.slow],
      ['baseline: the same page, not throttled', loads.unthrottled],
    ] as const) {
      process.stdout.write(
        `${name}: first picture ${formatTimes(measured, 'firstPicture')}, largest contentful paint ` +
          `${formatTimes(measured, 'largestPaint')}, all figures ${formatTimes(measured, 'allFigures')}\n`,
      );
    }
    const [last] = loads.slow;
    process.stdout.write(
      `transferred: ${((last?.bytes ?? 0) / 1000).toFixed(1)} kB in ${last?.requests ?? 0} requests, headers included\n`,
    );
  } finally {
    await browser.close();
    await platform.stop();
  }
}

async function measure(
  browser: Browser,
  { url, session, slow }: { url: string; session: string; slow: boolean },
): Promise<PageLoad> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  try {
    await context.addCookies([{ name: 'session', value: session, url }]);
    await context.addInitScript(RECORD_MARKS);
    return await measurePage(context, { url, slow });
  } finally {
    await context.close();
  }
}

async function measurePage(
  context: BrowserContext,
  { url, slow }: { url: string; slow: boolean },
): Promise<PageLoad> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const traffic = await countTraffic(devtools);
  if (slow) await devtools.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await page.goto(`${url}/dashboard`);
  let marks: Partial<PageLoad> = {};
  for (const deadline = Date.now() + 30_000; marks.allFigures === undefined;) {
    if (Date.now() > deadline) throw new Error('the dashboard was not drawn within 30 seconds');
    await page.waitForTimeout(50);
    marks = await page.evaluate<Partial<PageLoad>>('marks');
  }
  const { firstPicture = NaN, largestPaint = NaN, allFigures = NaN } = marks;
  return { firstPicture, largestPaint, allFigures, ...traffic };
}

async function countTraffic(devtools: CDPSession): Promise<{ bytes: number; requests: number }> {
  const traffic = { bytes: 0, requests: 0 };
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    // A `data:` resource of the page has no length.
    if (encodedDataLength === 0) return;
    traffic.bytes += encodedDataLength;
    traffic.requests += 1;
  });
  await devtools.send('Network.enable');
  return traffic;
}

function formatTimes(
  loads: readonly PageLoad[],
  name: 'firstPicture' | 'largestPaint' | 'allFigures',
): string {
  const times = loads.map((load) => load[name]);
  const [fastest, slowest] = [Math.min(...times), Math.max(...times)];
  return `${median(times).toFixed(0)} (${fastest.toFixed(0)} to ${slowest.toFixed(0)})`;
}

runBenchmark(main);
