import readXlsxFile from 'read-excel-file/node';
import request from 'supertest';
import { z } from 'zod';
import { ROLES } from '../../../src/platform/access/role';
import { addDays } from '../../../src/shared/calendar';
import { ExportPlatform, bytesOf, linesOf, textOf } from './export-platform';

const TABLES = [
  ['summary', 'period=2026-03'],
  ['pathologies', 'period=2026-03'],
  ['medications', 'period=2026-03'],
  ['countries', 'period=2026-03'],
  ['trend', 'pathologies=Malaria&from=2026-01&to=2026-03'],
  ['alerts', 'week=2026-W11'],
] as const;

const PATHS = TABLES.flatMap(([table, query]) => [`${table}.csv?${query}`, `${table}.xlsx?${query}`]);

const alertsSchema = z.object({
  result: z.object({ data: z.object({ json: z.object({ data: statisticsOfAlerts() }) }) }),
});

function statisticsOfAlerts() {
  const number = z.number();
  const alert = z.object({
    pathology: z.string(),
    week: z.string(),
    rule: z.string(),
    count: number,
    expected: number.nullable(),
    threshold: number,
  });
  return z.object({ alerts: z.array(alert) });
}

async function csvOf(response: ReturnType<ExportPlatform['get']>): Promise<string[][]> {
  return linesOf(await response);
}

describe('the tables of the ministry’s page as files', () => {
  let ministry: ExportPlatform;

  beforeAll(async () => {
    ministry = await ExportPlatform.start();
  });

  afterAll(async () => {
    await ministry.close();
  });

  beforeEach(async () => {
    await ministry.clear();
    await ministry.cases('KE', '2026-03-03', { Malaria: 1204, Cholera: 2, 'Fièvre du lac': 7 });
    await ministry.cases('KE', '2026-02-03', { Malaria: 1000 });
    await ministry.cases('TZ', '2026-03-04', { Malaria: 300, Measles: 1 });
    await ministry.units('KE', '2026-03-03', { Paracetamol: 58_210, Amoxicillin: 3 });
    await ministry.units('TZ', '2026-03-03', { Paracetamol: 10 });
  });

  it('give the numbers that SQL gives, as CSV', async () => {
    const [header, ...lines] = await csvOf(ministry.get('pathologies.csv?period=2026-03', 'ministry'));
    expect(header).toEqual(['Pathology', 'ICD-10', 'Cases']);
    const rows = await ministry.platform.database.query<string[][]>(
      `SELECT p.name, coalesce(p.icd10, '') AS icd10, sum(c.cases)::text AS cases
       FROM pathology_daily_count c JOIN pathology p ON p.id = c.pathology_id
       WHERE c.country = 'KE' AND c.day >= '2026-03-01' AND c.day < '2026-04-01'
       GROUP BY p.id ORDER BY sum(c.cases) DESC`,
    );
    expect(lines).toEqual(rows.map((row) => Object.values(row)));
    expect(lines.map(([name, , cases]) => [name, cases])).toEqual([
      ['Malaria', '1204'],
      ['Fièvre du lac', '7'],
      ['Cholera', '2'],
    ]);
  });

  it('give numbers as numbers, text as text and what the table is of, as Excel', async () => {
    const file = bytesOf(await ministry.get('pathologies.xlsx?period=2026-03', 'ministry'));
    const [data, about] = await readXlsxFile(file);
    expect(data?.sheet).toBe('Data');
    expect(data?.data.map(([name, , cases]) => [name, cases])).toEqual([
      ['Pathology', 'Cases'],
      ['Malaria', 1204],
      ['Fièvre du lac', 7],
      ['Cholera', 2],
    ]);
    expect(about?.sheet).toBe('About');
    const said = new Map(about?.data.map(([name, text]) => [name, text]));
    expect(said.get('Of')).toBe('2026-03');
    expect(said.get('Country')).toBe('KE');
    expect(said.get('Small numbers')).toBe('Nothing is suppressed');
  });

  it('give every other table too', async () => {
    const table = (path: string, country: string | null = '*') =>
      csvOf(ministry.get(path, 'ministry', country));
    expect(await table('medications.csv?period=2026-03')).toEqual([
      ['Medication', 'ATC', 'Units sold'],
      ['Paracetamol', 'N02BE01', '58220'],
      ['Amoxicillin', 'J01CA04', '3'],
    ]);
    expect(await table('countries.csv?period=2026-03')).toEqual([
      ['Country', 'Name', 'Cases'],
      ['KE', 'Kenya', '1213'],
      ['TZ', 'Tanzania', '301'],
    ]);
    expect(await table('countries.csv?period=2026-03&pathology=paludisme')).toEqual([
      ['Country', 'Name', 'Cases'],
      ['KE', 'Kenya', '1204'],
      ['TZ', 'Tanzania', '300'],
    ]);
    expect(await table('countries.csv?period=2026-03&medication=Paracetamol')).toEqual([
      ['Country', 'Name', 'Units sold'],
      ['KE', 'Kenya', '58210'],
      ['TZ', 'Tanzania', '10'],
    ]);
    expect(
      await table('trend.csv?pathologies=Malaria&pathologies=Cholera&from=2026-02&to=2026-03', 'KE'),
    ).toEqual([
      ['Period', 'Pathology', 'Cases'],
      ['2026-02', 'Malaria', '1000'],
      ['2026-03', 'Malaria', '1204'],
      ['2026-02', 'Cholera', '0'],
      ['2026-03', 'Cholera', '2'],
    ]);
    const [header, cases, units] = await table('summary.csv?period=2026-03', 'KE');
    expect(header).toContain('Change on previous period');
    expect(cases).toEqual(['Cases', '2026-03', '2026-03-31', '1213', '1000', '0.213', '0', '']);
    expect(units).toEqual(['Units sold', '2026-03', '2026-03-31', '58213', '0', '', '0', '']);
  });

  it('give the alerts, with what history predicts', async () => {
    await ministry.clear();
    for (let week = 0; week < 8; week += 1) {
      await ministry.cases('KE', addDays('2026-01-05', 7 * week), { Typhoid: 10 + (week % 2) });
    }
    await ministry.cases('KE', '2026-03-03', { Typhoid: 400, Cholera: 1 });
    const lines = await csvOf(ministry.get('alerts.csv?week=2026-W10', 'ministry'));
    const { week, rule, count, expected, threshold } = await alertOf('Typhoid fever');
    expect(lines).toContainEqual(['2026-W10', 'KE', 'Cholera', 'A00.9', 'notifiable', '1', '', '1']);
    expect(lines).toContainEqual(
      [week, 'KE', 'Typhoid fever', 'A01.0', rule, count, expected, threshold].map(String),
    );

    async function alertOf(pathology: string) {
      const session = await ministry.platform.session({ role: 'ministry', country: 'KE' });
      const { text } = await request(ministry.platform.server)
        .post('/api/trpc/health.alerts')
        .set('Cookie', session)
        .send({ 0: { json: { week: '2026-W10' } } });
      const alert = alertsSchema

        .parse(JSON.parse(text))
        .result.data.json.data.alerts.find((one) => one.pathology === pathology && one.rule === 'ears-c2');
      if (!alert) throw new Error(`there is no alert of ${pathology}`);
      return alert;
    }
  });

  it('are named after what they are, and kept by nobody on the way', async () => {
    const { headers } = await ministry.get('pathologies.csv?period=2026-03', 'ministry');
    expect(headers['content-disposition']).toBe('attachment; filename="pathologies_2026-03_KE.csv"');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    const workbook = await ministry.get('trend.xlsx?pathologies=Malaria&from=2026-W01&to=2026-W11', 'admin');
    expect(workbook.headers['content-disposition']).toBe(
      'attachment; filename="trend_2026-W01_2026-W11_all.xlsx"',
    );
    const one = await ministry.get('countries.csv?period=2026-03&pathology=Fièvre%20du%20lac', 'ministry');
    expect(one.headers['content-disposition']).toBe(
      'attachment; filename="countries_Fievre-du-lac_2026-03_KE.csv"',
    );
  });

  it('begin with a byte-order mark and end their lines as Excel does', async () => {
    const file = bytesOf(await ministry.get('pathologies.csv?period=2026-03', 'ministry'));
    expect(file.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const text = file.toString('utf8');
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it.each(['=HYPERLINK("http://x")', '+1+1', '-2+3', '@SUM(A1)', '＝7+1'])(
    'do not run the pathology %s as a formula',
    async (name) => {
      await ministry.cases('KE', '2026-03-05', { [name]: 9 });
      const lines = await csvOf(ministry.get('pathologies.csv?period=2026-03', 'ministry'));
      expect(lines.find(([, , cases]) => cases === '9')?.[0]).toBe(`'${name}`);
      const file = bytesOf(await ministry.get('pathologies.xlsx?period=2026-03', 'ministry'));
      const [data] = await readXlsxFile(file);
      expect(data?.data.find(([, , cases]) => cases === 9)?.[0]).toBe(name);
    },
  );

  it('keep a falling number a number', async () => {
    await ministry.cases('KE', '2026-02-05', { Measles: 1426 });
    const [, cases] = await csvOf(ministry.get('summary.csv?period=2026-03', 'ministry'));
    expect(cases?.slice(3, 6)).toEqual(['1213', '2426', '-0.5']);
  });

  it('can be large', async () => {
    const many = Array.from({ length: 2_000 }, (_, index) => [`Fever ${index}`, index + 1] as const);
    await ministry.cases('KE', '2026-03-06', Object.fromEntries(many));
    const lines = await csvOf(ministry.get('pathologies.csv?period=2026-03', 'ministry'));
    expect(lines).toHaveLength(2_004);
    const file = bytesOf(await ministry.get('pathologies.xlsx?period=2026-03', 'ministry'));
    const [data] = await readXlsxFile(file);
    expect(data?.data).toHaveLength(2_004);
  });

  describe.each(PATHS)('%s', (path) => {
    it.each(['ministry', 'admin'] as const)('is given to a %s', async (role) => {
      expect((await ministry.get(path, role)).status).toBe(200);
    });

    it.each(ROLES.filter((role) => role !== 'ministry' && role !== 'admin'))(
      'is not given to a %s',
      async (role) => {
        const response = await ministry.get(path, role);
        expect(response.status).toBe(403);
        expect(JSON.parse(textOf(response))).toMatchObject({
          message: 'You do not have required permission (10002)',
        });
      },
    );

    it('is not given to nobody, nor anything said of the parameters', async () => {
      for (const target of [path, path.replace(/\?.*/, '')]) {
        const response = await ministry.get(target);
        expect(response.status).toBe(401);
        expect(JSON.parse(textOf(response))).toMatchObject({ message: 'Please login (10001)' });
      }
    });

    it('is not given of another country to a ministry of one', async () => {
      expect((await ministry.get(`${path}&country=KE`, 'ministry', 'KE')).status).toBe(200);
      const response = await ministry.get(`${path}&country=TZ`, 'ministry', 'KE');
      expect(response.status).toBe(403);
      expect(textOf(response)).toContain('your account is tied to KE');
      expect((await ministry.get(path, 'ministry', null)).status).toBe(403);
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
  ])('say what is wrong with %s', async (path, message) => {
    const response = await ministry.get(path, 'ministry');
    expect(response.status).toBe(400);
    const told = z.object({ message: z.string() }).parse(JSON.parse(textOf(response))).message;
    if (typeof message === 'string') expect(told).toBe(message);
    else expect(told).toMatch(message);
  });

  it('say that nobody has heard of a pathology', async () => {
    const response = await ministry.get('trend.csv?pathologies=Xyz&from=2026-01&to=2026-02', 'ministry');
    expect(response.status).toBe(404);
    expect(textOf(response)).toContain('no pathology is called');
  });

  it('are known to the request log by their paths, without their parameters', async () => {
    await ministry.get('pathologies.csv?period=2026-03', 'ministry');
    await ministry.get('passwords.csv?period=2026-03', 'ministry');
    const log = ministry.platform.logLines.join('');
    expect(log).toContain('/api/exports/pathologies.csv');
    expect(log).not.toContain('2026-03');
    expect(log).not.toContain('passwords');
  });
});
