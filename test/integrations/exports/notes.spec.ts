import { parse } from 'csv-parse/sync';
import readXlsxFile from 'read-excel-file/node';
import { createDescription } from '../../../src/integrations/exports/tables/description';
import { buildSpreadsheetFiles } from '../../../src/integrations/exports/tables/spreadsheet-files';
import { suitePlatform } from '../../support/platform';
import { ExportPlatform, readBytes, readCsv, readText } from './export-platform';

describe('the description of exported tables', () => {
  const platform = new ExportPlatform(suitePlatform());
  const begun = Date.now();

  beforeEach(async () => {
    await platform.clearCounts();
    await platform.addCases('KE', '2026-03-03', { Malaria: 1204, 'Fever,=1+1;\n"x"': 7 });
    await platform.addCases('KE', '2026-02-03', { Malaria: 1000 });
  });

  const about = async (path: string, country = 'KE') => {
    const [, sheet] = await readXlsxFile(readBytes(await platform.get(path, 'ministry', country)));
    return new Map(sheet?.data.map(([name, text]) => [String(name), String(text)]));
  };

  it('has title, period, country, source and date on the second sheet of a workbook', async () => {
    const described = await about('countries.xlsx?period=2026-03&pathology=paludisme');
    expect([...described.keys()]).toEqual([
      'Title',
      'Pathology or medication',
      'Period',
      'Country',
      'Source',
      'Population',
      'Exported at',
      'Small numbers',
    ]);
    expect(described.get('Title')).toBe('Cases by country: Malaria, 2026-03, Kenya');
    expect(described.get('Period')).toBe('2026-03');
    expect(described.get('Country')).toBe('Kenya (KE)');
    expect(described.get('Source')).toMatch(/^Africa Health Platform, http/);
    expect(described.get('Population')).toMatch(/^World Bank.*SP\.POP\.TOTL.*CC BY 4\.0/);
    expect(Date.parse(described.get('Exported at') ?? '')).toBeGreaterThanOrEqual(begun);
  });

  it('names a range, all countries, and no population where there are no rates', async () => {
    const trend = await about('trend.xlsx?pathologies=Malaria&from=2026-W01&to=2026-W10', '*');
    expect(trend.get('Title')).toBe('Cases by week, 2026-W01 to 2026-W10, All countries');
    const medications = await about('medications.xlsx?period=2026-Q1');
    expect(medications.get('Title')).toBe('Units sold by medication, 2026-Q1, Kenya');
    expect(medications.has('Population')).toBe(false);
  });

  it('is in the language of the request, as the headers and the names of sheets and countries are', async () => {
    const path = 'country-trend.xlsx?pathology=Malaria&from=2026-03&to=2026-03&countries=TZ&language=fr';
    const [data, notes] = await readXlsxFile(readBytes(await platform.get(path, 'ministry', '*')));
    expect([data?.sheet, notes?.sheet]).toEqual(['Données', 'À propos']);
    expect(data?.data).toEqual([
      ['Période', 'Pays', 'Nom', 'Cas', 'Cas pour 100 000 habitants', 'Année de la population'],
      ['2026-03', 'TZ', 'Tanzanie', 0, 0, 2024],
    ]);
    expect(notes?.data.slice(0, 4)).toEqual([
      ['Titre', 'Cas par pays et par mois: Paludisme, 2026-03, Tous les pays'],
      ['Pathologie ou médicament', 'Paludisme'],
      ['Période', '2026-03'],
      ['Pays', 'Tous les pays'],
    ]);
    const summary = readCsv(await platform.get('summary.csv?period=2026-03&language=ar', 'ministry'));
    expect(summary.slice(0, 2).map(([measure]) => measure)).toEqual(['المقياس', 'الحالات']);
    expect((await platform.get('summary.csv?period=2026-03&language=xx', 'ministry')).status).toBe(400);
  });

  it('is in the properties of the workbook, too', async () => {
    const files = await buildSpreadsheetFiles([], {
      title: 'Cases <of> A & B',
      created: '2026-03-01T00:00:00.000Z',
    });
    const core = files.find(({ name }) => name === 'docProps/core.xml')?.content;
    expect(core).toContain('<dc:title>Cases &lt;of&gt; A &amp; B</dc:title>');
    expect(core).toContain(
      '<dcterms:created xsi:type="dcterms:W3CDTF">2026-03-01T00:00:00.000Z</dcterms:created>',
    );
  });

  it('has a name that looks like the code of a character as it is', async () => {
    const cell = { value: '_x000D_ and _x00_', style: 'plain' } as const;
    const files = await buildSpreadsheetFiles([{ name: 'Data', widths: [20], rows: [[cell]] }], {
      title: 'Cases',
      created: '2026-03-01T00:00:00.000Z',
    });
    const sheet = files.find(({ name }) => name === 'xl/worksheets/sheet1.xml')?.content;
    expect(sheet).toContain('>_x005F_x000D_ and _x00_<');
  });

  it('has numbers as numbers in a workbook: counts, changes, rates and years', async () => {
    const [data] = await readXlsxFile(
      readBytes(await platform.get('comparison.xlsx?period=2026-03', 'ministry')),
    );
    expect(data?.data[1]).toEqual([
      'Malaria',
      'B54',
      1204,
      1000,
      0.204,
      0,
      null,
      120_400_000 / 56_432_944,
      2024,
    ]);
  });

  it('is before the header of a CSV file if it is requested, in lines that importers skip', async () => {
    const path = `countries.csv?period=2026-03&pathology=${encodeURIComponent('Fever,=1+1;\n"x"')}`;
    const plain = await platform.get(path, 'ministry');
    const noted = await platform.get(`${path}&notes=true`, 'ministry');
    expect(readCsv(plain)[0]?.[0]).toBe('Country');
    expect(readText(plain)).not.toContain('#');
    expect(parse(readBytes(noted), { bom: true, comment: '#', comment_no_infix: true })).toEqual(
      readCsv(plain),
    );
    const lines = readText(noted).replace('\ufeff', '').split('\r\n');
    const notes = lines.filter((line) => line.startsWith('# '));
    expect(notes).toHaveLength(8);
    expect(notes[0]).toBe('# Title: Cases by country: Fever =1+1 x 2026-03 Kenya');
    // A spreadsheet would evaluate what follows a separator.
    for (const note of notes) expect(note).not.toMatch(/[,;\t"\r\n]/);
  });

  it('says what is suppressed', () => {
    const table = {
      name: 'x',
      title: 'alerts',
      periods: ['2026'],
      country: 'KE',
      language: 'en',
      columns: [],
      rows: [],
    } as const;
    const describeWith = (threshold: number) =>
      new Map(createDescription(table, { threshold, origin: 'https://x' }));
    expect(describeWith(0).get('Small numbers')).toBe('Nothing is suppressed');
    expect(describeWith(5).get('Small numbers')).toMatch(/^Numbers from 1 to 4 are suppressed/);
  });
});
