import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { CommandError } from '../../../src/platform/command-line/command';
import { exportDhis2 } from '../../../src/integrations/exports/dhis2/export-dhis2.command';
import { readDatabaseSettings } from '../../../src/platform/config/environment';
import { migrationOptions } from '../../../src/platform/database/data-source';
import { run as runProgram } from '../../stack/program';
import { type TestDatabase, createDatabase } from '../../support/database';
import { typeScriptCommand } from '../../support/typescript-command';
import { TEST_SETTINGS } from '../../support/environment';

describe('export:dhis2 command line', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let folder: string;

  beforeAll(async () => {
    database = await createDatabase();
    dataSource = new DataSource(
      migrationOptions(readDatabaseSettings({ ...TEST_SETTINGS, DATABASE_URL: database.url })),
    );
    await dataSource.initialize();
    folder = await mkdtemp(join(tmpdir(), 'command-'));
    const dataElements = [{ dataElement: 'f7n9E0hX8qk', pathologies: ['B54'] }];
    const mapping = { dataElements, organisationUnits: { KE: 'DiszpKrYNg8' } };
    await writeFile(join(folder, 'mapping.json'), JSON.stringify(mapping));
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const run = (args: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
    exportDhis2({ args, variables, dataSource, signal: new AbortController().signal });

  it('writes the file for the given period, country and mapping', async () => {
    const out = join(folder, 'out.json');
    const mapping = join(folder, 'mapping.json');
    const args = ['--period', '202603', '--country', 'KEN', '--mapping', mapping, '--out', out];
    // The country has figures of another month only.
    await dataSource.query(
      `INSERT INTO pathology_daily_count (country, day, pathology_id, cases)
       SELECT 'KE', '2026-01-10', pathology_id, 7 FROM pathology_name WHERE scope = '*' AND key = 'malaria'`,
    );
    expect(await run(args)).toBe(0);
    expect(JSON.parse(await readFile(out, 'utf8'))).toEqual({
      dataValues: [{ dataElement: 'f7n9E0hX8qk', period: '202603', orgUnit: 'DiszpKrYNg8', value: '0' }],
    });
    const withoutMapping = args.filter((arg) => arg !== '--mapping' && arg !== mapping);
    expect(await run(withoutMapping, { DHIS2_MAPPING_FILE: mapping })).toBe(0);
  });

  it.each(['--help', '-h'])('prints the usage for %s without a database', async (option) => {
    const command = typeScriptCommand('src/integrations/exports/dhis2/export-dhis2.cli.ts', option);
    expect(await runProgram(command, { cwd: folder })).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^Usage: npm run export:dhis2 -- --period[^]*nothing was sent\n$/,
      ) as unknown,
      stderr: '',
    });
  });

  it.each([
    [[], /^period: required[^]*Usage: npm run export:dhis2/],
    [['--period', '2026'], /^period: expected a month or an ISO week/],
    [['--period', '202603', '--country', 'XX'], /^country: expected an ISO 3166-1/],
    [['--period', '202603', '--pus', 'https://x'], /Unknown option '--pus'[^]*Usage/],
    [['--period', '202603', 'KE'], /Unexpected argument 'KE'[^]*Usage/],
    [['--period', '202603'], /^mapping: name the mapping file with --mapping or DHIS2_MAPPING_FILE/],
  ])('rejects the arguments %j with the reason', async (args, message) => {
    const failure = await run(args).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CommandError);
    expect(failure instanceof CommandError && failure.message).toMatch(message);
  });
});
