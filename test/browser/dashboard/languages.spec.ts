import { LOCALES, type Locale, directionOf } from '../../../src/shared/locale';
import { createFormats } from '../../../web/shared/i18n/formats';
import { LANGUAGE_NAMES } from '../../../src/shared/language-names';
import { parsePeriod } from '../../../src/shared/period';
import { DashboardFixture } from './dashboard-fixture';
import { DASHBOARD_TEXTS } from './dashboard-texts';
import { sumCounts } from './stack-database';
import { until } from '../../support/until';

/** All texts of the page: visible ones, those for screen readers, and its title. */
const ALL_TEXTS = `[
  document.title,
  document.body.innerText,
  ...[...document.querySelectorAll('[aria-label], [title]')].flatMap((one) => [one.ariaLabel, one.title]),
].join('\\n')`;

const KEYS = Object.keys(DASHBOARD_TEXTS.en).map((key) => key.replaceAll('.', String.raw`\.`));

/** A message key instead of its text, an unfilled placeholder, or a JavaScript value without a text. */
const UNTRANSLATED = new RegExp(
  String.raw`(?<![\w/])(?:${KEYS.join('|')})(?!\w)|\{\w+\}|undefined|NaN|\[object`,
);

/** `Intl` uses different spaces in Node and Chromium. */
function normalizeSpaces(text: string): string {
  return text.replaceAll(/\s/g, ' ');
}

describe('the dashboard in each language', () => {
  const fixture = new DashboardFixture();
  const { database } = fixture;

  it.each(LOCALES)('shows its texts in %s if the browser prefers it', async (locale) => {
    const { page, dashboard, browserSession } = await fixture.open('?period=2026-W37', { locale });
    await dashboard.readAllTables();
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    expect(await page.locator('html').getAttribute('dir')).toBe(directionOf(locale));
    const week = parsePeriod('2026-W37');
    if (!week) throw new Error('2026 has 53 weeks');
    const format = createFormats(locale);
    const text = DASHBOARD_TEXTS[locale];
    expect(normalizeSpaces(await page.title())).toBe(
      normalizeSpaces([text['page.title'], format.period(week), text['selection.allCountries']].join(' · ')),
    );
    expect(await page.locator('h2').allInnerTexts()).toEqual(
      (['alerts', 'summary', 'pathologies', 'trend', 'map', 'medications'] as const).map(
        (name) => text[`${name}.title`],
      ),
    );
    const [cases, units] = [await database.countCases(week), await database.countUnitsSold(week)];
    expect(sumCounts(units)).toBeGreaterThan(9_999);
    const values = await page.locator('.card-value').allInnerTexts();
    expect(values.slice(0, 2).map(normalizeSpaces)).toEqual(
      [sumCounts(cases), sumCounts(units)].map((count) => normalizeSpaces(format.number(count))),
    );
    const countries = await page.locator('select#country option').allInnerTexts();
    expect(countries).toContain(format.country('CI'));
    expect(countries).toHaveLength(19);
    expect(await page.evaluate<string>(ALL_TEXTS)).not.toMatch(UNTRANSLATED);
    expect(browserSession.pageErrors).toEqual([]);
  });

  it('changes to a selected language, with the same figures, and adds it to the URL', async () => {
    const { page, dashboard } = await fixture.open('?period=2026-09&country=CI');
    const readCounts = async () => (await dashboard.readFigures()).pathologies.map(({ count }) => count);
    const counts = await readCounts();
    for (const locale of ['ar', 'fr', 'sw', 'pt', 'en'] satisfies Locale[]) {
      await page.locator('#language').selectOption({ label: LANGUAGE_NAMES[locale] });
      await until(
        `the language is ${locale}`,
        async () => (await page.locator('html').getAttribute('lang')) === locale,
      );
      await dashboard.waitUntilDrawn();
      expect(await page.locator('html').getAttribute('dir')).toBe(directionOf(locale));
      expect(new URL(page.url()).search).toBe(`?period=2026-09&country=CI&lang=${locale}`);
      expect(await dashboard.focusedId()).toBe('language');
      expect(await readCounts()).toEqual(counts);
      expect(await page.title()).toContain(createFormats(locale).country('CI'));
    }
    await page.goBack();
    await until('the language is Portuguese again', async () =>
      (await page.title()).includes('setembro de 2026'),
    );
    await page.reload();
    await dashboard.waitUntilDrawn();
    expect(await page.locator('html').getAttribute('lang')).toBe('pt');
  });

  it('is mirrored in Arabic, including bars, axis and legend', async () => {
    const { page, dashboard } = await fixture.open('?period=2026-09', { locale: 'ar' });
    const edgesOf = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      if (!box) throw new Error(`${selector} is not to be seen`);
      return { left: box.x, right: box.x + box.width };
    };
    expect((await edgesOf('#pathologies')).left).toBeGreaterThan((await edgesOf('#trend')).right);
    expect((await edgesOf('#pathologies .bar-choice .bar-name')).left).toBeGreaterThan(
      (await edgesOf('#pathologies .bar-choice .bar-track')).right - 1,
    );
    const track = await edgesOf('#pathologies .bar-choice .bar-track');
    expect((await edgesOf('#pathologies .bar-choice .bar-fill')).right).toBeCloseTo(track.right, 0);
    const svg = await edgesOf('#trend svg.plot');
    expect((await edgesOf('#trend svg.plot [aria-label="y-axis tick label"] text')).left).toBeGreaterThan(
      (svg.left + svg.right) / 2,
    );
    const { fileName } = await dashboard.download('trend', DASHBOARD_TEXTS.ar['figure.asSvg']);
    expect(fileName).toBe('trend-2026-09.svg');
  });
});
