import readXlsxFile from 'read-excel-file/node';
import { suitePlatform } from '../../support/platform';
import { ExportPlatform, readBytes, readCsv, readText } from './export-platform';

const TABLES = [
  'pathologies.csv?period=2026-03',
  'medications.csv?period=2026-03',
  'trend.csv?pathologies=Cholera&from=2026-03&to=2026-03',
  'alerts.csv?week=2026-W11',
  'countries.csv?period=2026-03&pathology=Cholera',
  'measure-report.json?period=2026-03',
];

describe('names in exported tables', () => {
  const platform = new ExportPlatform(suitePlatform({ SMALL_COUNT_THRESHOLD: '3' }));

  beforeAll(async () => {
    await platform.addCases('KE', '2026-03-11', { Malaria: 1204, Cholera: 40, 'Lake Fever': 7, Measles: 2 });
    await platform.addCases('TZ', '2026-03-11', { Measles: 2 });
    await platform.addCases('KE', '2026-03-11', { 'Ebola virus disease': 5 });
    await platform.addUnits('KE', '2026-03-03', { Paracetamol: 58_210 });
  });

  it('are those of `language`, else of `Accept-Language`, and own names of the country', async () => {
    const swahili = await platform.getIn('sw-KE,sw;q=0.9', 'pathologies.csv?period=2026-03');
    expect(readCsv(swahili).map(([name, icd10]) => [name, icd10])).toEqual([
      ['Ugonjwa', 'ICD-10'],
      ['Malaria', 'B54'],
      ['Kipindupindu', 'A00.9'],
      ['Lake Fever', ''],
      ['Surua', 'B05.9'],
      ['Ugonjwa wa virusi vya Ebola', 'A98.4'],
    ]);
    expect(swahili.headers).toMatchObject({
      'content-language': 'sw',
      vary: expect.stringMatching(/accept-language/i) as unknown,
    });
    const french = await platform.getIn('sw', 'pathologies.csv?period=2026-03&language=fr');
    expect(readText(french)).toContain('Paludisme');
    const workbook = await platform.getIn('ar', 'medications.xlsx?period=2026-03');
    const [data] = await readXlsxFile(readBytes(workbook));
    expect(data?.data[1]).toEqual(['باراسيتامول', 'N02BE01', 58_210]);
    const trend = await platform.getIn('pt', 'trend.csv?pathologies=Kipindupindu&from=2026-03&to=2026-03');
    expect(readCsv(trend)[1]?.slice(0, 3)).toEqual(['2026-03', 'Cólera', '40']);
  });

  it('are those of alerts, with the numbers that are withheld in English', async () => {
    const english = readCsv(await platform.getIn('en', 'alerts.csv?week=2026-W11'));
    const swahili = readCsv(await platform.getIn('sw', 'alerts.csv?week=2026-W11'));
    expect(english.map(([, , pathology]) => pathology)).toContain('Ebola virus disease');
    expect(swahili.map(([, , pathology]) => pathology)).toContain('Ugonjwa wa virusi vya Ebola');
    const numbers = (rows: readonly string[][]) =>
      rows
        .slice(1)
        .map((row) => row.slice(3).join())
        .sort();
    expect(numbers(swahili)).toEqual(numbers(english));
  });

  it.each(TABLES)('are English in %s unless another language is requested', async (path) => {
    const before = readText(await platform.get(path, 'ministry'));
    for (const accepted of ['*', 'en-GB,fr;q=0.5', 'de'])
      expect(readText(await platform.getIn(accepted, path)).replaceAll(TIME, '')).toBe(
        before.replaceAll(TIME, ''),
      );
  });

  it('do not change the figures by country, file names, and FHIR', async () => {
    const path = 'countries.csv?period=2026-03&pathology=Kipindupindu';
    const countries = await platform.getIn('sw', path);
    expect(readCsv(countries)[1]?.slice(0, 3)).toEqual(['KE', 'Kenya', '40']);
    expect(countries.headers['content-disposition']).toContain('countries_Cholera_2026-03_KE.csv');
    const report = readText(await platform.getIn('sw', 'measure-report.json?period=2026-03'));
    expect(report).toContain('Cholera');
    expect(report).not.toContain('Kipindupindu');
  });

  it('have no other language than the five', async () => {
    const refused = await platform.getIn('en', 'pathologies.csv?period=2026-03&language=de');
    expect(readText(refused)).toContain('language: expected one of en, fr, pt, ar, sw');
  });
});

const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
