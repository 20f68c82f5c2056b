import type { Locale } from '../../../src/shared/locale';
import { DashboardFixture } from './dashboard-fixture';

/** The printable area of an A4 page: 192 by 279 mm at 96 pixels per inch. */
const PRINTABLE_AREA = { width: 726, height: 1054 };

/** Counts the page objects of a PDF. */
function countPages(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

/** Returns the media box of a PDF, in points. */
function mediaBoxOf(pdf: Buffer): number[] {
  const box = /\/MediaBox\s*\[([\d. ]+)\]/.exec(pdf.toString('latin1'))?.[1] ?? '';
  return box
    .trim()
    .split(/\s+/)
    .map((side) => Math.round(Number(side)));
}

const LONG_NAMES = [
  'Acute upper respiratory infection',
  'Diarrhoea and gastroenteritis',
  'Type 2 diabetes mellitus',
  'Iron deficiency anaemia',
  'Urinary tract infection',
  'Intestinal helminthiasis',
]
  .map((name) => `&pathologies=${encodeURIComponent(name)}`)
  .join('');

describe('printing the dashboard', () => {
  const fixture = new DashboardFixture();

  it.each<{ name: string; username?: string; locale?: Locale; query?: string; width?: number }>([
    { name: 'with the default selection' },
    { name: 'for a year', query: '?period=2026' },
    { name: 'for a week, in French', locale: 'fr', query: '?period=2026-W40' },
    { name: 'in Arabic', locale: 'ar', query: '?period=2026-09' },
    { name: 'in Portuguese', locale: 'pt', query: '?period=2026-Q3' },
    { name: 'for one country, in Swahili', username: 'ministry.ke', locale: 'sw', query: '?period=2026-09' },
    { name: 'with six long names', query: `?period=2026-09${LONG_NAMES}` },
    { name: 'from a telephone', query: '?period=2026-09', width: 360 },
    { name: 'without records', query: '?period=1999' },
  ])('prints one A4 page $name', async ({ username, locale = 'en', query = '', width = 1280 }) => {
    const { page } = await fixture.open(query, { username, locale, viewport: { width, height: 900 } });
    for (const printBackground of [false, true]) {
      const pdf = await page.pdf({ preferCSSPageSize: true, printBackground });
      expect(countPages(pdf)).toBe(1);
      expect(mediaBoxOf(pdf)).toEqual([0, 0, 595, 842]);
    }
  });

  it('prints all figures inside the margins, with a header, and without controls', async () => {
    const { page } = await fixture.open('?period=2026-09&country=KE');
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await page.setViewportSize(PRINTABLE_AREA);
    await page.emulateMedia({ media: 'print' });
    const outside = await page.evaluate<string[]>(`[...document.querySelectorAll(
        '.panel, h1, h2, .card, .alert, .bar, .bar-value, .plot, .legend li, .map-legend li, footer p')]
      .filter((one) => one.checkVisibility())
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.left < -0.5 || box.right > ${PRINTABLE_AREA.width} + 0.5 || box.bottom > ${PRINTABLE_AREA.height} || box.width < 1)
      .map(({ one, box }) => one.outerHTML.slice(0, 60) + ' ' + JSON.stringify(box))`);
    expect(outside).toEqual([]);
    expect(await page.locator('h2:visible').allInnerTexts()).toHaveLength(6);
    expect(await page.locator('.card-value:visible').count()).toBe(4);
    expect(await page.locator('#pathologies .bar-choice:visible').count()).toBe(15);
    expect(await page.locator('#medications .bar:visible').count()).toBe(12);
    expect(await page.locator('.plot:visible').count()).toBe(2);
    expect(await page.locator('.print-only').innerText()).toMatch(
      /^September 2026 · Kenya · Printed on .*\d{4}/,
    );
    expect(await page.locator('button:visible:not(.bar-open), select:visible, summary:visible').count()).toBe(
      0,
    );
  });

  it('prints dark text from the dark theme', async () => {
    const { page } = await fixture.open('?period=2026-09', { colorScheme: 'dark' });
    const textColor = () => page.evaluate<string>(`getComputedStyle(document.querySelector('h2')).color`);
    expect(await textColor()).toBe('rgb(232, 238, 235)');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await textColor()).toBe('rgb(23, 33, 29)');
  });
});
