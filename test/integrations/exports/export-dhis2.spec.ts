import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePeriod } from '../../../src/shared/period';
import { readExportSettings } from '../../../src/platform/config/environment';
import { parseCountry } from '../../../src/shared/country';
import { Dhis2ExportError, exportToDhis2 } from '../../../src/integrations/exports/dhis2/dhis2-export';
import { Dhis2StandIn } from './dhis2-stand-in';
import { suitePlatform } from '../../support/platform';
import { ExportPlatform } from './export-platform';
import { findProblems, createValidator } from './schema-validator';

const MALARIA = 'f7n9E0hX8qk';
const CHOLERA = 'eY5ehpbEsB7';
const [KENYA, TANZANIA] = ['DiszpKrYNg8', 'FNnj3jKGS7i'];

describe('export:dhis2', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dhis2-'));
  const platform = new ExportPlatform(suitePlatform());
  let mappingFile: string;
  let dhis2: Dhis2StandIn;

  afterAll(() => rm(folder, { recursive: true }));

  beforeEach(async () => {
    mappingFile = join(folder, 'mapping.json');
    dhis2 = await Dhis2StandIn.start({ dataElements: [MALARIA, CHOLERA], orgUnits: [KENYA, TANZANIA] });
    await writeMapping({});
    await platform.clearCounts();
    await platform.addCases('KE', '2026-03-10', { Malaria: 1204, Cholera: 2, Measles: 9 });
    await platform.addCases('TZ', '2026-03-10', { Malaria: 300 });
  });

  afterEach(async () => {
    await dhis2.stop();
  });

  async function writeMapping(overrides: object): Promise<void> {
    const mapping = {
      dataElements: [
        { dataElement: MALARIA, pathologies: ['B54'] },
        { dataElement: CHOLERA, pathologies: ['A00.9'] },
      ],
      organisationUnits: { KE: KENYA },
      ...overrides,
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
  ): Promise<{ code: number; printed: string; notes: string }> {
    const parsedPeriod = parsePeriod(period);
    if (!parsedPeriod) throw new Error(period);
    let printed = '';
    let notes = '';
    const code = await exportToDhis2(
      {
        period: parsedPeriod,
        mappingFile,
        country: country === undefined ? undefined : parseCountry(country),
        ...request,
      },
      {
        dataSource: platform.app.database,
        settings: readExportSettings(settings),
        print: (text) => void (printed += text),
        printNote: (text) => void (notes += text),
      },
    );
    return { code, printed, notes };
  }

  const getStoredValues = () =>
    Object.fromEntries([...dhis2.stored.values()].map(({ dataElement, value }) => [dataElement, value]));

  it('prints the data value set and notes what is not mapped', async () => {
    const { code, printed, notes } = await run({});
    expect(code).toBe(0);
    const set: unknown = JSON.parse(printed);
    expect(findProblems(createValidator('dhis2-data-value-set.schema.json'), set)).toEqual([]);
    expect(set).toEqual({
      dataValues: [
        { dataElement: MALARIA, period: '202603', orgUnit: KENYA, value: '1204' },
        { dataElement: CHOLERA, period: '202603', orgUnit: KENYA, value: '2' },
      ],
    });
    expect(notes).toContain('2 data values, of which 0 suppressed');
    expect(notes).toContain('not mapped: country TZ');
    expect(notes).toContain('not mapped: B05.9 Measles');
    expect(dhis2.requests).toEqual([]);
  });

  it('writes a file for a week and one country', async () => {
    await writeMapping({ organisationUnits: { KE: KENYA, TZ: TANZANIA } });
    const out = join(folder, 'set.json');
    const { printed } = await run({ period: '2026-W11', country: 'TZ', out });
    expect(printed).toBe('');
    expect(JSON.parse(await readFile(out, 'utf8'))).toEqual({
      dataValues: [
        { dataElement: MALARIA, period: '2026W11', orgUnit: TANZANIA, value: '300' },
        { dataElement: CHOLERA, period: '2026W11', orgUnit: TANZANIA, value: '0' },
      ],
    });
  });

  it('sends after a dry run', async () => {
    const { code, printed } = await run({ push: dhis2.url });
    expect(code).toBe(0);
    expect(printed).toContain('Dry run: SUCCESS, 2 new, 0 updated');
    expect(printed).toContain('Sent: SUCCESS, 2 new, 0 updated');
    expect(dhis2.requests.map(({ query }) => query.get('dryRun'))).toEqual(['true', 'false']);
    for (const { query } of dhis2.requests) {
      expect(query.get('importStrategy')).toBe('CREATE_AND_UPDATE');
      expect(query.get('dataElementIdScheme')).toBe('UID');
    }
    expect(getStoredValues()).toEqual({ [MALARIA]: '1204', [CHOLERA]: '2' });
  });

  it('changes nothing when sent again, and overwrites corrected counts, also with zero', async () => {
    await run({ push: dhis2.url });
    expect((await run({ push: dhis2.url })).printed).toContain(
      'Sent: SUCCESS, 0 new, 0 updated, 2 unchanged',
    );
    await platform.addCases('KE', '2026-03-11', { Malaria: -4 });
    await platform.addCases('KE', '2026-03-11', { Cholera: -2 });
    const { code, printed } = await run({ push: dhis2.url });
    expect(code).toBe(0);
    expect(printed).toContain('Sent: SUCCESS, 0 new, 2 updated');
    expect(getStoredValues()).toEqual({ [MALARIA]: '1200', [CHOLERA]: '0' });
  });

  it('overwrites a value with a comment when its count becomes suppressed', async () => {
    await run({ push: dhis2.url });
    const settings = { DHIS2_TOKEN: 'd2pat_right', SMALL_COUNT_THRESHOLD: '5' };
    const { code, notes } = await run({ push: dhis2.url }, settings);
    expect(code).toBe(0);
    expect(notes).toContain('of which 1 suppressed');
    const cholera = [...dhis2.stored.values()].find(({ dataElement }) => dataElement === CHOLERA);
    expect(cholera?.value).toBeUndefined();
    expect(cholera?.comment).toMatch(/^Suppressed/);
  });

  it('suggests the setting "deleted" when the server rejects a comment without a value', async () => {
    await run({ push: dhis2.url });
    dhis2.acceptsCommentWithoutValue = false;
    const settings = { DHIS2_TOKEN: 'd2pat_right', SMALL_COUNT_THRESHOLD: '5' };
    const refused = await run({ push: dhis2.url }, settings);
    expect(refused.code).toBe(2);
    expect(refused.printed).toContain('"suppressed": "deleted"');
    expect(getStoredValues()[CHOLERA]).toBe('2');
    await writeMapping({ suppressed: 'deleted' });
    const accepted = await run({ push: dhis2.url }, settings);
    expect(accepted.code).toBe(0);
    expect(accepted.printed).toContain('1 deleted');
    expect(getStoredValues()[CHOLERA]).toBeUndefined();
  });

  it('prints the conflicts of the dry run and sends nothing', async () => {
    await writeMapping({ organisationUnits: { KE: 'UnknownUnit' } });
    const { code, printed } = await run({ push: dhis2.url });
    expect(code).toBe(2);
    expect(printed).toContain('conflict: E7612 UnknownUnit Organisation unit not found');
    expect(printed).toContain('Nothing was sent.');
    expect(dhis2.requests).toHaveLength(1);
    expect(dhis2.stored.size).toBe(0);
  });

  it('returns 3 when only the import has a conflict', async () => {
    dhis2.behaviour = 'rejects an element';
    const { code, printed } = await run({ push: dhis2.url });
    expect(code).toBe(3);
    expect(printed).toContain(`Sent: WARNING`);
    expect(getStoredValues()).toEqual({ [CHOLERA]: '2' });
  });

  it('reads the summary of servers before 2.38', async () => {
    dhis2.behaviour = 'bare summary';
    expect((await run({ push: dhis2.url })).code).toBe(0);
  });

  it('authenticates with a username and password', async () => {
    const settings = { DHIS2_USERNAME: 'importer', DHIS2_PASSWORD: 'district' };
    expect((await run({ push: dhis2.url }, settings)).code).toBe(0);
    expect(dhis2.requests[0]?.authorization).toMatch(/^Basic /);
  });

  it.each(['/', '/api', '/api/', '/api/dataValueSets'])(
    'finds the import path from an address that ends with %s',
    async (ending) => {
      expect((await run({ push: `${dhis2.url}${ending}` })).code).toBe(0);
    },
  );

  const [DHIS2_USERNAME, DHIS2_TOKEN] = ['importer', 'd2pat_right'];

  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['a wrong password', { DHIS2_USERNAME, DHIS2_PASSWORD: 'secret-x' }, /does not know these.*401/],
    ['a wrong token', { DHIS2_TOKEN: 'd2pat_secret-x' }, /does not know these credentials \(401\)/],
    ['no credentials', {}, /set DHIS2_TOKEN, or else both/],
    ['a username alone', { DHIS2_USERNAME }, /set DHIS2_TOKEN, or else both/],
    ['a token and a password', { DHIS2_TOKEN, DHIS2_USERNAME, DHIS2_PASSWORD: 'y' }, /or else both/],
  ])('fails with %s and does not print credentials', async (_name, settings, message) => {
    const failure = await run({ push: dhis2.url }, settings).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Dhis2ExportError);
    expect(String(failure)).toMatch(message);
    expect(String(failure)).not.toContain('secret-x');
    expect(dhis2.stored.size).toBe(0);
  });

  it('fails when the server does not respond in time', async () => {
    dhis2.behaviour = 'hangs';
    const settings = { DHIS2_TOKEN: 'd2pat_right', DHIS2_TIMEOUT_MS: '200' };
    await expect(run({ push: dhis2.url }, settings)).rejects.toThrow(/did not answer within 200 ms/);
  });

  it.each([
    ['redirects', /redirects \(302\)/],
    ['serves HTML', /answered 200 and no import summary/],
  ] as const)('fails when the server %s', async (behaviour, message) => {
    dhis2.behaviour = behaviour;
    await expect(run({ push: dhis2.url })).rejects.toThrow(message);
    expect(dhis2.stored.size).toBe(0);
  });

  it.each([
    ['http://dhis2.example.org', /expected an https address/],
    ['dhis2.example.org', /expected an address/],
    ['https://admin:district@dhis2.example.org', /credentials belong into/],
    ['ftp://127.0.0.1', /expected an https address/],
    ['http://127.0.0.1:1', /cannot be reached/],
  ])('does not send to %s', async (push, message) => {
    await expect(run({ push })).rejects.toThrow(message);
  });

  it('fails when the mapping file does not exist', async () => {
    mappingFile = join(folder, 'none.json');
    await expect(run({})).rejects.toThrow('the mapping file cannot be read (ENOENT)');
  });
});
