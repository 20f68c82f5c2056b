import readXlsxFile from 'read-excel-file/node';
import request from 'supertest';
import { addDays } from '../../../src/shared/calendar';
import { EnvironmentError } from '../../../src/platform/config/environment';
import { testEnvironment } from '../../support/environment';
import { ExportPlatform, bytesOf, linesOf, textOf } from './export-platform';

const MARCH = 'period=2026-03';

describe('small numbers in the exports', () => {
  let ministry: ExportPlatform;

  beforeAll(async () => {
    ministry = await ExportPlatform.start({ SMALL_COUNT_THRESHOLD: '5' });
  });

  afterAll(async () => {
    await ministry.close();
  });

  beforeEach(async () => {
    await ministry.clear();
    await ministry.cases('KE', '2026-03-03', { Malaria: 1204, Cholera: 2, Measles: 60, Tuberculosis: 300 });
  });

  async function table(path: string, country: string | null = 'KE'): Promise<string[][]> {
    return linesOf(await ministry.get(path, 'ministry', country)).slice(1);
  }

  const last = (lines: string[][]): Record<string, string | undefined> =>
    Object.fromEntries(lines.map((line) => [line[0] ?? '', line.at(-1)] as const));

  it('are marked, with a second one where the summary gives the total', async () => {
    const lines = await table(`pathologies.csv?${MARCH}`);
    expect(last(lines)).toEqual({
      Malaria: '1204',
      Tuberculosis: '300',
      Cholera: 'suppressed',
      Measles: 'suppressed',
    });
    expect((await table(`summary.csv?${MARCH}`))[0]?.[3]).toBe('1566');
  });

  it('stand last and by the alphabet, since their place among sorted numbers would tell them', async () => {
    const names = (await table(`pathologies.csv?${MARCH}`)).map(([name]) => name);
    expect(names).toEqual(['Malaria', 'Tuberculosis', 'Cholera', 'Measles']);
  });

  it('are marked in Excel too, and the second sheet says why', async () => {
    const file = bytesOf(await ministry.get(`pathologies.xlsx?${MARCH}`, 'ministry'));
    const [data, about] = await readXlsxFile(file);
    expect(data?.data.at(-1)?.at(-1)).toBe('suppressed');
    expect(about?.data.flat()).toContainEqual(expect.stringMatching(/^Numbers from 1 to 4 are suppressed/));
  });

  it('are withheld in the same way by every export of a period, whoever makes it', async () => {
    await ministry.cases('TZ', '2026-03-04', { Malaria: 300, Cholera: 40, Measles: 3, Tuberculosis: 80 });
    const perCountry = {
      KE: last(await table(`pathologies.csv?${MARCH}`)),
      TZ: last(await table(`pathologies.csv?${MARCH}`, 'TZ')),
    };
    const all = await table(`pathologies.csv?${MARCH}`, '*');
    for (const [name = '', , cases] of all) {
      const path = `countries.csv?${MARCH}&pathology=${encodeURIComponent(name)}`;
      const row = last(await table(path, '*'));
      const parts = [perCountry.KE[name], perCountry.TZ[name]];
      expect([row.KE, row.TZ]).toEqual(parts);
      const trend = await table(`trend.csv?pathologies=${name}&from=2026-03&to=2026-03`);
      expect(trend[0]?.[2]).toBe(perCountry.KE[name]);
      const withheld = [cases, ...parts].filter((part) => part === 'suppressed').length;
      expect(withheld).not.toBe(1);
    }
    expect(perCountry.KE.Cholera).toBe('suppressed');
    expect(perCountry.TZ.Measles).toBe('suppressed');
  });

  it('are withheld in each period of a trend, while zeros are shown', async () => {
    await ministry.cases('KE', '2026-01-05', { Malaria: 90, Cholera: 3, Measles: 70 });
    await ministry.cases('KE', '2026-02-05', { Malaria: 90 });
    const lines = await table('trend.csv?pathologies=Cholera&pathologies=Measles&from=2026-01&to=2026-03');
    expect(lines.map(([period, name, cases]) => [period, name, cases])).toEqual([
      ['2026-01', 'Cholera', 'suppressed'],
      ['2026-02', 'Cholera', '0'],
      ['2026-03', 'Cholera', 'suppressed'],
      ['2026-01', 'Measles', 'suppressed'],
      ['2026-02', 'Measles', '0'],
      ['2026-03', 'Measles', 'suppressed'],
    ]);
  });

  it('take the changes with them that would give them away', async () => {
    await ministry.cases('KE', '2026-02-03', { Malaria: 3 });
    await ministry.cases('KE', '2025-03-03', { Malaria: 783 });
    const [cases] = await table(`summary.csv?${MARCH}`);
    expect(cases?.slice(3)).toEqual(['1566', 'suppressed', 'suppressed', '783', '1']);
  });

  it('of medications are withheld likewise', async () => {
    await ministry.units('KE', '2026-03-03', { Paracetamol: 58_210, Amoxicillin: 3, Ibuprofen: 90 });
    expect(last(await table(`medications.csv?${MARCH}`))).toEqual({
      Paracetamol: '58210',
      Amoxicillin: 'suppressed',
      Ibuprofen: 'suppressed',
    });
    const path = `countries.csv?${MARCH}&medication=Amoxicillin`;
    expect(await table(path)).toEqual([['KE', 'Kenya', 'suppressed']]);
  });

  it('of alerts are withheld, and what history predicts, which is made of them', async () => {
    for (let week = 0; week < 8; week += 1) {
      await ministry.cases('KE', addDays('2026-01-05', 7 * week), { Typhoid: 10 + (week % 2) });
    }
    await ministry.cases('KE', '2026-03-03', { Typhoid: 400 });
    const alerts = await table('alerts.csv?week=2026-W10');
    const line = (name: string) => alerts.find(([, , pathology]) => pathology === name)?.slice(4);
    expect(line('Cholera')).toEqual(['notifiable', 'suppressed', '', '1']);
    expect(line('Typhoid fever')).toEqual(['ears-c2', '400', 'suppressed', 'suppressed']);
  });

  it('stay plain in the ministry’s own queries', async () => {
    const session = await ministry.platform.session({ role: 'ministry', country: 'KE' });
    const { text } = await request(ministry.platform.server)
      .post('/api/trpc/health.pathologies')
      .set('Cookie', session)
      .send({ 0: { json: { period: '2026-03' } } });
    expect(text).toContain('"count":2}');
    expect(text).not.toContain('suppressed');
  });

  it('do not change who may export', async () => {
    const response = await ministry.get(`pathologies.csv?${MARCH}&country=TZ`, 'ministry');
    expect(response.status).toBe(403);
    expect(textOf(response)).toContain('tied to KE');
  });

  it.each(['1', '2'])('cannot be withheld by a threshold of %s, which would tell them', (threshold) => {
    expect(() => testEnvironment({ SMALL_COUNT_THRESHOLD: threshold })).toThrow(EnvironmentError);
  });
});
