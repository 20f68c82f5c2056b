import readXlsxFile from 'read-excel-file/node';
import { z } from 'zod';
import { alertsContract } from '../../../src/modules/health/alerts/alerts.contract';
import { addDays } from '../../../src/shared/period';
import { PlainCaller, payload } from '../../support/plain-caller';
import { suitePlatform } from '../../support/platform';
import { EXPORT_ROLES, ExportPlatform, OTHER_ROLES, readBytes, readCsv, readText } from './export-platform';
import { ALL_CASES } from '../../support/daily-counts';

const TABLES = [
  ['summary', 'period=2026-03'],
  ['pathologies', 'period=2026-03'],
  ['comparison', 'period=2026-03'],
  ['medications', 'period=2026-03'],
  ['countries', 'period=2026-03'],
  ['trend', 'pathologies=Malaria&from=2026-01&to=2026-03'],
  ['alerts', 'week=2026-W11'],
] as const;

const PATHS = TABLES.flatMap(([table, query]) => [`${table}.csv?${query}`, `${table}.xlsx?${query}`]);

describe('table exports', () => {
  const platform = new ExportPlatform(suitePlatform());

  beforeEach(async () => {
    await platform.clearCounts();
    await platform.addCases('KE', '2026-03-03', { Malaria: 1204, Cholera: 2, 'Fièvre du lac': 7 });
    await platform.addCases('KE', '2026-02-03', { Malaria: 1000 });
    await platform.addCases('TZ', '2026-03-04', { Malaria: 300, Measles: 1 });
    await platform.addUnits('KE', '2026-03-03', { Paracetamol: 58_210, Amoxicillin: 3 });
    await platform.addUnits('TZ', '2026-03-03', { Paracetamol: 10 });
  });

  it('exports the counts in the database as CSV', async () => {
    const [header, ...rows] = readCsv(await platform.get('pathologies.csv?period=2026-03', 'ministry'));
    expect(header).toEqual(['Pathology', 'ICD-10', 'Cases', 'Cases per 100,000', 'Population year']);
    const databaseRows = await platform.app.database.query<string[][]>(
      `SELECT p.name, coalesce(p.icd10, '') AS icd10, sum(c.cases)::text AS cases
       FROM ${ALL_CASES} c JOIN pathology p ON p.id = c.pathology_id
       WHERE c.country = 'KE' AND c.day >= '2026-03-01' AND c.day < '2026-04-01'
       GROUP BY p.id ORDER BY sum(c.cases) DESC`,
    );
    expect(rows.map((row) => row.slice(0, 3))).toEqual(databaseRows.map((row) => Object.values(row)));
    expect(rows.map(([name, , cases]) => [name, cases])).toEqual([
      ['Malaria', '1204'],
      ['Fièvre du lac', '7'],
      ['Cholera', '2'],
    ]);
  });

  it('exports a workbook with numbers, texts and a description', async () => {
    const file = readBytes(await platform.get('pathologies.xlsx?period=2026-03', 'ministry'));
    const [data, about] = await readXlsxFile(file);
    expect(data?.sheet).toBe('Data');
    expect(data?.data.map(([name, , cases]) => [name, cases])).toEqual([
      ['Pathology', 'Cases'],
      ['Malaria', 1204],
      ['Fièvre du lac', 7],
      ['Cholera', 2],
    ]);
    expect(about?.sheet).toBe('About');
    const description = new Map(about?.data.map(([name, text]) => [name, text]));
    expect(description.get('Small numbers')).toBe('Nothing is suppressed');
  });

  it('exports medications, countries, trends and the summary', async () => {
    const fetchTable = async (path: string, country: string | null = '*') =>
      readCsv(await platform.get(path, 'ministry', country)).map((row) => row.slice(0, 3));
    expect(await fetchTable('medications.csv?period=2026-03')).toEqual([
      ['Medication', 'ATC', 'Units sold'],
      ['Paracetamol', 'N02BE01', '58220'],
      ['Amoxicillin', 'J01CA04', '3'],
    ]);
    expect(await fetchTable('countries.csv?period=2026-03')).toEqual([
      ['Country', 'Name', 'Cases'],
      ['KE', 'Kenya', '1213'],
      ['TZ', 'Tanzania', '301'],
    ]);
    expect(await fetchTable('countries.csv?period=2026-03&pathology=paludisme')).toEqual([
      ['Country', 'Name', 'Cases'],
      ['KE', 'Kenya', '1204'],
      ['TZ', 'Tanzania', '300'],
    ]);
    expect(await fetchTable('countries.csv?period=2026-03&medication=Paracetamol')).toEqual([
      ['Country', 'Name', 'Units sold'],
      ['KE', 'Kenya', '58210'],
      ['TZ', 'Tanzania', '10'],
    ]);
    expect(
      await fetchTable('trend.csv?pathologies=Malaria&pathologies=Cholera&from=2026-02&to=2026-03', 'KE'),
    ).toEqual([
      ['Period', 'Pathology', 'Cases'],
      ['2026-02', 'Malaria', '1000'],
      ['2026-03', 'Malaria', '1204'],
      ['2026-02', 'Cholera', '0'],
      ['2026-03', 'Cholera', '2'],
    ]);
  });

  it('exports alerts with their expected values and episodes', async () => {
    await platform.clearCounts();
    for (let week = 0; week < 8; week += 1) {
      await platform.addCases('KE', addDays('2026-01-05', 7 * week), { Typhoid: 10 + (week % 2) });
    }
    await platform.addCases('KE', '2026-03-03', { Typhoid: 400, Cholera: 1 });
    const rows = readCsv(await platform.get('alerts.csv?week=2026-W10', 'ministry'));
    const { week, rule, count, expected, threshold, episode } = await findAlert('Typhoid fever');
    expect(rows[0]?.slice(8)).toEqual(['Since', 'Cases since then', 'Trend', 'Confidence']);
    expect(rows).toContainEqual(
      ['2026-W10', 'KE', 'Cholera', 'A00.9', 'notifiable', '1', '', '1'].concat([
        '2026-W10',
        '1',
        'steady',
        'moderate',
      ]),
    );
    const { since, cases, trend, confidence } = episode;
    expect(rows).toContainEqual(
      [week, 'KE', 'Typhoid fever', 'A01.0', rule, count, expected, threshold]
        .concat([since, cases, trend, confidence])
        .map(String),
    );

    async function findAlert(pathology: string) {
      const session = await platform.app.session({ role: 'ministry', country: 'KE' });
      const caller = new PlainCaller(await platform.app.listen(), session);
      const response = await caller.post('health.alerts', { week: '2026-W10' });
      const { alerts } = alertsContract.alerts.output.parse(payload(response)).data;
      const alert = alerts.find((each) => each.pathology === pathology && each.rule === 'ears-c2');
      if (!alert) throw new Error(`there is no alert of ${pathology}`);
      return alert;
    }
  });

  it.each(['pathologies.CSV', 'pathologies.csv/'])('sends CSV for %s', async (name) => {
    const { headers } = await platform.get(`${name}?period=2026-03`, 'ministry');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  });

  it('names files after their content and forbids caching', async () => {
    const { headers } = await platform.get('pathologies.csv?period=2026-03', 'ministry');
    expect(headers['content-disposition']).toBe('attachment; filename="pathologies_2026-03_KE.csv"');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    const trend = 'trend.xlsx?pathologies=Malaria&from=2026-W01&to=2026-W11';
    const workbook = await platform.get(trend, 'admin', '*');
    expect(workbook.headers['content-disposition']).toBe(
      'attachment; filename="trend_2026-W01_2026-W11_all.xlsx"',
    );
    const filtered = await platform.get(
      'countries.csv?period=2026-03&pathology=Fièvre%20du%20lac',
      'ministry',
    );
    expect(filtered.headers['content-disposition']).toBe(
      'attachment; filename="countries_Fievre-du-lac_2026-03_KE.csv"',
    );
  });

  it('starts with a byte-order mark and ends lines with CRLF', async () => {
    const file = readBytes(await platform.get('pathologies.csv?period=2026-03', 'ministry'));
    expect(file.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const text = file.toString('utf8');
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it.each(['=HYPERLINK("http://x")', '+1+1', '-2+3', '@SUM(A1)', '＝7+1'])(
    'exports the pathology %s as text, not as a formula',
    async (name) => {
      await platform.addCases('KE', '2026-03-05', { [name]: 9 });
      const rows = readCsv(await platform.get('pathologies.csv?period=2026-03', 'ministry'));
      expect(rows.find(([, , cases]) => cases === '9')?.[0]).toBe(`'${name}`);
      const file = readBytes(await platform.get('pathologies.xlsx?period=2026-03', 'ministry'));
      const [data] = await readXlsxFile(file);
      expect(data?.data.find(([, , cases]) => cases === 9)?.[0]).toBe(name);
    },
  );

  it('exports a negative change as a number', async () => {
    await platform.addCases('KE', '2026-02-05', { Measles: 1426 });
    const [, cases] = readCsv(await platform.get('summary.csv?period=2026-03', 'ministry'));
    expect(cases?.slice(3, 6)).toEqual(['1213', '2426', '-0.5']);
  });

  it('exports 2,000 pathologies', async () => {
    const pathologies = Array.from({ length: 2_000 }, (_, index) => [`Fever ${index}`, index + 1] as const);
    await platform.addCases('KE', '2026-03-06', Object.fromEntries(pathologies));
    const rows = readCsv(await platform.get('pathologies.csv?period=2026-03', 'ministry'));
    expect(rows).toHaveLength(2_004);
    const file = readBytes(await platform.get('pathologies.xlsx?period=2026-03', 'ministry'));
    const [data] = await readXlsxFile(file);
    expect(data?.data).toHaveLength(2_004);
  });

  describe.each(PATHS)('%s', (path) => {
    it.each(EXPORT_ROLES)('returns 200 for the role %s', async (role) => {
      expect((await platform.get(path, role)).status).toBe(200);
    });

    it.each(OTHER_ROLES)('returns 403 for the role %s', async (role) => {
      const response = await platform.get(path, role);
      expect(response.status).toBe(403);
      expect(JSON.parse(readText(response))).toMatchObject({
        message: 'You do not have required permission (10002)',
      });
    });

    it('returns 401 without a session, also for invalid parameters', async () => {
      for (const target of [path, path.replace(/\?.*/, '')]) {
        const response = await platform.get(target);
        expect(response.status).toBe(401);
        expect(JSON.parse(readText(response))).toMatchObject({ message: 'Please login (10001)' });
      }
    });

    it('returns 403 for another country than the account’s', async () => {
      expect((await platform.get(`${path}&country=KE`, 'ministry', 'KE')).status).toBe(200);
      const response = await platform.get(`${path}&country=TZ`, 'ministry', 'KE');
      expect(response.status).toBe(403);
      expect(readText(response)).toContain('your account is tied to KE');
      expect((await platform.get(path, 'ministry', null)).status).toBe(403);
    });
  });

  it.each([
    ['pathologies.csv', 'period: required, expected string'],
    ['pathologies.csv?period=2026-13', /^period: expected a year, a quarter, a month or an ISO week/],
    ['pathologies.csv?period=2026-03&period=2026-04', 'period: expected string, received array'],
    ['summary.xlsx?period=2026-03&country=XX', /^country: expected an ISO 3166-1 country code/],
    ['trend.csv?from=2026-01&to=2026-03', 'pathologies: required, expected array'],
    ['trend.csv?pathologies=Malaria&from=2026-03&to=2026-01', 'to: must not be before from'],
    ['alerts.csv?week=2026-03', /^week: expected an ISO week/],
    [
      'countries.csv?period=2026&pathology=Malaria&medication=Paracetamol',
      'medication: must not be given together with pathology',
    ],
  ])('returns 400 with the reason for %s', async (path, message) => {
    const response = await platform.get(path, 'ministry');
    expect(response.status).toBe(400);
    const actual = z.object({ message: z.string() }).parse(JSON.parse(readText(response))).message;
    if (typeof message === 'string') expect(actual).toBe(message);
    else expect(actual).toMatch(message);
  });

  it('returns 404 for an unknown pathology', async () => {
    const response = await platform.get('trend.csv?pathologies=Xyz&from=2026-01&to=2026-02', 'ministry');
    expect(response.status).toBe(404);
    expect(readText(response)).toContain('no pathology is called');
  });

  it('logs known export paths without their parameters', async () => {
    await platform.get('pathologies.csv?period=2026-03', 'ministry');
    await platform.get('passwords.csv?period=2026-03', 'ministry');
    const log = platform.app.logLines.join('');
    expect(log).toContain('/api/exports/pathologies.csv');
    expect(log).not.toContain('2026-03');
    expect(log).not.toContain('passwords');
  });
});
