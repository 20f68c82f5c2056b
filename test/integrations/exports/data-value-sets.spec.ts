import { mkdtempSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { checkoutRoot } from '../../../dev/checkout';
import { formatDhis2Period } from '../../../src/integrations/exports/dhis2/data-value-sets.service';
import { parseDhis2Period } from '../../../src/integrations/exports/dhis2/dhis2-export';
import { MappingError, parseMapping } from '../../../src/integrations/exports/dhis2/dhis2-mapping';
import { dayOf, nextPeriod, parsePeriod, periodOf } from '../../../src/shared/period';
import { startPlatform, suitePlatform } from '../../support/platform';
import { EXPORT_ROLES, ExportPlatform, OTHER_ROLES, readBytes, readText } from './export-platform';
import { findProblems, createValidator } from './schema-validator';

const MAPPING = {
  dataSet: 'pBOMPrpg1QX',
  dataElements: [
    { dataElement: 'f7n9E0hX8qk', pathologies: ['B54', 'B50.9'] },
    { dataElement: 'eY5ehpbEsB7', categoryOptionCombo: 'HllvX50cXC0', pathologies: ['A00.9'] },
    { dataElement: 'Ix2HsbDMLea', pathologies: ['Fièvre du lac'] },
  ],
  organisationUnits: { KE: 'DiszpKrYNg8', TZ: 'FNnj3jKGS7i' },
};

const PATH = 'data-value-sets.json?period=2026-03';

const dataValueSetSchema = z.object({
  dataSet: z.string().optional(),
  dataValues: z.array(
    z.object({
      dataElement: z.string(),
      period: z.string(),
      orgUnit: z.string(),
      categoryOptionCombo: z.string().optional(),
      value: z.string().optional(),
      comment: z.string().optional(),
      deleted: z.boolean().optional(),
    }),
  ),
});

describe('DHIS2 data value set export', () => {
  const isDataValueSet = createValidator('dhis2-data-value-set.schema.json');
  const folder = mkdtempSync(join(tmpdir(), 'mapping-'));
  const mappingFile = join(folder, 'mapping.json');
  const settings = { DHIS2_MAPPING_FILE: mappingFile, SMALL_COUNT_THRESHOLD: '5' };
  const platform = new ExportPlatform(suitePlatform(settings));

  afterAll(() => rm(folder, { recursive: true }));

  beforeEach(async () => {
    await writeMapping(MAPPING);
    await platform.clearCounts();
    await platform.addCases('KE', '2026-03-10', { Malaria: 1204, 'Fièvre du lac': 70, Measles: 90 });
    await platform.addCases('TZ', '2026-03-10', { Malaria: 300 });
    await platform.addCases('UG', '2026-03-10', { Malaria: 500 });
  });

  async function writeMapping(mapping: unknown): Promise<void> {
    await writeFile(mappingFile, JSON.stringify(mapping));
  }

  async function download(query: string, country: string | null = 'KE') {
    const response = await platform.get(`data-value-sets.json?${query}`, 'ministry', country);
    const content: unknown = JSON.parse(readBytes(response).toString('utf8'));
    expect(findProblems(isDataValueSet, content)).toEqual([]);
    return dataValueSetSchema.parse(content);
  }

  it('has a value for each data element and country, also 0', async () => {
    const ofKenya = { period: '202603', orgUnit: 'DiszpKrYNg8' };
    expect(await download('period=2026-03')).toEqual({
      dataSet: 'pBOMPrpg1QX',
      dataValues: [
        { ...ofKenya, dataElement: 'f7n9E0hX8qk', value: '1204' },
        { ...ofKenya, dataElement: 'eY5ehpbEsB7', categoryOptionCombo: 'HllvX50cXC0', value: '0' },
        { ...ofKenya, dataElement: 'Ix2HsbDMLea', value: '70' },
      ],
    });
    const week = await download('period=2026-W11');
    expect(week.dataValues[0]).toMatchObject({ period: '2026W11', value: '1204' });
    expect((await download('period=2026-W12')).dataValues.map(({ value }) => value)).toEqual(['0', '0', '0']);
  });

  it('sums the pathologies of a data element', async () => {
    await platform.addCases('KE', '2026-03-11', { 'Plasmodium falciparum malaria': 96 });
    const malaria = await platform.app.database.query<{ icd10: string }[]>(
      `SELECT icd10 FROM pathology p JOIN pathology_name n ON n.pathology_id = p.id WHERE n.key = 'plasmodiumfalciparummalaria'`,
    );
    const codes = ['B54', malaria[0]?.icd10 ?? 'Plasmodium falciparum malaria'];
    await writeMapping({ ...MAPPING, dataElements: [{ dataElement: 'f7n9E0hX8qk', pathologies: codes }] });
    expect((await download('period=2026-03')).dataValues.map(({ value }) => value)).toEqual(['1300']);
  });

  it('has a comment and no value for a suppressed count', async () => {
    await platform.addCases('KE', '2026-03-11', { Cholera: 3 });
    const { dataValues } = await download('period=2026-03');
    const values = new Map(dataValues.map((value) => [value.dataElement, value]));
    expect(values.get('f7n9E0hX8qk')?.value).toBe('1204');
    for (const element of ['eY5ehpbEsB7', 'Ix2HsbDMLea']) {
      expect(values.get(element)).not.toHaveProperty('value');
      expect(values.get(element)?.comment).toMatch(/^Suppressed/);
    }
  });

  it('suppresses a sum that contains a suppressed count', async () => {
    await platform.addCases('KE', '2026-03-11', { Cholera: 3 });
    const dataElements = [{ dataElement: 'f7n9E0hX8qk', pathologies: ['B54', 'A00.9'] }];
    await writeMapping({ ...MAPPING, dataElements });
    const [sum] = (await download('period=2026-03')).dataValues;
    expect(sum).not.toHaveProperty('value');
  });

  it('deletes the value of a suppressed count if the mapping says "deleted"', async () => {
    await platform.addCases('KE', '2026-03-11', { Cholera: 3 });
    await writeMapping({ ...MAPPING, suppressed: 'deleted' });
    const cholera = (await download('period=2026-03')).dataValues[1];
    expect(cholera).toMatchObject({ dataElement: 'eY5ehpbEsB7', deleted: true });
    expect(cholera).not.toHaveProperty('value');
  });

  it('covers all mapped countries for an account of all countries, or the requested one', async () => {
    const units = async (query: string, country: string | null) =>
      [...new Set((await download(query, country)).dataValues.map(({ orgUnit }) => orgUnit))].sort();
    expect(await units('period=2026-03', '*')).toEqual(['DiszpKrYNg8', 'FNnj3jKGS7i']);
    expect(await units('period=2026-03&country=TZ', '*')).toEqual(['FNnj3jKGS7i']);
    expect(await units('period=2026-03', 'TZ')).toEqual(['FNnj3jKGS7i']);
  });

  it('lists the pathologies and countries that are not mapped', async () => {
    const path = 'data-value-sets-unmapped.json?period=2026-03';
    const downloadUnmapped = async (country: string): Promise<unknown> =>
      JSON.parse(readText(await platform.get(path, 'ministry', country)));
    expect(await downloadUnmapped('*')).toEqual({
      pathologies: [{ name: 'Measles', icd10: 'B05.9' }],
      countries: ['UG'],
    });
    expect(await downloadUnmapped('TZ')).toEqual({ pathologies: [], countries: [] });
  });

  it.each(EXPORT_ROLES)('returns 200 for the role %s', async (role) => {
    expect((await platform.get(PATH, role)).status).toBe(200);
  });

  it.each(OTHER_ROLES)('returns 403 for the role %s and 401 without a session', async (role) => {
    for (const path of ['data-value-sets.json', 'data-value-sets-unmapped.json']) {
      expect((await platform.get(`${path}?period=2026-03`, role)).status).toBe(403);
      expect((await platform.get(path)).status).toBe(401);
    }
  });

  it('returns 403 for another country and 400 for a period that is no month or week', async () => {
    const other = await platform.get('data-value-sets.json?period=2026-03&country=TZ', 'ministry', 'KE');
    expect(other.status).toBe(403);
    const quarter = await platform.get('data-value-sets.json?period=2026-Q1', 'ministry');
    expect(quarter.status).toBe(400);
    expect(readText(quarter)).toContain('period: expected a month or an ISO week');
  });

  it('returns 400 for a future period, and no values for a country without figures', async () => {
    const future = nextPeriod(nextPeriod(periodOf('month', dayOf(new Date()))));
    const response = await platform.get(`data-value-sets.json?period=${future.name}`, 'ministry');
    expect(response.status).toBe(400);
    expect(readText(response)).toContain('period: has not begun');
    await platform.clearCounts();
    const withoutFigures = await platform.get(PATH, 'ministry');
    expect(JSON.parse(readText(withoutFigures))).toMatchObject({ dataValues: [] });
  });

  it('returns 412 without a valid mapping file', async () => {
    await writeFile(mappingFile, '{');
    const broken = await platform.get(PATH, 'ministry');
    expect(broken.status).toBe(412);
    expect(readText(broken)).toContain('the mapping file is not JSON');
    await rm(mappingFile);
    const missing = await platform.get(PATH, 'ministry');
    expect(readText(missing)).toContain('the mapping file cannot be read (ENOENT)');
    expect(readText(missing)).not.toContain(folder);
    const withoutMapping = await startPlatform({ DATABASE_URL: platform.app.databaseUrl });
    const response = await new ExportPlatform(withoutMapping).get(PATH, 'ministry');
    await withoutMapping.close();
    expect(response.status).toBe(412);
    expect(readText(response)).toContain('DHIS2_MAPPING_FILE');
  });
});

describe('parseMapping', () => {
  it('accepts codes with the id scheme CODE', () => {
    const mapping = parseMapping(
      JSON.stringify({
        dataElementIdScheme: 'CODE',
        orgUnitIdScheme: 'CODE',
        dataElements: [{ dataElement: 'DE_MALARIA', pathologies: ['B54'] }],
        organisationUnits: { KE: 'OU_KENYA' },
      }),
    );
    expect(mapping.suppressed).toBe('comment');
  });

  it('accepts the example in the documentation', () => {
    const example = join(checkoutRoot, 'docs/dhis2-mapping.example.json');
    expect(parseMapping(readFileSync(example, 'utf8')).organisationUnits).toHaveProperty('KE');
  });

  it('throws one error with every problem', () => {
    const wrong = {
      dataElement: 'typo',
      dataElements: [
        { dataElement: 'DE_MALARIA', pathologies: ['B54', 'Malaria'] },
        { dataElement: 'f7n9E0hX8qk', pathologies: ['b54'] },
        { dataElement: 'f7n9E0hX8qk', pathologies: ['A00.9'] },
      ],
      organisationUnits: { KE: 'DiszpKrYNg8', XX: 'DiszpKrYNg8', tz: 'FNnj3jKGS7i' },
    };
    expect(() => parseMapping(JSON.stringify(wrong))).toThrow(MappingError);
    const parse = () => parseMapping(JSON.stringify({ ...wrong, dataElement: undefined }));
    for (const problem of [
      'dataElements[0].dataElement: "DE_MALARIA" is no UID of DHIS2',
      'dataElements[1].pathologies[0]: "b54" is listed twice',
      'dataElements[2].dataElement: listed before; put all its pathologies there',
      'organisationUnits.XX: expected a country such as KE in capitals',
      'organisationUnits.XX: "DiszpKrYNg8" is another country’s',
      'organisationUnits.tz: expected a country such as KE in capitals',
    ]) {
      expect(parse).toThrow(problem);
    }
  });
});

describe('DHIS2 periods', () => {
  it.each([
    ['2026-03', '202603'],
    ['2026-W11', '2026W11'],
    ['2026-W05', '2026W5'],
  ])('converts %s to %s and back', (name, dhis2Name) => {
    const period = parsePeriod(name);
    expect(period && formatDhis2Period(period)).toBe(dhis2Name);
    expect(parseDhis2Period(dhis2Name)?.name).toBe(name);
    expect(parseDhis2Period(name)?.name).toBe(name);
  });

  it.each(['2026', '2026Q1', '202613', '2026W54', '20263', '26-03', '2026-3', ''])('rejects %j', (text) => {
    expect(parseDhis2Period(text)).toBeUndefined();
  });
});
