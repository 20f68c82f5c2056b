import type { Browser } from 'playwright-core';
import { LOCALES, type Locale, directionOf } from '../../src/shared/locale';
import { formatsFor } from '../../web/shared/i18n/formats';
import { LANGUAGE_NAMES } from '../../web/shared/i18n/language-names';
import { parsePeriod } from '../../src/shared/calendar';
import { DashboardPage } from './dashboard-page';
import { MESSAGES } from './messages';
import { Records, total } from './records';
import { until } from '../support/until';
import { Visitor, startChromium } from './visitor';

/** Everything that the page says: to eyes, to screen readers, and in its title. */
const ALL_WORDS = `[
  document.title,
  document.body.innerText,
  ...[...document.querySelectorAll('[aria-label], [title]')].flatMap((one) => [one.ariaLabel, one.title]),
].join('\\n')`;

const KEYS = Object.keys(MESSAGES.en).map((key) => key.replaceAll('.', String.raw`\.`));

/** A key that stands where its text should, a place that nothing was put into, or what JavaScript says of nothing. */
const UNTRANSLATED = new RegExp(
  String.raw`(?<![\w/])(?:${KEYS.join('|')})(?!\w)|\{\w+\}|undefined|NaN|\[object`,
);

/** Which kind of space `Intl` takes differs between Node and Chromium. */
function plainSpaces(text: string): string {
  return text.replaceAll(/\s/g, ' ');
}

describe('the dashboard speaks', () => {
  let browser: Browser;
  let records: Records;

  beforeAll(async () => {
    browser = await startChromium();
    records = new Records();
  });

  afterAll(async () => {
    await browser.close();
    await records.close();
  });

  it.each(LOCALES)('%s to a browser that asks for it', async (locale) => {
    const { visitor } = await Visitor.signedIn(browser, 'ministry', { locale });
    const { page } = visitor;
    const dashboard = new DashboardPage(page);
    await dashboard.open('?period=2026-W37');
    for (const name of ['alerts', 'summary', 'pathologies', 'trend', 'map', 'medications'] as const)
      await dashboard.table(name);
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    expect(await page.locator('html').getAttribute('dir')).toBe(directionOf(locale));
    const week = parsePeriod('2026-W37');
    if (!week) throw new Error('2026 has 53 weeks');
    const format = formatsFor(locale);
    const text = MESSAGES[locale];
    expect(plainSpaces(await page.title())).toBe(
      plainSpaces([text['page.title'], format.period(week), text['selection.allCountries']].join(' · ')),
    );
    expect(await page.locator('h2').allInnerTexts()).toEqual(
      (['alerts', 'summary', 'pathologies', 'trend', 'map', 'medications'] as const).map(
        (name) => text[`${name}.title`],
      ),
    );
    const [cases, units] = [await records.cases(week), await records.units(week)];
    expect(total(units)).toBeGreaterThan(9_999);
    const values = await page.locator('.card-value').allInnerTexts();
    expect(values.slice(0, 2).map(plainSpaces)).toEqual(
      [total(cases), total(units)].map((count) => plainSpaces(format.number(count))),
    );
    const countries = await page.locator('select#country option').allInnerTexts();
    expect(countries).toContain(format.country('CI'));
    expect(countries).toHaveLength(19);
    expect(await page.evaluate<string>(ALL_WORDS)).not.toMatch(UNTRANSLATED);
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });

  it('another language as soon as it is chosen, with the same figures and a link that keeps it', async () => {
    const { visitor } = await Visitor.signedIn(browser, 'ministry');
    const { page } = visitor;
    const dashboard = new DashboardPage(page);
    await dashboard.open('?period=2026-09&country=CI');
    const { pathologies } = await dashboard.figures();
    for (const locale of ['ar', 'fr', 'sw', 'pt', 'en'] satisfies Locale[]) {
      await page.locator('#language').selectOption({ label: LANGUAGE_NAMES[locale] });
      await until(
        `it speaks ${locale}`,
        async () => (await page.locator('html').getAttribute('lang')) === locale,
      );
      await dashboard.settle();
      expect(await page.locator('html').getAttribute('dir')).toBe(directionOf(locale));
      expect(new URL(page.url()).search).toBe(`?period=2026-09&country=CI&lang=${locale}`);
      expect(await dashboard.focused()).toBe('language');
      expect((await dashboard.figures()).pathologies).toEqual(pathologies);
      expect(await page.title()).toContain(formatsFor(locale).country('CI'));
    }
    await page.goBack();
    await until('it speaks Portuguese again', async () => (await page.title()).includes('setembro de 2026'));
    await page.reload();
    await dashboard.settle();
    expect(await page.locator('html').getAttribute('lang')).toBe('pt');
  });

  it('from the right in Arabic: bars, axis, signs and files too', async () => {
    const { visitor } = await Visitor.signedIn(browser, 'ministry', { locale: 'ar' });
    const dashboard = new DashboardPage(visitor.page);
    await dashboard.open('?period=2026-09');
    const place = async (selector: string) => {
      const box = await visitor.page.locator(selector).first().boundingBox();
      if (!box) throw new Error(`${selector} is not to be seen`);
      return { left: box.x, right: box.x + box.width };
    };
    expect((await place('#pathologies')).left).toBeGreaterThan((await place('#trend')).right);
    expect((await place('#pathologies .bar-name')).left).toBeGreaterThan(
      (await place('#pathologies .bar-track')).right - 1,
    );
    const track = await place('#pathologies .bar:nth-child(1) .bar-track');
    expect((await place('#pathologies .bar:nth-child(1) .bar-fill')).right).toBeCloseTo(track.right, 0);
    const svg = await place('#trend svg.plot');
    expect((await place('#trend svg.plot [aria-label="y-axis tick label"] text')).left).toBeGreaterThan(
      (svg.left + svg.right) / 2,
    );
    const { fileName } = await dashboard.download('trend', MESSAGES.ar['figure.asSvg']);
    expect(fileName).toBe('trend-2026-09.svg');
  });
});
