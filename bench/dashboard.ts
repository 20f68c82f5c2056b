import { loadavg } from 'node:os';
import { type Browser, type BrowserContext, type CDPSession, chromium } from 'playwright-core';
import { CHROMIUM } from '../dev/browser/chromium';
import { startDemoPlatform } from '../dev/demo/demo-platform';

const ROUNDS = 9;

/** Chromium's throttling: it delays each request by the latency, and the making of a connection by nothing. */
const SLOW = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** Of one load, in milliseconds from when the address was entered. */
interface Load {
  readonly firstPicture: number;
  readonly largestPaint: number;
  readonly allFigures: number;
  readonly bytes: number;
  readonly requests: number;
}

/** Writes down when the first bars, and all pictures, were on the screen: at the frame after the one that has them. */
const WATCH = `
  window.marks = {};
  const mark = (name) => requestAnimationFrame(() => requestAnimationFrame(() => { marks[name] ??= performance.now(); }));
  new MutationObserver(() => {
    if (document.querySelector('#pathologies .bar')) mark('firstPicture');
    const drawn = ['#alerts .picture > *', '#trend svg.plot', '#map svg.plot', '#medications .bar'];
    if (drawn.every((one) => document.querySelector(one))) mark('allFigures');
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => { marks.largestPaint = list.getEntries().at(-1).startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
`;

/**
 * How long the dashboard takes to show its first picture and all of them, loaded for the first time on a slow link,
 * against the same page on the link as it is. Rounds take turns, each with a cache of its own; the median counts.
 */
async function main(): Promise<void> {
  const platform = await startDemoPlatform();
  const browser = await chromium.launch(CHROMIUM);
  try {
    const session = await platform.sessionOf('ministry');
    const load = (slow: boolean) => measure(browser, { url: platform.baseUrl, session, slow });
    await load(false);
    const loads = { slow: [] as Load[], unthrottled: [] as Load[] };
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
        `${name}: first picture ${summary(measured, 'firstPicture')}, largest contentful paint ` +
          `${summary(measured, 'largestPaint')}, all figures ${summary(measured, 'allFigures')}\n`,
      );
    }
    const [last] = loads.slow;
    process.stdout.write(
      `over the wire: ${((last?.bytes ?? 0) / 1000).toFixed(1)} kB in ${last?.requests ?? 0} requests, headers included\n`,
    );
  } finally {
    await browser.close();
    await platform.stop();
  }
}

async function measure(
  browser: Browser,
  { url, session, slow }: { url: string; session: string; slow: boolean },
): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  try {
    await context.addCookies([{ name: 'session', value: session, url }]);
    await context.addInitScript(WATCH);
    return await measureIn(context, { url, slow });
  } finally {
    await context.close();
  }
}

async function measureIn(
  context: BrowserContext,
  { url, slow }: { url: string; slow: boolean },
): Promise<Load> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const traffic = await countTraffic(devtools);
  if (slow) await devtools.send('Network.emulateNetworkConditions', SLOW);
  await page.goto(`${url}/dashboard`);
  let marks: Partial<Load> = {};
  for (const deadline = Date.now() + 30_000; marks.allFigures === undefined;) {
    if (Date.now() > deadline) throw new Error('the dashboard was not drawn within 30 seconds');
    await page.waitForTimeout(50);
    marks = await page.evaluate<Partial<Load>>('marks');
  }
  const { firstPicture = NaN, largestPaint = NaN, allFigures = NaN } = marks;
  return { firstPicture, largestPaint, allFigures, ...traffic };
}

async function countTraffic(devtools: CDPSession): Promise<{ bytes: number; requests: number }> {
  const traffic = { bytes: 0, requests: 0 };
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    // What stands in the page itself has no length.
    if (encodedDataLength === 0) return;
    traffic.bytes += encodedDataLength;
    traffic.requests += 1;
  });
  await devtools.send('Network.enable');
  return traffic;
}

function summary(loads: readonly Load[], of: 'firstPicture' | 'largestPaint' | 'allFigures'): string {
  const sorted = loads.map((load) => load[of]).sort((one, other) => one - other);
  const [fastest = NaN, slowest = NaN] = [sorted[0], sorted.at(-1)];
  const median = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  return `${median.toFixed(0)} (${fastest.toFixed(0)} to ${slowest.toFixed(0)})`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
});
