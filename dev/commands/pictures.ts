import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { CHROMIUM } from '../browser/chromium';
import { checkoutRoot } from '../checkout';
import { type DemoPlatform, startDemoPlatform } from '../demo/demo-platform';

const run = promisify(execFile);

const FOLDER = join(checkoutRoot, 'docs', 'images');

/** As much as a picture in a README may weigh. */
const MOST_BYTES = 250_000;

/** A sheet of A4 is this wide where a picture of it is as wide as a column of text. */
const PRINT_DPI = 80;

interface Picture {
  readonly name: string;
  readonly username: string;
  /** Path and query. */
  readonly address: string;
  readonly context: BrowserContextOptions;
  /** What is there once the page is drawn; that of the dashboard when absent. */
  readonly drawn?: readonly string[];
  /** Takes it from the page when all of that is drawn. */
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
    take: above('#map'),
  },
  {
    name: 'dashboard-map',
    username: 'ministry',
    address: '/dashboard?map=Malaria',
    context: WIDE,
    take: async (page) => between(page, ['#map', '#medications']),
  },
  {
    name: 'dashboard-alerts',
    username: 'ministry',
    address: '/dashboard',
    context: { ...WIDE, viewport: { width: 760, height: 900 } },
    take: async (page) => {
      await page.getByRole('button', { name: /^Show \d+ more alerts$/ }).click();
      return between(page, ['#alerts header', '#alerts .alert:nth-child(1)', '#alerts .alert:nth-child(8)']);
    },
  },
  {
    name: 'dashboard-arabic',
    username: 'ministry',
    address: '/dashboard?country=EG',
    context: TELEPHONE,
    take: above('#trend'),
  },
  { name: 'dashboard-print', username: 'ministry', address: '/dashboard', context: WIDE, take: printed },
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
    drawn: ['#procedures a', 'openapi-explorer h1'],
    take: (page) => page.screenshot(),
  },
  {
    name: 'chat',
    username: 'user',
    address: '/chat',
    context: { ...WIDE, viewport: { width: 1280, height: 820 } },
    drawn: ['#message'],
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
    drawn: ['#message'],
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

const DASHBOARD = ['#alerts .alert', '#trend svg.plot', '#map svg.plot', '#medications .bar'];

/** `npm run docs:pictures`: takes the pictures of the pages that the documentation shows, of demo data up to today. */
async function takePictures(): Promise<void> {
  const platform = await startDemoPlatform();
  const browser = await chromium.launch(CHROMIUM);
  try {
    await mkdir(FOLDER, { recursive: true });
    for (const { name, username, address, context: options, drawn = DASHBOARD, take } of pictures) {
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
      if (response?.ok()) await isDrawn(page, drawn);
      const picture = await take(page);
      await context.close();
      if (picture.length > MOST_BYTES) throw new Error(`${name}.png would have ${picture.length} bytes`);
      await writeFile(join(FOLDER, `${name}.png`), picture);
      process.stdout.write(`docs/images/${name}.png: ${(picture.length / 1000).toFixed(0)} kB\n`);
    }
  } finally {
    await browser.close();
    await platform.stop();
  }
}

async function cookieOf({ baseUrl, sessionOf }: DemoPlatform, username: string) {
  return { name: 'session', value: await sessionOf(username), url: baseUrl };
}

async function isDrawn(page: Page, parts: readonly string[]): Promise<void> {
  for (const part of parts) await page.locator(part).first().waitFor();
  await page.evaluate('document.fonts.ready');
}

/** Asks the assistant, and waits for its whole reply. */
async function ask(page: Page, message: string): Promise<void> {
  const replies = await page.locator('.reply').count();
  await page.locator('#message').fill(message);
  await page.locator('#send').click();
  await page.locator('.reply .thumb-up').nth(replies).waitFor();
}

/** The page from its top to where a figure begins. */
function above(figure: string): (page: Page) => Promise<Buffer> {
  return async (page) => {
    await page.evaluate('scrollTo(0, 0)');
    const box = await page.locator(figure).boundingBox();
    const { width = 0 } = page.viewportSize() ?? {};
    const height = Math.floor(box?.y ?? 0);
    return page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height } });
  };
}

/** What some parts of the page take up together, with a margin around it. */
async function between(page: Page, parts: readonly string[]): Promise<Buffer> {
  // Boxes are given from the top of what is seen, and clips from the top of the page.
  await page.evaluate('scrollTo(0, 0)');
  const boxes = await Promise.all(parts.map((part) => page.locator(part).boundingBox()));
  const found = boxes.filter((box) => box !== null);
  const margin = 12;
  const [left, top] = [Math.min(...found.map(({ x }) => x)), Math.min(...found.map(({ y }) => y))];
  const right = Math.max(...found.map(({ x, width }) => x + width));
  const bottom = Math.max(...found.map(({ y, height }) => y + height));
  const clip = { x: left - margin, y: top - margin, width: right - left, height: bottom - top };
  clip.width += 2 * margin;
  clip.height += 2 * margin;
  return page.screenshot({ fullPage: true, clip });
}

/** The sheet of paper, drawn by Poppler's pdftoppm. */
async function printed(page: Page): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'printed-'));
  try {
    const [pdf, picture] = [join(folder, 'page.pdf'), join(folder, 'page')];
    await page.pdf({ path: pdf, preferCSSPageSize: true });
    await run('pdftoppm', ['-r', String(PRINT_DPI), '-png', '-singlefile', pdf, picture]);
    await stat(`${picture}.png`);
    return await readFile(`${picture}.png`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

takePictures().catch((error: unknown) => {
  process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
});
