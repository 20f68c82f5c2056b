import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { CHROMIUM_OPTIONS } from '../chromium';
import { checkoutRoot } from '../checkout';
import { runCommand } from './run-command';
import { type DemoPlatform, startDemoPlatform } from '../demo/demo-platform';

const run = promisify(execFile);

const FOLDER = join(checkoutRoot, 'docs', 'images');

/** Largest size of a picture for a README. */
const MAX_BYTES = 350_000;

/** At this resolution a sheet of A4 is as wide as a column of the README. */
const PRINT_DPI = 80;

interface Picture {
  readonly name: string;
  readonly username: string;
  /** Path and query. */
  readonly address: string;
  readonly context: BrowserContextOptions;
  /** Selectors of elements to wait for. Default: those of the dashboard. */
  readonly waitFor?: readonly string[];
  /** Takes the picture of the loaded page. */
  readonly take: (page: Page) => Promise<Buffer>;
}

const WIDE = { viewport: { width: 1280, height: 900 }, locale: 'en-GB' };
const TELEPHONE = { viewport: { width: 360, height: 780 }, locale: 'ar', hasTouch: true, isMobile: true };

const pictures: readonly Picture[] = [
  {
    name: 'dashboard',
    username: 'ministry',
    address: '/dashboard',
    context: WIDE,
    take: cropAbove('#map'),
  },
  {
    name: 'dashboard-map',
    username: 'ministry',
    address: '/dashboard?map=Malaria',
    context: WIDE,
    take: async (page) => crop(page, ['#map', '#medications']),
  },
  {
    name: 'dashboard-alerts',
    username: 'ministry',
    address: '/dashboard',
    context: { ...WIDE, viewport: { width: 760, height: 900 } },
    take: async (page) => {
      await page.getByRole('button', { name: /^Show \d+ more alerts$/ }).click();
      return crop(page, ['#alerts header', '#alerts .alert:nth-child(1)', '#alerts .alert:nth-child(8)']);
    },
  },
  {
    name: 'dashboard-arabic',
    username: 'ministry',
    address: '/dashboard?country=NG',
    context: TELEPHONE,
    take: cropAbove('#trend'),
  },
  { name: 'dashboard-print', username: 'ministry', address: '/dashboard', context: WIDE, take: printedPage },
  {
    name: 'dashboard-refused',
    username: 'doctor',
    address: '/dashboard',
    context: { ...WIDE, viewport: { width: 1280, height: 520 } },
    take: (page) => page.screenshot(),
  },
  {
    name: 'reference',
    username: 'doctor',
    address: '/api/docs',
    context: WIDE,
    waitFor: ['#procedures a', 'openapi-explorer h1'],
    take: (page) => page.screenshot(),
  },
  {
    name: 'chat',
    username: 'user',
    address: '/chat',
    context: { ...WIDE, viewport: { width: 1280, height: 820 } },
    waitFor: ['#message'],
    take: async (page) => {
      await ask(page, 'What is malaria?');
      await page.getByRole('button', { name: 'New conversation' }).click();
      await ask(page, 'I have had an itchy rash on my arms for three days. Which doctor should I see?');
      await page.getByRole('button', { name: 'Good reply' }).click();
      await page.locator('.outcome:not(:empty)').waitFor();
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      return page.screenshot();
    },
  },
  {
    name: 'chat-emergency',
    username: 'user',
    address: '/chat',
    context: { ...TELEPHONE, locale: 'en-GB' },
    waitFor: ['#message'],
    take: async (page) => {
      await page.locator('#menu').click();
      await page.locator('#country').selectOption('KE');
      await page.keyboard.press('Escape');
      await ask(page, 'My husband has strong chest pain and cannot breathe');
      await page.locator('#emergency strong').waitFor();
      return page.screenshot();
    },
  },
];

const DASHBOARD_SELECTORS = [
  '#alerts :is(.alert, .none)',
  '#trend svg.plot',
  '#map svg.plot',
  '#medications .bar',
];

/** `npm run docs:pictures`: takes the pictures in docs/images from pages with demo data up to today. */
async function takePictures(): Promise<void> {
  const platform = await startDemoPlatform();
  const browser = await chromium.launch(CHROMIUM_OPTIONS);
  try {
    await mkdir(FOLDER, { recursive: true });
    for (const {
      name,
      username,
      address,
      context: options,
      waitFor = DASHBOARD_SELECTORS,
      take,
    } of pictures) {
      const context = await browser.newContext({
        ...options,
        baseURL: platform.baseUrl,
        colorScheme: 'light',
        reducedMotion: 'reduce',
        timezoneId: 'Africa/Nairobi',
      });
      await context.addCookies([await cookieOf(platform, username)]);
      const page = await context.newPage();
      const response = await page.goto(address);
      if (response?.ok()) await waitForParts(page, waitFor);
      const picture = await take(page);
      await context.close();
      if (picture.length > MAX_BYTES) throw new Error(`${name}.png would have ${picture.length} bytes`);
      await writeFile(join(FOLDER, `${name}.png`), picture);
      process.stdout.write(`docs/images/${name}.png: ${(picture.length / 1000).toFixed(0)} kB\n`);
    }
  } finally {
    await browser.close();
    await platform.stop();
  }
}

async function cookieOf({ baseUrl, beginSession }: DemoPlatform, username: string) {
  return { name: 'session', value: await beginSession(username), url: baseUrl };
}

async function waitForParts(page: Page, selectors: readonly string[]): Promise<void> {
  for (const selector of selectors) await page.locator(selector).first().waitFor();
  await page.evaluate('document.fonts.ready');
}

/** Sends a message to the assistant and waits until its reply is complete. */
async function ask(page: Page, message: string): Promise<void> {
  const replies = await page.locator('.reply').count();
  await page.locator('#message').fill(message);
  await page.locator('#send').click();
  await page.locator('.reply .thumb-up').nth(replies).waitFor();
}

/** Returns a function that takes the page from its top to the start of a figure. */
function cropAbove(figure: string): (page: Page) => Promise<Buffer> {
  return async (page) => {
    await page.evaluate('scrollTo(0, 0)');
    const box = await page.locator(figure).boundingBox();
    const { width = 0 } = page.viewportSize() ?? {};
    const height = Math.floor(box?.y ?? 0);
    return page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height } });
  };
}

/** Takes the rectangle around some elements, with a margin. */
async function crop(page: Page, selectors: readonly string[]): Promise<Buffer> {
  // Boxes are relative to the viewport, clips to the page: at the top both are the same.
  await page.evaluate('scrollTo(0, 0)');
  const boxes = await Promise.all(selectors.map((selector) => page.locator(selector).boundingBox()));
  const visible = boxes.filter((box) => box !== null);
  const margin = 12;
  const [left, top] = [Math.min(...visible.map(({ x }) => x)), Math.min(...visible.map(({ y }) => y))];
  const right = Math.max(...visible.map(({ x, width }) => x + width));
  const bottom = Math.max(...visible.map(({ y, height }) => y + height));
  const [width, height] = [right - left + 2 * margin, bottom - top + 2 * margin];
  return page.screenshot({ fullPage: true, clip: { x: left - margin, y: top - margin, width, height } });
}

/** Takes the first printed page, with pdftoppm of Poppler. */
async function printedPage(page: Page): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'printed-'));
  try {
    const [pdf, picture] = [join(folder, 'page.pdf'), join(folder, 'page')];
    await page.pdf({ path: pdf, preferCSSPageSize: true });
    await run('pdftoppm', ['-r', String(PRINT_DPI), '-png', '-singlefile', pdf, picture]);
    return await readFile(`${picture}.png`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

runCommand(takePictures);
