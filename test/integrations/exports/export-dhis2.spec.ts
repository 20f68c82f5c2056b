import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePeriod } from '../../../src/shared/calendar';
import { readExportSettings } from '../../../src/platform/config/environment';
import { parseCountry } from '../../../src/shared/country';
import {
  Dhis2ExportError,
  exportToDhis2,
} from '../../../src/integrations/exports/dhis2/dhis2-export.service';
import { Dhis2StandIn } from './dhis2-stand-in';
import { ExportPlatform } from './export-platform';
import { problemsOf, validatorOf } from './schema-validator';

const MALARIA = 'f7n9E0hX8qk';
const CHOLERA = 'eY5ehpbEsB7';
const KENYA = 'DiszpKrYNg8';

describe('export:dhis2', () => {
  let folder: string;
  let mappingFile: string;
  let ministry: ExportPlatform;
  let dhis2: Dhis2StandIn;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dhis2-'));
    mappingFile = join(folder, 'mapping.json');
    ministry = await ExportPlatform.start();
  });

  afterAll(async () => {
    await ministry.close();
    await rm(folder, { recursive: true });
  });

  beforeEach(async () => {
    dhis2 = await Dhis2StandIn.start({
      dataElements: [MALARIA, CHOLERA],
      orgUnits: [KENYA, 'FNnj3jKGS7i'],
    });
    await map({});
    await ministry.clear();
    await ministry.cases('KE', '2026-03-10', { Malaria: 1204, Cholera: 2, Measles: 9 });
    await ministry.cases('TZ', '2026-03-10', { Malaria: 300 });
  });

  afterEach(async () => {
    await dhis2.stop();
  });

  async function map(more: object): Promise<void> {
    const mapping = {
      dataElements: [
        { dataElement: MALARIA, pathologies: ['B54'] },
        { dataElement: CHOLERA, pathologies: ['A00.9'] },
      ],
      organisationUnits: { KE: KENYA },
      ...more,
    };
    await writeFile(mappingFile, JSON.stringify(mapping));
  }

  async function run(
    {
      period = '2026-03',
      country,
      ...request
    }: { period?: string; country?: string; out?: string; push?: string },
    settings: Readonly<Record<string, string>> = { DHIS2_TOKEN: 'd2pat_right' },
  ): Promise<{ code: number; printed: string; remarks: string }> {
    const named = parsePeriod(period);
    if (!named) throw new Error(period);
    let printed = '';
    let remarks = '';
    const code = await exportToDhis2(
      {
        period: named,
        mappingFile,
        country: country === undefined ? undefined : parseCountry(country),
        ...request,
      },
      {
        dataSource: ministry.platform.database,
        settings: readExportSettings(settings),
        print: (text) => void (printed += text),
        remark: (text) => void (remarks += text),
      },
    );
    return { code, printed, remarks };
  }

  const stored = () =>
    Object.fromEntries([...dhis2.stored.values()].map(({ dataElement, value }) => [dataElement, value]));

  it('prints a data value set, and remarks what is not mapped', async () => {
    const { code, printed, remarks } = await run({});
    expect(code).toBe(0);
    const set: unknown = JSON.parse(printed);
    expect(problemsOf(validatorOf('dhis2-data-value-set.schema.json'), set)).toEqual([]);
    expect(set).toEqual({
      dataValues: [
        { dataElement: MALARIA, period: '202603', orgUnit: KENYA, value: '1204' },
        { dataElement: CHOLERA, period: '202603', orgUnit: KENYA, value: '2' },
      ],
    });
    expect(remarks).toContain('2 data values, of which 0 suppressed');
    expect(remarks).toContain('not mapped: country TZ');
    expect(remarks).toContain('not mapped: B05.9 Measles');
    expect(dhis2.requests).toEqual([]);
  });

  it('writes to a file, of a week and of one country', async () => {
    await map({ organisationUnits: { KE: KENYA, TZ: 'FNnj3jKGS7i' } });
    const out = join(folder, 'set.json');
    const { printed } = await run({ period: '2026-W11', country: 'TZ', out });
    expect(printed).toBe('');
    expect(JSON.parse(await readFile(out, 'utf8'))).toEqual({
      dataValues: [
        { dataElement: MALARIA, period: '2026W11', orgUnit: 'FNnj3jKGS7i', value: '300' },
        { dataElement: CHOLERA, period: '2026W11', orgUnit: 'FNnj3jKGS7i', value: '0' },
      ],
    });
  });

  it('is rehearsed before it is sent', async () => {
    const { code, printed } = await run({ push: dhis2.url });
    expect(code).toBe(0);
    expect(printed).toContain('Dry run: SUCCESS, 2 new, 0 updated');
    expect(printed).toContain('Sent: SUCCESS, 2 new, 0 updated');
    expect(dhis2.requests.map(({ query }) => query.get('dryRun'))).toEqual(['true', 'false']);
    for (const { query } of dhis2.requests) {
      expect(query.get('importStrategy')).toBe('CREATE_AND_UPDATE');
      expect(query.get('dataElementIdScheme')).toBe('UID');
    }
    expect(stored()).toEqual({ [MALARIA]: '1204', [CHOLERA]: '2' });
  });

  it('can be sent again without change, and overwrites what was corrected, down to zero', async () => {
    await run({ push: dhis2.url });
    expect((await run({ push: dhis2.url })).printed).toContain(
      'Sent: SUCCESS, 0 new, 0 updated, 2 unchanged',
    );
    await ministry.cases('KE', '2026-03-11', { Malaria: -4 });
    await ministry.cases('KE', '2026-03-11', { Cholera: -2 });
    const { code, printed } = await run({ push: dhis2.url });
    expect(code).toBe(0);
    expect(printed).toContain('Sent: SUCCESS, 0 new, 2 updated');
    expect(stored()).toEqual({ [MALARIA]: '1200', [CHOLERA]: '0' });
  });

  it('overwrites a number that was sent before with a comment where it is withheld now', async () => {
    await run({ push: dhis2.url });
    const settings = { DHIS2_TOKEN: 'd2pat_right', SMALL_COUNT_THRESHOLD: '5' };
    const { code, remarks } = await run({ push: dhis2.url }, settings);
    expect(code).toBe(0);
    expect(remarks).toContain('of which 1 suppressed');
    const cholera = [...dhis2.stored.values()].find(({ dataElement }) => dataElement === CHOLERA);
    expect(cholera?.value).toBeUndefined();
    expect(cholera?.comment).toMatch(/^Suppressed/);
  });

  it('says how to go on where a server takes no comment without a value', async () => {
    await run({ push: dhis2.url });
    dhis2.commentStandsForValue = false;
    const settings = { DHIS2_TOKEN: 'd2pat_right', SMALL_COUNT_THRESHOLD: '5' };
    const refused = await run({ push: dhis2.url }, settings);
    expect(refused.code).toBe(2);
    expect(refused.printed).toContain('"suppressed": "deleted"');
    expect(stored()[CHOLERA]).toBe('2');
    await map({ suppressed: 'deleted' });
    const taken = await run({ push: dhis2.url }, settings);
    expect(taken.code).toBe(0);
    expect(taken.printed).toContain('1 deleted');
    expect(stored()[CHOLERA]).toBeUndefined();
  });

  it('sends nothing where the dry run finds a conflict, and tells it', async () => {
    await map({ organisationUnits: { KE: 'UnknownUnit' } });
    const { code, printed } = await run({ push: dhis2.url });
    expect(code).toBe(2);
    expect(printed).toContain('conflict: E7612 UnknownUnit Organisation unit not found');
    expect(printed).toContain('Nothing was sent.');
    expect(dhis2.requests).toHaveLength(1);
    expect(dhis2.stored.size).toBe(0);
  });

  it('tells a conflict that only the sending finds', async () => {
    dhis2.mood = 'forgets an element';
    const { code, printed } = await run({ push: dhis2.url });
    expect(code).toBe(3);
    expect(printed).toContain(`Sent: WARNING`);
    expect(stored()).toEqual({ [CHOLERA]: '2' });
  });

  it('reads the summary of older servers too', async () => {
    dhis2.mood = 'bare summary';
    expect((await run({ push: dhis2.url })).code).toBe(0);
  });

  it('signs in with a name and password as well as with a token', async () => {
    const settings = { DHIS2_USERNAME: 'importer', DHIS2_PASSWORD: 'district' };
    expect((await run({ push: dhis2.url }, settings)).code).toBe(0);
    expect(dhis2.requests[0]?.authorization).toMatch(/^Basic /);
  });

  it.each(['/', '/api', '/api/', '/api/dataValueSets'])(
    'finds its way from an address with %s',
    async (end) => {
      expect((await run({ push: `${dhis2.url}${end}` })).code).toBe(0);
    },
  );

  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    [
      'a wrong password',
      { DHIS2_USERNAME: 'importer', DHIS2_PASSWORD: 'secret-x' },
      /does not know these.*401/,
    ],
    ['a wrong token', { DHIS2_TOKEN: 'd2pat_secret-x' }, /does not know these credentials \(401\)/],
    ['no credentials', {}, /set DHIS2_TOKEN, or else both/],
    ['a name alone', { DHIS2_USERNAME: 'importer' }, /set DHIS2_TOKEN, or else both/],
    ['both kinds', { DHIS2_TOKEN: 'd2pat_right', DHIS2_USERNAME: 'x', DHIS2_PASSWORD: 'y' }, /or else both/],
  ])('is not sent with %s, and keeps them to itself', async (_name, settings, message) => {
    const failure = await run({ push: dhis2.url }, settings).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Dhis2ExportError);
    expect(String(failure)).toMatch(message);
    expect(String(failure)).not.toContain('secret-x');
    expect(dhis2.stored.size).toBe(0);
  });

  it('gives up a server that does not answer', async () => {
    dhis2.mood = 'hangs';
    const settings = { DHIS2_TOKEN: 'd2pat_right', DHIS2_TIMEOUT_MS: '200' };
    await expect(run({ push: dhis2.url }, settings)).rejects.toThrow(/did not answer within 200 ms/);
  });

  it.each([
    ['redirects', /redirects \(302\)/],
    ['is no DHIS2', /answered 200 and no import summary/],
  ] as const)('does not take for an import what a server that %s answers', async (mood, message) => {
    dhis2.mood = mood;
    await expect(run({ push: dhis2.url })).rejects.toThrow(message);
    expect(dhis2.stored.size).toBe(0);
  });

  it.each([
    ['http://dhis2.example.org', /expected an https address/],
    ['dhis2.example.org', /expected an address/],
    ['https://admin:district@dhis2.example.org', /credentials belong into/],
    ['ftp://127.0.0.1', /expected an https address/],
    ['http://127.0.0.1:1', /cannot be reached/],
  ])('is not sent to %s', async (push, message) => {
    await expect(run({ push })).rejects.toThrow(message);
  });

  it('asks for a mapping', async () => {
    mappingFile = join(folder, 'none.json');
    await expect(run({})).rejects.toThrow('the mapping file cannot be read (ENOENT)');
    mappingFile = join(folder, 'mapping.json');
  });
});
