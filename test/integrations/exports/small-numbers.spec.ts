import readXlsxFile from 'read-excel-file/node';
import request from 'supertest';
import { addDays } from '../../../src/shared/period';
import { EnvironmentError } from '../../../src/platform/config/environment';
import { testEnvironment } from '../../support/environment';
import { suitePlatform } from '../../support/platform';
import { CONSULTATION } from '../../contract/consultations';
import { PlainCaller } from '../../support/plain-caller';
import { ExportPlatform, readBytes, readCsv, readText } from './export-platform';

const MARCH = 'period=2026-03';

describe('suppression of small numbers in exports', () => {
  const platform = new ExportPlatform(suitePlatform({ SMALL_COUNT_THRESHOLD: '5' }));
  let origin: string;

  beforeAll(async () => {
    origin = await platform.app.listen();
  });

  const doctorOf = async (country: string) =>
    new PlainCaller(origin).as(await platform.app.session({ role: 'doctor', country }));

  beforeEach(async () => {
    await platform.clearCounts();
    await platform.addCases('KE', '2026-03-03', {
      Malaria: 1204,
      Cholera: 2,
      Measles: 60,
      Tuberculosis: 300,
    });
  });

  async function fetchRows(path: string, country: string | null = 'KE'): Promise<string[][]> {
    return readCsv(await platform.get(path, 'ministry', country)).slice(1);
  }

  const lastCells = (rows: string[][]): Record<string, string | undefined> =>
    Object.fromEntries(rows.map((row) => [row[0] ?? '', row[2]] as const));

  it('suppresses a small count and a second one, since the summary has the total', async () => {
    const rows = await fetchRows(`pathologies.csv?${MARCH}`);
    expect(lastCells(rows)).toEqual({
      Malaria: '1204',
      Tuberculosis: '300',
      Cholera: 'suppressed',
      Measles: 'suppressed',
    });
    expect((await fetchRows(`summary.csv?${MARCH}`))[0]?.[3]).toBe('1566');
  });

  it('lists suppressed counts last, in alphabetical order', async () => {
    const names = (await fetchRows(`pathologies.csv?${MARCH}`)).map(([name]) => name);
    expect(names).toEqual(['Malaria', 'Tuberculosis', 'Cholera', 'Measles']);
  });

  it('suppresses counts in Excel and explains it on the second sheet', async () => {
    const file = readBytes(await platform.get(`pathologies.xlsx?${MARCH}`, 'ministry'));
    const [data, about] = await readXlsxFile(file);
    expect(data?.data.at(-1)?.slice(2)).toEqual(['suppressed', 'suppressed', 2024]);
    expect(about?.data.flat()).toContainEqual(expect.stringMatching(/^Numbers from 1 to 4 are suppressed/));
  });

  it('suppresses the same counts in every export of a period, for every account', async () => {
    await platform.addCases('TZ', '2026-03-04', { Malaria: 300, Cholera: 40, Measles: 3, Tuberculosis: 80 });
    const perCountry = {
      KE: lastCells(await fetchRows(`pathologies.csv?${MARCH}`)),
      TZ: lastCells(await fetchRows(`pathologies.csv?${MARCH}`, 'TZ')),
    };
    const all = await fetchRows(`pathologies.csv?${MARCH}`, '*');
    for (const [name = '', , cases] of all) {
      const path = `countries.csv?${MARCH}&pathology=${encodeURIComponent(name)}`;
      const row = lastCells(await fetchRows(path, '*'));
      const parts = [perCountry.KE[name], perCountry.TZ[name]];
      expect([row.KE, row.TZ]).toEqual(parts);
      const trend = await fetchRows(`trend.csv?pathologies=${name}&from=2026-03&to=2026-03`);
      expect(trend[0]?.[2]).toBe(perCountry.KE[name]);
      const suppressed = [cases, ...parts].filter((part) => part === 'suppressed').length;
      expect(suppressed).not.toBe(1);
    }
    expect(perCountry.KE.Cholera).toBe('suppressed');
    expect(perCountry.TZ.Measles).toBe('suppressed');
  });

  it('suppresses counts in each period of a trend and shows zeros', async () => {
    await platform.addCases('KE', '2026-01-05', { Malaria: 90, Cholera: 3, Measles: 70 });
    await platform.addCases('KE', '2026-02-05', { Malaria: 90 });
    const rows = await fetchRows('trend.csv?pathologies=Cholera&pathologies=Measles&from=2026-01&to=2026-03');
    expect(rows.map(([period, name, cases]) => [period, name, cases])).toEqual([
      ['2026-01', 'Cholera', 'suppressed'],
      ['2026-02', 'Cholera', '0'],
      ['2026-03', 'Cholera', 'suppressed'],
      ['2026-01', 'Measles', 'suppressed'],
      ['2026-02', 'Measles', '0'],
      ['2026-03', 'Measles', 'suppressed'],
    ]);
  });

  it('suppresses changes that would reveal a suppressed count', async () => {
    await platform.addCases('KE', '2026-02-03', { Malaria: 3 });
    await platform.addCases('KE', '2025-03-03', { Malaria: 783 });
    const [cases] = await fetchRows(`summary.csv?${MARCH}`);
    expect(cases?.slice(3, 8)).toEqual(['1566', 'suppressed', 'suppressed', '783', '1']);
  });

  it.each([
    ['pathologies', MARCH, true],
    ['countries', `${MARCH}&pathology=Cholera`, false],
    ['trend', 'pathologies=Cholera&pathologies=Malaria&from=2026-01&to=2026-03', true],
    ['country-trend', 'pathology=Cholera&from=2026-01&to=2026-03', false],
    ['country-trend', 'pathology=Malaria&from=2026-01&to=2026-03', true],
    ['comparison', MARCH, true],
    ['summary', MARCH, false],
  ])('suppresses the rate of each suppressed count in %s?%s', async (table, query, hasPublished) => {
    await platform.addCases('KE', '2026-01-05', { Cholera: 50, Malaria: 3 });
    await platform.addCases('TZ', '2026-03-05', { Cholera: 4 });
    for (const country of ['KE', '*']) {
      const [header = [], ...rows] = readCsv(
        await platform.get(`${table}.csv?${query}`, 'ministry', country),
      );
      const count = header.findIndex((title) => title === 'Cases' || title === 'Count');
      const rate = header.findIndex((title) => title.endsWith('per 100,000'));
      for (const row of rows) {
        if (row[rate] === '') continue;
        expect([row[count] === 'suppressed', row]).toEqual([row[rate] === 'suppressed', row]);
      }
      if (country === 'KE') expect(rows.some((row) => Number(row[rate]) > 0)).toBe(hasPublished);
    }
  });

  it('suppresses small counts of earlier periods, their changes and their order in a comparison', async () => {
    await platform.addCases('KE', '2025-03-03', {
      Malaria: 1204,
      Cholera: 90,
      Plague: 4,
      Anthrax: 3,
      Measles: 2,
    });
    const rows = await fetchRows(`comparison.csv?${MARCH}`);
    expect(rows.map((row) => [row[0], ...row.slice(2, 3), ...row.slice(5, 7)])).toEqual([
      ['Malaria', '1204', '1204', '0'],
      ['Tuberculosis', '300', '0', ''],
      ['Anthrax', '0', 'suppressed', 'suppressed'],
      ['Cholera', 'suppressed', '90', 'suppressed'],
      ['Measles', 'suppressed', 'suppressed', 'suppressed'],
      ['Plague', '0', 'suppressed', 'suppressed'],
    ]);
  });

  it('suppresses small counts of medications', async () => {
    await platform.addUnits('KE', '2026-03-03', { Paracetamol: 58_210, Amoxicillin: 3, Ibuprofen: 90 });
    expect(lastCells(await fetchRows(`medications.csv?${MARCH}`))).toEqual({
      Paracetamol: '58210',
      Amoxicillin: 'suppressed',
      Ibuprofen: 'suppressed',
    });
    const path = `countries.csv?${MARCH}&medication=Amoxicillin`;
    expect((await fetchRows(path))[0]?.slice(0, 4)).toEqual(['KE', 'Kenya', 'suppressed', 'suppressed']);
  });

  it('suppresses small counts of alerts, all expected values and all episodes', async () => {
    for (let week = 0; week < 8; week += 1) {
      await platform.addCases('KE', addDays('2026-01-05', 7 * week), { Typhoid: 10 + (week % 2) });
    }
    await platform.addCases('KE', '2026-03-03', { Typhoid: 400 });
    const alerts = await fetchRows('alerts.csv?week=2026-W10');
    const findRow = (name: string) => alerts.find(([, , pathology]) => pathology === name)?.slice(4);
    const episode = new Array<string>(4).fill('suppressed');
    expect(findRow('Cholera')).toEqual(['notifiable', 'suppressed', '', '1', ...episode]);
    expect(findRow('Typhoid fever')).toEqual(['ears-c2', '400', 'suppressed', 'suppressed', ...episode]);
  });

  it('leaves out an alert on several codes unless the cases of each one are published: it tells that there are not fewer', async () => {
    // A country of its own: on a busy machine, alerts of the test before may be cached.
    const addWeek = (day: string, cases: Readonly<Record<string, number>>) =>
      platform.addCases('UG', day, cases);
    for (let week = 0; week < 7; week += 1)
      await addWeek(addDays('2026-01-05', 7 * week), { Shigellosis: 20, Dysentery: 20, Typhoid: 10 });
    await addWeek('2026-02-24', { Shigellosis: 300, Dysentery: 2 });
    await addWeek('2026-03-03', { Shigellosis: 300, Dysentery: 200 });
    const alerts = await fetchRows('alerts.csv?week=2026-W10', 'UG');
    const series = alerts.filter(([, , pathology]) => pathology === 'Bloody diarrhoea');
    expect(series.map(([week, , , codes, rule, cases]) => [week, codes, rule, cases])).toEqual([
      ['2026-W10', 'A03.9, A09.0', 'ears-c2', '500'],
    ]);
  });

  it('publishes the counts of pathologies that a country has by their codes', async () => {
    const consultations = (count: number, pathology: object) =>
      new Array<object>(count).fill({
        ...CONSULTATION,
        ...pathology,
        consultationDate: '2026-03-03T08:00:00Z',
      });
    const doctor = await doctorOf('KE');
    const klinefelter = { pathologyCode: 'icd10:Q98.4', pathologyName: 'Klinefelter syndrome' };
    const angelman = { pathologyCode: 'icd10:Q93.5', pathologyName: 'Angelman syndrome' };
    await doctor.post('consultations.recordMany', {
      consultations: consultations(120, { pathologyName: 'Q93.5 Angelman syndrome' }),
    });
    await doctor.post('consultations.recordMany', {
      consultations: [...consultations(90, klinefelter), ...consultations(70, angelman)],
    });
    const rows = await fetchRows(`pathologies.csv?${MARCH}`);
    expect(rows.filter(([name]) => name?.startsWith('Q9')).map(([name, , cases]) => [name, cases])).toEqual([
      ['Q93.5 Angelman syndrome', '120'],
      ['Q98.4 Klinefelter syndrome', '90'],
      ['Q93.5', '70'],
    ]);
    const report = readText(await platform.get(`measure-report.json?${MARCH}`, 'ministry'));
    expect(report).toMatch(/Q98\.4 Klinefelter syndrome"[^]*?"count":90\b/);
    const trend = await fetchRows('trend.csv?pathologies=Q98.4 Klinefelter syndrome&from=2026-03&to=2026-03');
    expect(trend[0]?.[2]).toBe('90');
    const countries = await fetchRows(`countries.csv?${MARCH}&pathology=Q98.4`);
    expect(countries.map((row) => row.slice(0, 3))).toEqual([['KE', 'Kenya', '90']]);
  });

  it('publishes the alerts of pathologies that a country has by a code, also of two with one name', async () => {
    const doctor = await doctorOf('RW');
    for (const input of [
      { pathologyName: 'Q92.7 Triploidy' },
      { pathologyName: 'Triploidy', pathologyCode: 'icd10:Q92.7' },
      { pathologyName: 'Mosaic', pathologyCode: 'icd10:Q98.7' },
    ])
      await doctor.post('consultations.record', { ...CONSULTATION, ...input });
    const addWeek = (day: string, [byName, byCode, mosaic]: readonly [number, number, number]) =>
      platform.addCases('RW', day, { 'Q92.7 Triploidy': byName, 'Q92.7': byCode, 'Q98.7 Mosaic': mosaic });
    for (let week = 0; week < 8; week += 1)
      await addWeek(addDays('2026-01-05', 7 * week), [20 + (week % 2), 10 + (week % 2), 10 + (week % 2)]);
    await addWeek('2026-03-03', [500, 400, 300]);
    const alerts = await fetchRows('alerts.csv?week=2026-W10', 'RW');
    expect(alerts.map(([week, , pathology, , rule, cases]) => [week, pathology, rule, cases])).toEqual([
      ['2026-W10', 'Q92.7', 'ears-c2', '400'],
      ['2026-W10', 'Q98.7 Mosaic', 'ears-c2', '300'],
      ['2026-W10', 'Q92.7 Triploidy', 'ears-c2', '500'],
    ]);
  });

  it('suppresses nothing in the procedures', async () => {
    const session = await platform.app.session({ role: 'ministry', country: 'KE' });
    const { text } = await request(platform.app.server)
      .post('/api/trpc/health.pathologies')
      .set('Cookie', session)
      .send({ 0: { json: { period: '2026-03' } } });
    expect(text).toContain('"count":2}');
    expect(text).not.toContain('suppressed');
  });

  it('still returns 403 for another country', async () => {
    const response = await platform.get(`pathologies.csv?${MARCH}&country=TZ`, 'ministry');
    expect(response.status).toBe(403);
    expect(readText(response)).toContain('tied to KE');
  });

  it.each(['1', '2'])('refuses a threshold of %s, which would reveal the suppressed counts', (threshold) => {
    expect(() => testEnvironment({ SMALL_COUNT_THRESHOLD: threshold })).toThrow(EnvironmentError);
  });
});
