import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Browser } from 'playwright-core';
import readXlsxFile from 'read-excel-file/node';
import { type NamedPeriod, parsePeriod, periodsBetween } from '../../src/shared/calendar';
import { DashboardPage, type FigureName, digits } from './dashboard-page';
import { Records } from './records';
import { Visitor, startChromium } from './visitor';

const period = (name: string): NamedPeriod => {
  const found = parsePeriod(name);
  if (!found) throw new Error(`${name} is no period`);
  return found;
};

describe('behind each picture', () => {
  let browser: Browser;
  let records: Records;
  let visitor: Visitor;
  let dashboard: DashboardPage;

  beforeAll(async () => {
    browser = await startChromium();
    records = new Records();
    ({ visitor } = await Visitor.signedIn(browser, 'ministry', { acceptDownloads: true }));
    dashboard = new DashboardPage(visitor.page);
    await dashboard.open('?period=2026-09&pathologies=Malaria&pathologies=Cholera');
  });

  afterAll(async () => {
    await browser.close();
    await records.close();
  });

  const labelOf = (name: FigureName) => dashboard.figure(name).locator('.picture').getAttribute('aria-label');
  const country = (code: string) => new Intl.DisplayNames('en', { type: 'region' }).of(code);

  describe('stands a table', () => {
    it('of all pathologies, with the numbers of the records', async () => {
      const { heads, rows } = await dashboard.table('pathologies');
      expect(heads).toEqual(['Pathology', 'ICD-10', 'Cases']);
      const cases = await records.cases(period('2026-09'));
      expect(rows.map(([name, , count = '']) => ({ name, count: digits(count) }))).toEqual(
        expect.arrayContaining(cases),
      );
      expect(rows).toHaveLength(cases.length);
      expect(rows[0]?.slice(0, 2)).toEqual(['Malaria', 'B54']);
    });

    it('of all medications, with the numbers of the records', async () => {
      const { heads, rows } = await dashboard.table('medications');
      expect(heads).toEqual(['Medication', 'ATC', 'Units sold']);
      const units = await records.units(period('2026-09'));
      expect(rows.map(([name, , count = '']) => ({ name, count: digits(count) }))).toEqual(
        expect.arrayContaining(units),
      );
      expect(rows).toHaveLength(units.length);
    });

    it('of all countries, with the numbers of the records', async () => {
      const { rows } = await dashboard.table('map');
      const cases = await records.casesByCountry(period('2026-09'));
      expect(rows.map(([, count = '']) => digits(count))).toEqual(cases.map(({ count }) => count));
      const [most] = cases;
      expect(rows.map(([name]) => name)).toContain(country('NG'));
      expect(await labelOf('map')).toContain(`(${most?.count.toLocaleString('en') ?? ''})`);
    });

    it('of the trend and the year before it, which the picture’s description ends with', async () => {
      const { rows } = await dashboard.table('trend');
      const months = periodsBetween(period('2025-10'), period('2026-09'));
      expect(rows).toHaveLength(12);
      for (const [index, month] of months.entries()) {
        const before = period(`${Number(month.name.slice(0, 4)) - 1}${month.name.slice(4)}`);
        const [now, then] = [await records.cases(month), await records.cases(before)];
        const of = (counted: typeof now, name: string) =>
          counted.find((one) => one.name === name)?.count ?? 0;
        const expected = ['Malaria', 'Cholera'].flatMap((name) => [of(now, name), of(then, name)]);
        expect([month.name, ...(rows[index]?.slice(1).map(digits) ?? [])]).toEqual([month.name, ...expected]);
      }
      const [name, malaria, malariaBefore] = rows.at(-1) ?? [];
      expect(await labelOf('trend')).toContain(
        `Malaria: ${String(malaria)} cases in ${String(name)}, ${String(malariaBefore)} a year before`,
      );
    });

    it('whose largest the picture’s description names', async () => {
      const { rows } = await dashboard.table('pathologies');
      const largest = rows.slice(0, 3).map(([name, , count]) => `${String(name)} (${String(count)})`);
      const label = await labelOf('pathologies');
      for (const one of largest) expect(label).toContain(one);
    });
  });

  describe('stand files', () => {
    const csv = async (name: FigureName) => {
      const { path, fileName } = await dashboard.download(name, 'Table (CSV)');
      const [head = [], ...rows] = parse(readFileSync(path), { bom: true });
      return { fileName, head, rows };
    };
    const xlsx = async (name: FigureName) => {
      const { path, fileName } = await dashboard.download(name, 'Table (Excel)');
      const [sheet] = await readXlsxFile(path);
      const [head = [], ...rows] = sheet?.data ?? [];
      return { fileName, head, rows };
    };

    it.each([
      { name: 'pathologies' as const, head: ['Pathology', 'ICD-10', 'Cases'] },
      { name: 'medications' as const, head: ['Medication', 'ATC', 'Units sold'] },
    ])('CSV and Excel of $name, with the numbers of the page', async ({ name, head }) => {
      const { rows } = await dashboard.table(name);
      const shown = rows.map(([label, code, count = '']) => [label, code, digits(count)]);
      const text = await csv(name);
      expect(text.fileName).toMatch(new RegExp(`^${name}.*2026-09.*\\.csv$`));
      expect(text.head).toEqual(head);
      expect(text.rows.map(([label, code, count]) => [label, code, Number(count)])).toEqual(shown);
      const workbook = await xlsx(name);
      expect(workbook.fileName).toMatch(/\.xlsx$/);
      expect(workbook.head).toEqual(head);
      expect(workbook.rows.map(([label, code, count]) => [label, code ?? '', count])).toEqual(shown);
    });

    it('CSV and Excel of the countries, with the numbers of the page', async () => {
      const { rows } = await dashboard.table('map');
      const shown = rows.map(([, count = '']) => digits(count));
      const text = await csv('map');
      expect(text.rows.map((row) => Number(row[2]))).toEqual(shown);
      const workbook = await xlsx('map');
      expect(workbook.rows.map((row) => row[2])).toEqual(shown);
    });

    it('CSV of the trend, with the numbers of the page and of the year before', async () => {
      const { rows } = await dashboard.table('trend');
      const text = await csv('trend');
      expect(text.head).toEqual(['Period', 'Pathology', 'Cases']);
      const count = (month: string, name: string) =>
        Number(text.rows.find((row) => row[0] === month && row[1] === name)?.[2]);
      expect(text.rows).toHaveLength(48);
      expect(rows.at(-1)?.slice(1).map(digits)).toEqual([
        count('2026-09', 'Malaria'),
        count('2025-09', 'Malaria'),
        count('2026-09', 'Cholera'),
        count('2025-09', 'Cholera'),
      ]);
    });

    it('CSV of the alerts and of the totals, with the numbers of the page', async () => {
      const alerts = await csv('alerts');
      const shown = await dashboard.table('alerts');
      const cases = alerts.head.indexOf('Cases');
      expect(alerts.rows.map((row) => Number(row[cases]))).toEqual(
        shown.rows.map((row) => digits(row[3] ?? '')),
      );
      const summary = await csv('summary');
      const count = summary.head.indexOf('Count');
      const cards = await dashboard.cards();
      expect(summary.rows.map((row) => Number(row[count]))).toEqual(
        expect.arrayContaining([cards.Cases, cards['Units of medication sold']]),
      );
    });

    it.each(['pathologies', 'trend', 'map', 'medications'] as const)(
      'a picture of the %s: well-formed SVG that needs nothing of the page, and PNG of the same proportions',
      async (name) => {
        const svg = await dashboard.download(name, 'Picture (SVG)');
        expect(svg.fileName).toBe(`${name}-2026-09.svg`);
        const markup = readFileSync(svg.path, 'utf8');
        expect(markup).not.toMatch(/var\(|currentColor|<style|href=/);
        const title = await dashboard.figure(name).locator('h2').innerText();
        const [width, height] = await visitor.page.evaluate<[number, number]>(
          `(() => {
            const file = new DOMParser().parseFromString(${JSON.stringify(markup)}, 'image/svg+xml');
            const root = file.documentElement;
            if (file.querySelector('parsererror') || root.namespaceURI !== 'http://www.w3.org/2000/svg')
              throw new Error('no SVG');
            if (!root.textContent.includes(${JSON.stringify(title)})) throw new Error('no title');
            return [root.getAttribute('width'), root.getAttribute('height')].map(Number);
          })()`,
        );
        const png = await dashboard.download(name, 'Picture (PNG)');
        expect(png.fileName).toBe(`${name}-2026-09.png`);
        const content = readFileSync(png.path);
        expect(content.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
        expect([content.readUInt32BE(16), content.readUInt32BE(20)]).toEqual([2 * width, 2 * height]);
      },
    );
  });
});
