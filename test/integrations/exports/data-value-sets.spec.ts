import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { checkoutRoot } from '../../../dev/checkout';
import { ROLES } from '../../../src/platform/access/role';
import { parsePeriod } from '../../../src/shared/calendar';
import { dhis2Period } from '../../../src/integrations/exports/dhis2/data-value-sets.service';
import { parseDhis2Period } from '../../../src/integrations/exports/dhis2/dhis2-export.service';
import { MappingError, parseMapping } from '../../../src/integrations/exports/dhis2/dhis2-mapping';
import { dayOf, nextPeriod, periodOf } from '../../../src/shared/calendar';
import { ExportPlatform, bytesOf, textOf } from './export-platform';
import { problemsOf, validatorOf } from './schema-validator';

const MAPPING = {
  dataSet: 'pBOMPrpg1QX',
  dataElements: [
    { dataElement: 'f7n9E0hX8qk', pathologies: ['B54', 'B50.9'] },
    { dataElement: 'eY5ehpbEsB7', categoryOptionCombo: 'HllvX50cXC0', pathologies: ['A00.9'] },
    { dataElement: 'Ix2HsbDMLea', pathologies: ['Fièvre du lac'] },
  ],
  organisationUnits: { KE: 'DiszpKrYNg8', TZ: 'FNnj3jKGS7i' },
};

const setSchema = z.object({
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

describe('the cases of a month or week as data values of DHIS2', () => {
  const isDataValueSet = validatorOf('dhis2-data-value-set.schema.json');
  let folder: string;
  let mappingFile: string;
  let ministry: ExportPlatform;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mapping-'));
    mappingFile = join(folder, 'mapping.json');
    ministry = await ExportPlatform.start({ DHIS2_MAPPING_FILE: mappingFile, SMALL_COUNT_THRESHOLD: '5' });
  });

  afterAll(async () => {
    await ministry.close();
    await rm(folder, { recursive: true });
  });

  beforeEach(async () => {
    await write(MAPPING);
    await ministry.clear();
    await ministry.cases('KE', '2026-03-10', { Malaria: 1204, 'Fièvre du lac': 70, Measles: 90 });
    await ministry.cases('TZ', '2026-03-10', { Malaria: 300 });
    await ministry.cases('UG', '2026-03-10', { Malaria: 500 });
  });

  async function write(mapping: unknown): Promise<void> {
    await writeFile(mappingFile, JSON.stringify(mapping));
  }

  async function download(query: string, country: string | null = 'KE') {
    const response = await ministry.get(`data-value-sets.json?${query}`, 'ministry', country);
    const content: unknown = JSON.parse(bytesOf(response).toString('utf8'));
    expect(problemsOf(isDataValueSet, content)).toEqual([]);
    return setSchema.parse(content);
  }

  it('are one for each data element and country, zeros too', async () => {
    expect(await download('period=2026-03')).toEqual({
      dataSet: 'pBOMPrpg1QX',
      dataValues: [
        { dataElement: 'f7n9E0hX8qk', period: '202603', orgUnit: 'DiszpKrYNg8', value: '1204' },
        {
          dataElement: 'eY5ehpbEsB7',
          categoryOptionCombo: 'HllvX50cXC0',
          period: '202603',
          orgUnit: 'DiszpKrYNg8',
          value: '0',
        },
        { dataElement: 'Ix2HsbDMLea', period: '202603', orgUnit: 'DiszpKrYNg8', value: '70' },
      ],
    });
    const week = await download('period=2026-W11');
    expect(week.dataValues[0]).toMatchObject({ period: '2026W11', value: '1204' });
    expect((await download('period=2026-W12')).dataValues.map(({ value }) => value)).toEqual(['0', '0', '0']);
  });

  it('sum what is mapped to one data element', async () => {
    await ministry.cases('KE', '2026-03-11', { 'Plasmodium falciparum malaria': 96 });
    const malaria = await ministry.platform.database.query<{ icd10: string }[]>(
      `SELECT icd10 FROM pathology p JOIN pathology_name n ON n.pathology_id = p.id WHERE n.key = 'plasmodiumfalciparummalaria'`,
    );
    const codes = ['B54', malaria[0]?.icd10 ?? 'Plasmodium falciparum malaria'];
    await write({ ...MAPPING, dataElements: [{ dataElement: 'f7n9E0hX8qk', pathologies: codes }] });
    expect((await download('period=2026-03')).dataValues.map(({ value }) => value)).toEqual(['1300']);
  });

  it('carry a comment and no value where the number is withheld', async () => {
    await ministry.cases('KE', '2026-03-11', { Cholera: 3 });
    const values = new Map(
      (await download('period=2026-03')).dataValues.map((one) => [one.dataElement, one]),
    );
    expect(values.get('f7n9E0hX8qk')?.value).toBe('1204');
    for (const element of ['eY5ehpbEsB7', 'Ix2HsbDMLea']) {
      expect(values.get(element)).not.toHaveProperty('value');
      expect(values.get(element)?.comment).toMatch(/^Suppressed/);
    }
  });

  it('are withheld where a withheld number is part of the sum, which the table would tell', async () => {
    await ministry.cases('KE', '2026-03-11', { Cholera: 3 });
    await write({
      ...MAPPING,
      dataElements: [{ dataElement: 'f7n9E0hX8qk', pathologies: ['B54', 'A00.9'] }],
    });
    const [sum] = (await download('period=2026-03')).dataValues;
    expect(sum).not.toHaveProperty('value');
  });

  it('say that there is no value any more, where the mapping wants that for withheld ones', async () => {
    await ministry.cases('KE', '2026-03-11', { Cholera: 3 });
    await write({ ...MAPPING, suppressed: 'deleted' });
    const cholera = (await download('period=2026-03')).dataValues[1];
    expect(cholera).toMatchObject({ dataElement: 'eY5ehpbEsB7', deleted: true });
    expect(cholera).not.toHaveProperty('value');
  });

  it('are of all mapped countries for who may see all, and of one for who asks for one', async () => {
    const units = async (query: string, country: string | null) =>
      [...new Set((await download(query, country)).dataValues.map(({ orgUnit }) => orgUnit))].sort();
    expect(await units('period=2026-03', '*')).toEqual(['DiszpKrYNg8', 'FNnj3jKGS7i']);
    expect(await units('period=2026-03&country=TZ', '*')).toEqual(['FNnj3jKGS7i']);
    expect(await units('period=2026-03', 'TZ')).toEqual(['FNnj3jKGS7i']);
  });

  it('come with a list of what the mapping has no place for', async () => {
    const ask = async (country: string): Promise<unknown> =>
      JSON.parse(
        textOf(await ministry.get('data-value-sets-unmapped.json?period=2026-03', 'ministry', country)),
      );
    expect(await ask('*')).toEqual({
      pathologies: [{ name: 'Measles', icd10: 'B05.9' }],
      countries: ['UG'],
    });
    expect(await ask('TZ')).toEqual({ pathologies: [], countries: [] });
  });

  it.each(['ministry', 'admin'] as const)('are given to a %s', async (role) => {
    expect((await ministry.get('data-value-sets.json?period=2026-03', role)).status).toBe(200);
  });

  it.each(ROLES.filter((role) => role !== 'ministry' && role !== 'admin'))(
    'are not given to a %s',
    async (role) => {
      for (const path of ['data-value-sets.json', 'data-value-sets-unmapped.json']) {
        expect((await ministry.get(`${path}?period=2026-03`, role)).status).toBe(403);
        expect((await ministry.get(path)).status).toBe(401);
      }
    },
  );

  it('are not given of another country, nor for a period that DHIS2 has no data for', async () => {
    const other = await ministry.get('data-value-sets.json?period=2026-03&country=TZ', 'ministry', 'KE');
    expect(other.status).toBe(403);
    const quarter = await ministry.get('data-value-sets.json?period=2026-Q1', 'ministry');
    expect(quarter.status).toBe(400);
    expect(textOf(quarter)).toContain('period: expected a month or an ISO week');
  });

  it('report no zeros of a period that has not begun, nor of a country without any figures', async () => {
    const future = nextPeriod(nextPeriod(periodOf('month', dayOf(new Date()))));
    const response = await ministry.get(`data-value-sets.json?period=${future.name}`, 'ministry');
    expect(response.status).toBe(400);
    expect(textOf(response)).toContain('period: has not begun');
    await ministry.clear();
    const none = await ministry.get('data-value-sets.json?period=2026-03', 'ministry');
    expect(JSON.parse(textOf(none))).toMatchObject({ dataValues: [] });
  });

  it('are not made without a mapping, and what is wrong with one is told at once', async () => {
    await writeFile(mappingFile, '{');
    const broken = await ministry.get('data-value-sets.json?period=2026-03', 'ministry');
    expect(broken.status).toBe(412);
    expect(textOf(broken)).toContain('the mapping file is not JSON');
    await rm(mappingFile);
    const missing = await ministry.get('data-value-sets.json?period=2026-03', 'ministry');
    expect(textOf(missing)).toContain('the mapping file cannot be read (ENOENT)');
    expect(textOf(missing)).not.toContain(folder);
    const without = await ExportPlatform.start({ DATABASE_URL: ministry.platform.databaseUrl });
    const response = await without.get('data-value-sets.json?period=2026-03', 'ministry');
    await without.close();
    expect(response.status).toBe(412);
    expect(textOf(response)).toContain('DHIS2_MAPPING_FILE');
  });
});

describe('the mapping file', () => {
  it('takes codes instead of DHIS2’s own identifiers where it says so', () => {
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

  it('is as the example in the documentation', () => {
    const example = join(checkoutRoot, 'docs/dhis2-mapping.example.json');
    expect(parseMapping(readFileSync(example, 'utf8')).organisationUnits).toHaveProperty('KE');
  });

  it('is refused with every problem at once', () => {
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
    const problems = (() => {
      try {
        parseMapping(JSON.stringify({ ...wrong, dataElement: undefined }));
        return '';
      } catch (error) {
        return String(error);
      }
    })();
    for (const problem of [
      'dataElements[0].dataElement: "DE_MALARIA" is no UID of DHIS2',
      'dataElements[1].pathologies[0]: "b54" is listed twice',
      'dataElements[2].dataElement: listed before; put all its pathologies there',
      'organisationUnits.XX: expected a country such as KE in capitals',
      'organisationUnits.XX: "DiszpKrYNg8" is another country’s',
      'organisationUnits.tz: expected a country such as KE in capitals',
    ]) {
      expect(problems).toContain(problem);
    }
  });
});

describe('a period of DHIS2', () => {
  it.each([
    ['2026-03', '202603'],
    ['2026-W11', '2026W11'],
    ['2026-W05', '2026W5'],
  ])('of %s is %s', (name, written) => {
    const period = parsePeriod(name);
    expect(period && dhis2Period(period)).toBe(written);
    expect(parseDhis2Period(written)?.name).toBe(name);
    expect(parseDhis2Period(name)?.name).toBe(name);
  });

  it.each(['2026', '2026Q1', '202613', '2026W54', '20263', '26-03', '2026-3', ''])('is not %j', (text) => {
    expect(parseDhis2Period(text)).toBeUndefined();
  });
});
