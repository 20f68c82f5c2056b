import { z } from 'zod';
import { ROLES } from '../../../src/platform/access/role';
import { ExportPlatform, bytesOf, textOf } from './export-platform';
import { problemsOf, validatorOf } from './schema-validator';

const population = z.object({
  count: z.int().optional(),
  _count: z.object({ extension: z.array(z.object({ url: z.string(), valueCode: z.string() })) }).optional(),
});

const reportSchema = z.object({
  id: z.string(),
  status: z.string(),
  subject: z.object({ reference: z.string() }),
  period: z.object({ start: z.string(), end: z.string() }),
  group: z.array(
    z.object({
      code: z.object({ coding: z.array(z.object({ system: z.string(), code: z.string() })) }),
      population: z.array(population),
    }),
  ),
});

const bundleSchema = z.object({
  resourceType: z.literal('Bundle'),
  entry: z.array(z.object({ fullUrl: z.string(), resource: reportSchema })),
});

describe('the cases of a period as FHIR MeasureReports', () => {
  let ministry: ExportPlatform;
  const isFhir = validatorOf('fhir-r4.schema.json');
  const isMadx = validatorOf('madx-measure-report.schema.json');

  beforeAll(async () => {
    ministry = await ExportPlatform.start({ SMALL_COUNT_THRESHOLD: '5' });
  });

  afterAll(async () => {
    await ministry.close();
  });

  beforeEach(async () => {
    await ministry.clear();
    await ministry.cases('KE', '2026-03-03', {
      Malaria: 1204,
      Cholera: 2,
      Measles: 60,
      'Fièvre  du   lac': 300,
    });
    await ministry.cases('TZ', '2026-03-04', { Malaria: 300 });
  });

  async function download(path: string, country: string | null = 'KE'): Promise<unknown> {
    return JSON.parse(bytesOf(await ministry.get(path, 'ministry', country)).toString('utf8'));
  }

  it.each(['2026-03', '2026-W10', '2026-Q1', '2026'])(
    'are valid by HL7’s schema and IHE’s profile for %s',
    async (period) => {
      const report = await download(`measure-report.json?period=${period}`);
      expect(problemsOf(isFhir, report)).toEqual([]);
      expect(problemsOf(isMadx, report)).toEqual([]);
      const bundle = await download(`measure-report.json?period=${period}`, '*');
      expect(problemsOf(isFhir, bundle)).toEqual([]);
      for (const { resource } of z
        .object({ entry: z.array(z.object({ resource: z.unknown() })) })
        .parse(bundle).entry) {
        expect(problemsOf(isMadx, resource)).toEqual([]);
      }
    },
  );

  it('are checked by schemas that refuse what is wrong', async () => {
    const report = z.looseObject({}).parse(await download('measure-report.json?period=2026-03'));
    expect(problemsOf(isFhir, { ...report, period: undefined, cases: 3 })).not.toEqual([]);
    expect(problemsOf(isFhir, { ...report, group: [{ population: [{ count: 'many' }] }] })).not.toEqual([]);
    expect(problemsOf(isMadx, { ...report, subject: undefined })).not.toEqual([]);
    expect(problemsOf(isMadx, { ...report, group: [{ population: [{ count: 3 }] }] })).not.toEqual([]);
  });

  it('code pathologies by ICD-10, others by their name, and count them', async () => {
    const report = reportSchema.parse(await download('measure-report.json?period=2026-03'));
    expect(report.id).toBe('cases-2026-03-KE');
    expect(report.period).toEqual({ start: '2026-03-01', end: '2026-03-31' });
    const counts = report.group.map(({ code, population: [number] }) => [
      code.coding[0]?.system,
      code.coding[0]?.code,
      number?.count,
    ]);
    expect(counts.slice(0, 3)).toEqual([
      ['http://localhost:3000/CodeSystem/indicator', 'cases', 1566],
      ['http://hl7.org/fhir/sid/icd-10', 'B54', 1204],
      ['http://localhost:3000/CodeSystem/pathology', 'Fièvre du lac', 300],
    ]);
  });

  it('give one number for pathologies that share a code', async () => {
    const shared = await ministry.platform.database.query<{ name: string; icd10: string }[]>(
      `SELECT name, icd10 FROM pathology WHERE icd10 IN (SELECT icd10 FROM pathology GROUP BY icd10 HAVING count(*) > 1)`,
    );
    await ministry.cases('KE', '2026-03-05', Object.fromEntries(shared.map(({ name }) => [name, 400])));
    const report = reportSchema.parse(await download('measure-report.json?period=2026-03'));
    const codes = report.group.map(({ code }) => code.coding[0]?.code);
    expect(new Set(codes).size).toBe(codes.length);
    const line = report.group.find(({ code }) => code.coding[0]?.code === shared[0]?.icd10);
    expect(line?.population[0]?.count).toBe(400 * shared.length);
  });

  it('mask small numbers, which are neither zero nor absent', async () => {
    const report = reportSchema.parse(await download('measure-report.json?period=2026-03'));
    const masked = report.group.filter(({ population: [number] }) => number?.count === undefined);
    expect(masked).toHaveLength(2);
    for (const { population: numbers } of masked) {
      expect(numbers[0]?._count?.extension).toEqual([
        { url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'masked' },
      ]);
    }
  });

  it('say that a country had no case', async () => {
    const report = reportSchema.parse(await download('measure-report.json?period=2025-03'));
    expect(report.group.map(({ population: [number] }) => number?.count)).toEqual([0]);
  });

  it('are several in a bundle for all countries, and one for the country that is asked for', async () => {
    const bundle = bundleSchema.parse(await download('measure-report.json?period=2026-03', '*'));
    expect(bundle.entry.map(({ resource }) => resource.subject.reference)).toEqual(['#KE', '#TZ']);
    const one = reportSchema.parse(await download('measure-report.json?period=2026-03&country=TZ', '*'));
    expect(one.subject.reference).toBe('#TZ');
  });

  it('are pending while their period is not over', async () => {
    const year = new Date().getUTCFullYear();
    const ask = (period: number) => download(`measure-report.json?period=${period}`);
    expect(reportSchema.parse(await ask(year)).status).toBe('pending');
    expect(reportSchema.parse(await ask(year - 1)).status).toBe('complete');
  });

  it('are downloaded as FHIR', async () => {
    const { headers } = await ministry.get('measure-report.json?period=2026-03', 'ministry');
    expect(headers['content-type']).toBe('application/fhir+json; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="measure-report_2026-03_KE.json"');
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each(['ministry', 'admin'] as const)('are given to a %s', async (role) => {
    expect((await ministry.get('measure-report.json?period=2026-03', role)).status).toBe(200);
  });

  it.each(ROLES.filter((role) => role !== 'ministry' && role !== 'admin'))(
    'are not given to a %s',
    async (role) => {
      expect((await ministry.get('measure-report.json?period=2026-03', role)).status).toBe(403);
    },
  );

  it('are given to nobody without a session, nor of another country', async () => {
    expect((await ministry.get('measure-report.json')).status).toBe(401);
    const response = await ministry.get('measure-report.json?period=2026-03&country=TZ', 'ministry', 'KE');
    expect(response.status).toBe(403);
    expect(textOf(response)).not.toContain('300');
    expect((await ministry.get('measure-report.json', 'ministry')).status).toBe(400);
  });
});
