import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { formatReports } from '../../../src/integrations/exports/measure-reports/format-report';
import {
  type MeasureReport,
  buildBundle,
  buildMeasureReport,
} from '../../../src/integrations/exports/measure-reports/measure-report';
import { parsePeriod } from '../../../src/shared/period';
import { countTurns } from '../../support/count-turns';
import { suitePlatform } from '../../support/platform';
import { EXPORT_ROLES, ExportPlatform, OTHER_ROLES, readBytes, readText } from './export-platform';
import { findProblems, createValidator } from './schema-validator';

const populationSchema = z.object({
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
      population: z.array(populationSchema),
    }),
  ),
});

const bundleSchema = z.object({
  resourceType: z.literal('Bundle'),
  entry: z.array(z.object({ fullUrl: z.string(), resource: reportSchema })),
});

/** Keeps all elements of the reports, to check them against a schema. */
const unparsedBundleSchema = z.object({ entry: z.array(z.object({ resource: z.unknown() })) });

describe('FHIR MeasureReport export', () => {
  const platform = new ExportPlatform(suitePlatform({ SMALL_COUNT_THRESHOLD: '5' }));
  const isFhir = createValidator('fhir-r4.schema.json');
  const isMadx = createValidator('madx-measure-report.schema.json');

  beforeEach(async () => {
    await platform.clearCounts();
    await platform.addCases('KE', '2026-03-03', {
      Malaria: 1204,
      Cholera: 2,
      Measles: 60,
      'Fièvre  du   lac': 300,
    });
    await platform.addCases('TZ', '2026-03-04', { Malaria: 300 });
  });

  async function download(path: string, country: string | null = 'KE'): Promise<unknown> {
    return JSON.parse(readBytes(await platform.get(path, 'ministry', country)).toString('utf8'));
  }

  it.each(['2026-03', '2026-W10', '2026-Q1', '2026'])(
    'is valid by HL7’s schema and IHE’s profile for %s',
    async (period) => {
      const report = await download(`measure-report.json?period=${period}`);
      expect(findProblems(isFhir, report)).toEqual([]);
      expect(findProblems(isMadx, report)).toEqual([]);
      const bundle = await download(`measure-report.json?period=${period}`, '*');
      expect(findProblems(isFhir, bundle)).toEqual([]);
      for (const { resource } of unparsedBundleSchema.parse(bundle).entry) {
        expect(findProblems(isMadx, resource)).toEqual([]);
      }
    },
  );

  it('fails the schemas when it is invalid', async () => {
    const report = z.looseObject({}).parse(await download('measure-report.json?period=2026-03'));
    expect(findProblems(isFhir, { ...report, period: undefined, cases: 3 })).not.toEqual([]);
    expect(findProblems(isFhir, { ...report, group: [{ population: [{ count: 'many' }] }] })).not.toEqual([]);
    expect(findProblems(isMadx, { ...report, subject: undefined })).not.toEqual([]);
    expect(findProblems(isMadx, { ...report, group: [{ population: [{ count: 3 }] }] })).not.toEqual([]);
  });

  it('identifies pathologies by ICD-10 code, or by name without one', async () => {
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

  it('merges pathologies that share a code', async () => {
    const shared = await platform.app.database.query<{ name: string; icd10: string }[]>(
      `SELECT name, icd10 FROM pathology WHERE icd10 IN (SELECT icd10 FROM pathology GROUP BY icd10 HAVING count(*) > 1)`,
    );
    await platform.addCases('KE', '2026-03-05', Object.fromEntries(shared.map(({ name }) => [name, 400])));
    const report = reportSchema.parse(await download('measure-report.json?period=2026-03'));
    const codes = report.group.map(({ code }) => code.coding[0]?.code);
    expect(new Set(codes).size).toBe(codes.length);
    const merged = report.group.find(({ code }) => code.coding[0]?.code === shared[0]?.icd10);
    expect(merged?.population[0]?.count).toBe(400 * shared.length);
  });

  it('masks suppressed counts', async () => {
    const report = reportSchema.parse(await download('measure-report.json?period=2026-03'));
    const masked = report.group.filter(({ population: [number] }) => number?.count === undefined);
    expect(masked).toHaveLength(2);
    for (const { population: numbers } of masked) {
      expect(numbers[0]?._count?.extension).toEqual([
        { url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'masked' },
      ]);
    }
  });

  it('reports 0 for a country without cases', async () => {
    const report = reportSchema.parse(await download('measure-report.json?period=2025-03'));
    expect(report.group.map(({ population: [number] }) => number?.count)).toEqual([0]);
  });

  it('is a bundle for all countries, and one report for a requested country', async () => {
    const bundle = bundleSchema.parse(await download('measure-report.json?period=2026-03', '*'));
    expect(bundle.entry.map(({ resource }) => resource.subject.reference)).toEqual(['#KE', '#TZ']);
    const single = reportSchema.parse(await download('measure-report.json?period=2026-03&country=TZ', '*'));
    expect(single.subject.reference).toBe('#TZ');
  });

  it('has the status pending until its period ends', async () => {
    const year = new Date().getUTCFullYear();
    const downloadYear = (period: number) => download(`measure-report.json?period=${period}`);
    expect(reportSchema.parse(await downloadYear(year)).status).toBe('pending');
    expect(reportSchema.parse(await downloadYear(year - 1)).status).toBe('complete');
  });

  it('is downloaded with the media type of FHIR', async () => {
    const { headers } = await platform.get('measure-report.json?period=2026-03', 'ministry');
    expect(headers['content-type']).toBe('application/fhir+json; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="measure-report_2026-03_KE.json"');
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each(EXPORT_ROLES)('returns 200 for the role %s', async (role) => {
    expect((await platform.get('measure-report.json?period=2026-03', role)).status).toBe(200);
  });

  it.each(OTHER_ROLES)('returns 403 for the role %s', async (role) => {
    expect((await platform.get('measure-report.json?period=2026-03', role)).status).toBe(403);
  });

  it('returns 401 without a session, 403 for another country and 400 without a period', async () => {
    expect((await platform.get('measure-report.json')).status).toBe(401);
    const response = await platform.get('measure-report.json?period=2026-03&country=TZ', 'ministry', 'KE');
    expect(response.status).toBe(403);
    expect(readText(response)).not.toContain('300');
    expect((await platform.get('measure-report.json', 'ministry')).status).toBe(400);
  });
});

describe('a FHIR MeasureReport of many pathologies', () => {
  const context = { origin: 'https://health.example', now: new Date('2026-04-01T08:00:00Z') };

  async function buildReport(count: number) {
    const period = parsePeriod('2026-03');
    if (!period) throw new TypeError('2026-03 is a period');
    const pathologies = Array.from({ length: count }, (_, index) => ({
      name: `Fever "${index}"`,
      icd10: null,
      cases: index,
    }));
    return buildMeasureReport({ period, country: 'KE', total: count, pathologies }, context);
  }

  async function* each(reports: readonly MeasureReport[]) {
    yield* await Promise.resolve(reports);
  }

  it('is built and formatted in turns of the caller, one for each pathology', async () => {
    expect(await countTurns(() => buildReport(300))).toBeGreaterThanOrEqual(300);
    const report = await buildReport(300);
    for (const reports of [report, buildBundle(each([report]), context)])
      expect(await countTurns(() => text(formatReports(reports)))).toBeGreaterThanOrEqual(300);
  });

  it('has the same JSON as if it were formatted in one piece', async () => {
    const reports = [await buildReport(0), await buildReport(300)];
    for (const report of reports) expect(await text(formatReports(report))).toBe(JSON.stringify(report));
    for (const listed of [reports, reports.slice(1), []]) {
      const entry = listed.map((resource) => ({
        fullUrl: `https://health.example/MeasureReport/${resource.id}`,
        resource,
      }));
      const timestamp = '2026-04-01T08:00:00.000Z';
      expect(await text(formatReports(buildBundle(each(listed), context)))).toBe(
        JSON.stringify({ resourceType: 'Bundle', type: 'collection', timestamp, entry }),
      );
    }
  });
});
