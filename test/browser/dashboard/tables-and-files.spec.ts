import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import readXlsxFile from 'read-excel-file/node';
import { type NamedPeriod, parsePeriod, periodsBetween } from '../../../src/shared/period';
import { DashboardFixture } from './dashboard-fixture';
import { type DashboardPage, type FigureName, parseCount } from './dashboard-page';

const period = (name: string): NamedPeriod => {
  const found = parsePeriod(name);
  if (!found) throw new Error(`${name} is no period`);
  return found;
};

/** Columns of downloads that compare, after the cases. */
const COMPARISON = [
  'Previous period',
  'Change on previous period',
  'Year before',
  'Change on year before',
  'Cases per 100,000',
  'Population year',
];

/** Columns of downloads after the cases. */
const RATES = ['Cases per 100,000', 'Population year'];

describe('tables and downloads of the dashboard', () => {
  const fixture = new DashboardFixture();
  const { database } = fixture;
  let page: Page, dashboard: DashboardPage;

  beforeAll(async () => {
    const query = '?period=2026-09&pathologies=Malaria&pathologies=Cholera';
    ({ page, dashboard } = await fixture.open(query, { acceptDownloads: true }));
  });

  const labelOf = (name: FigureName) => dashboard.figure(name).locator('.picture').getAttribute('aria-label');
  const country = (code: string) => new Intl.DisplayNames('en', { type: 'region' }).of(code);

  describe('the table', () => {
    it('contains all pathologies with the counts of the database', async () => {
      const { headers, rows } = await dashboard.readTable('pathologies');
      expect(headers).toEqual(['Pathology', 'ICD-10', 'Cases', 'September 2025', 'Change']);
      const cases = await database.countCases(period('2026-09'));
      const shown = rows.map(([name, , count = '']) => ({ name, count: parseCount(count) }));
      expect(shown.filter(({ count }) => count > 0)).toHaveLength(cases.length);
      expect(shown).toEqual(expect.arrayContaining(cases));
      expect(rows[0]?.slice(0, 2)).toEqual(['Malaria', 'B54']);
    });

    it('contains all medications with the units of the database', async () => {
      const { headers, rows } = await dashboard.readTable('medications');
      expect(headers).toEqual(['Medication', 'ATC', 'Units sold']);
      const units = await database.countUnitsSold(period('2026-09'));
      expect(rows.map(([name, , count = '']) => ({ name, count: parseCount(count) }))).toEqual(
        expect.arrayContaining(units),
      );
      expect(rows).toHaveLength(units.length);
    });

    it('contains all countries with the counts of the database', async () => {
      const { rows } = await dashboard.readTable('map');
      const cases = await database.countCasesByCountry(period('2026-09'));
      expect(rows.map(([, count = '']) => parseCount(count))).toEqual(cases.map(({ count }) => count));
      const [largest] = cases;
      expect(rows.map(([name]) => name)).toContain(country('NG'));
      expect(await labelOf('map')).toContain(`(${largest?.count.toLocaleString('en') ?? ''})`);
    });

    it('contains the trend and the year before; the label of the picture has the last period', async () => {
      const { rows } = await dashboard.readTable('trend');
      const months = periodsBetween(period('2025-10'), period('2026-09'));
      expect(rows).toHaveLength(12);
      for (const [index, month] of months.entries()) {
        const before = period(`${Number(month.name.slice(0, 4)) - 1}${month.name.slice(4)}`);
        const [now, then] = [await database.countCases(month), await database.countCases(before)];
        const countOf = (counts: typeof now, name: string) =>
          counts.find((one) => one.name === name)?.count ?? 0;
        const expected = ['Malaria', 'Cholera'].flatMap((name) => [countOf(now, name), countOf(then, name)]);
        expect([month.name, ...(rows[index]?.slice(1).map(parseCount) ?? [])]).toEqual([
          month.name,
          ...expected,
        ]);
      }
      const [name, malaria, malariaBefore] = rows.at(-1) ?? [];
      expect(await labelOf('trend')).toContain(
        `Malaria: ${String(malaria)} cases in ${String(name)}, ${String(malariaBefore)} a year before`,
      );
    });

    it('starts with the largest counts, which the label of the picture contains', async () => {
      const { rows } = await dashboard.readTable('pathologies');
      const largest = rows.slice(0, 3).map(([name, , count]) => `${String(name)} (${String(count)})`);
      const label = await labelOf('pathologies');
      for (const one of largest) expect(label).toContain(one);
    });
  });

  describe('the download', () => {
    const downloadCsv = async (name: FigureName) => {
      const { path, fileName } = await dashboard.download(name, 'Table (CSV)');
      const [head = [], ...rows] = parse(readFileSync(path), { bom: true });
      return { fileName, head, rows };
    };
    const downloadXlsx = async (name: FigureName) => {
      const { path, fileName } = await dashboard.download(name, 'Table (Excel)');
      const [sheet] = await readXlsxFile(path);
      const [head = [], ...rows] = sheet?.data ?? [];
      return { fileName, head, rows };
    };

    it.each([
      {
        name: 'pathologies' as const,
        file: 'comparison',
        head: ['Pathology', 'ICD-10', 'Cases', ...COMPARISON],
      },
      { name: 'medications' as const, file: 'medications', head: ['Medication', 'ATC', 'Units sold'] },
    ])('contains the $name of the page as CSV and as Excel', async ({ name, file, head }) => {
      const { rows } = await dashboard.readTable(name);
      const shown = rows.map(([label, code, count = '']) => [label, code, parseCount(count)]);
      const text = await downloadCsv(name);
      expect(text.fileName).toMatch(new RegExp(`^${file}.*2026-09.*\\.csv$`));
      expect(text.head).toEqual(head);
      expect(text.rows.map(([label, code, count]) => [label, code, Number(count)])).toEqual(shown);
      const workbook = await downloadXlsx(name);
      expect(workbook.fileName).toMatch(/\.xlsx$/);
      expect(workbook.head).toEqual(head);
      expect(workbook.rows.map(([label, code, count]) => [label, code ?? '', count])).toEqual(shown);
    });

    it('contains the countries of the page as CSV and as Excel', async () => {
      const { rows } = await dashboard.readTable('map');
      const shown = rows.map(([, count = '']) => parseCount(count));
      const text = await downloadCsv('map');
      expect(text.rows.map((row) => Number(row[2]))).toEqual(shown);
      const workbook = await downloadXlsx('map');
      expect(workbook.rows.map((row) => row[2])).toEqual(shown);
    });

    it('contains the trend of the page and the year before as CSV', async () => {
      const { rows } = await dashboard.readTable('trend');
      const text = await downloadCsv('trend');
      expect(text.head).toEqual(['Period', 'Pathology', 'Cases', ...RATES]);
      const count = (month: string, name: string) =>
        Number(text.rows.find((row) => row[0] === month && row[1] === name)?.[2]);
      expect(text.rows).toHaveLength(48);
      expect(rows.at(-1)?.slice(1).map(parseCount)).toEqual([
        count('2026-09', 'Malaria'),
        count('2025-09', 'Malaria'),
        count('2026-09', 'Cholera'),
        count('2025-09', 'Cholera'),
      ]);
    });

    it('contains the alerts and the totals of the page as CSV', async () => {
      const alerts = await downloadCsv('alerts');
      const shown = await dashboard.readTable('alerts');
      const cases = alerts.head.indexOf('Cases');
      expect(alerts.rows.map((row) => Number(row[cases]))).toEqual(
        shown.rows.map((row) => parseCount(row[3] ?? '')),
      );
      const summary = await downloadCsv('summary');
      const count = summary.head.indexOf('Count');
      const cards = await dashboard.readCards();
      expect(summary.rows.map((row) => Number(row[count]))).toEqual(
        expect.arrayContaining([cards.Cases, cards['Units of medication sold']]),
      );
    });

    it.each(['pathologies', 'trend', 'map', 'medications'] as const)(
      'contains the %s as a standalone, well-formed SVG and as a PNG of twice its size',
      async (name) => {
        const svg = await dashboard.download(name, 'Picture (SVG)');
        expect(svg.fileName).toBe(`${name}-2026-09.svg`);
        expect(await dashboard.focusedId()).toBe(`${name}-download`);
        const markup = readFileSync(svg.path, 'utf8');
        expect(markup).not.toMatch(/var\(|currentColor|<style|href=/);
        const title = await dashboard.figure(name).locator('h2').innerText();
        const [width, height] = await page.evaluate<[number, number]>(
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
