import { suitePlatform } from '../../support/platform';
import { ExportPlatform, readCsv } from './export-platform';

const KENYANS_OF_2024 = 56_432_944;

describe('exported rates and comparisons', () => {
  const platform = new ExportPlatform(suitePlatform());

  beforeEach(async () => {
    await platform.clearCounts();
    await platform.addCases('KE', '2026-03-03', { Malaria: 1204, Cholera: 2, 'Fièvre du lac': 7 });
    await platform.addCases('KE', '2026-02-03', { Malaria: 1000 });
    await platform.addCases('TZ', '2026-03-04', { Malaria: 300, Measles: 1 });
    await platform.addUnits('KE', '2026-03-03', { Paracetamol: 58_213 });
  });

  it('exports the summary with the changes, and the rates of the population', async () => {
    const [header, cases, units, pathologies] = readCsv(
      await platform.get('summary.csv?period=2026-03', 'ministry'),
    );
    expect(header?.slice(5)).toEqual([
      'Change on previous period',
      'Year before',
      'Change on year before',
      'Count per 100,000',
      'Population year',
    ]);
    const rateOf = (count: number) => String((count * 100_000) / KENYANS_OF_2024);
    const empty = ['0', '', '0', ''];
    expect(cases?.slice(1)).toEqual([
      '2026-03',
      '2026-03-31',
      '1213',
      '1000',
      '0.213',
      '0',
      '',
      rateOf(1213),
      '2024',
    ]);
    expect(units?.slice(1)).toEqual(['2026-03', '2026-03-31', '58213', ...empty, rateOf(58_213), '2024']);
    expect(pathologies?.slice(1)).toEqual(['2026-03', '2026-03-31', '3', '', '', '', '', '', '']);
  });

  it('exports rates of countries, and none of all countries together', async () => {
    const rows = async (path: string) => readCsv(await platform.get(path, 'ministry', '*')).slice(1);
    await platform.addCases('ZZ', '2026-03-03', { Malaria: 5 });
    expect(await rows('countries.csv?period=2026-03&pathology=Malaria')).toEqual([
      ['KE', 'Kenya', '1204', String(120_400_000 / KENYANS_OF_2024), '2024'],
      ['TZ', 'Tanzania', '300', String(30_000_000 / 68_560_157), '2024'],
      ['ZZ', 'Unknown country', '5', '', ''],
    ]);
    expect((await rows('pathologies.csv?period=2026-03'))[0]).toEqual(['Malaria', 'B54', '1509', '', '']);
    expect(await rows('trend.csv?pathologies=Malaria&from=2026-03&to=2026-03&country=KE')).toEqual([
      ['2026-03', 'Malaria', '1204', String(120_400_000 / KENYANS_OF_2024), '2024'],
    ]);
  });

  it('exports the comparison of each pathology with earlier periods', async () => {
    await platform.addCases('KE', '2025-03-03', { Malaria: 602, Measles: 9 });
    const rows = readCsv(await platform.get('comparison.csv?period=2026-03', 'ministry'));
    expect(rows.map((row) => row.slice(0, 7))).toEqual([
      [
        ...['Pathology', 'ICD-10', 'Cases', 'Previous period', 'Change on previous period'],
        ...['Year before', 'Change on year before'],
      ],
      ['Malaria', 'B54', '1204', '1000', '0.204', '602', '1'],
      ['Fièvre du lac', '', '7', '0', '', '0', ''],
      ['Cholera', 'A00.9', '2', '0', '', '0', ''],
      ['Measles', 'B05.9', '0', '0', '', '9', '-1'],
    ]);
    expect(rows[1]?.slice(7)).toEqual([String(120_400_000 / KENYANS_OF_2024), '2024']);
  });

  it('compares a year with the year before, which is the previous period, too', async () => {
    await platform.addCases('KE', '2025-03-03', { Malaria: 602 });
    const rows = readCsv(await platform.get('comparison.csv?period=2026', 'ministry'));
    expect(rows.find(([name]) => name === 'Malaria')?.slice(2, 7)).not.toContain('suppressed');
  });

  it('exports a line for each country, and says which ones the account may not see', async () => {
    const path = 'country-trend.csv?pathology=paludisme&from=2026-02&to=2026-03&countries=KE&countries=TZ';
    const rows = async (country: string) =>
      readCsv(await platform.get(path, 'ministry', country)).map((row) => row.slice(0, 4));
    const kenya = [
      ['2026-02', 'KE', 'Kenya', '1000'],
      ['2026-03', 'KE', 'Kenya', '1204'],
    ];
    expect(await rows('*')).toEqual([
      ['Period', 'Country', 'Name', 'Cases'],
      ...kenya,
      ['2026-02', 'TZ', 'Tanzania', '0'],
      ['2026-03', 'TZ', 'Tanzania', '300'],
    ]);
    expect((await rows('KE')).slice(1)).toEqual([
      ...kenya,
      ['2026-02', 'TZ', 'Tanzania', 'not visible'],
      ['2026-03', 'TZ', 'Tanzania', 'not visible'],
    ]);
    const { headers } = await platform.get(path, 'ministry', 'KE');
    expect(headers['content-disposition']).toBe(
      'attachment; filename="country-trend_Malaria_2026-02_2026-03_KE.csv"',
    );
  });
});
