import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { installedMigrations } from '../../src/platform/database/data-source';
import { type TestDatabase, createDatabase } from '../support/database';
import { until } from '../support/until';
import { CheckoutCopy } from './checkout-copy';

const LAST = installedMigrations([]).at(-1)?.name ?? '';

describe('the database commands', () => {
  const copy = CheckoutCopy.forSuite();
  let database: TestDatabase;
  let settings: TestDatabase['settings'];
  let name: string;

  beforeAll(async () => {
    database = await createDatabase();
    settings = database.settings;
    name = new URL(database.url).pathname.slice(1);
  });

  afterAll(() => database.drop());

  const run = (command: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
    copy.run([process.execPath, 'dev/run.mjs', ...command], variables);

  const change = (command: readonly string[], variables?: Readonly<Record<string, string>>) =>
    run(['dist/dev/commands/change-schema.js', ...command], variables);

  async function query(statement: string): Promise<unknown[]> {
    const client = new Client({ connectionString: database.ownerUrl });
    await client.connect();
    try {
      return (await client.query<object>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  it('migrate, revert and reset the embedded database, and leave no process behind', async () => {
    expect(await change(['migrate'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Ran Create/) as unknown,
      stderr: '',
    });
    expect(await change(['revert'])).toMatchObject({
      code: 0,
      stdout: `Reverted ${LAST}. npm run migrate runs it again, as does the next npm start.\n`,
    });
    expect(await change(['migrate'])).toMatchObject({ code: 0, stdout: `Ran ${LAST}\n` });
    expect(await change(['reset'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Emptied the database\.\nRan Create.*\n$/) as unknown,
    });
    expect(await copy.remainingProcesses()).toEqual([]);
  });

  it('reset the embedded database while the platform uses it', async () => {
    const stack = await copy.start();
    expect(await change(['reset'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Restart npm start') as unknown,
    });
    const response = await fetch(`${stack.baseUrl}/readyz`);
    expect(response.status).toBe(200);
    await copy.stop(stack);
  });

  it.each([
    [['reset'], {}],
    [['reset', '--yes', 'another'], {}],
    [['revert'], {}],
    [['revert'], { NODE_ENV: 'production' }],
  ])('refuse %j without --yes and the name of the database', async (command, variables) => {
    const { code, stdout, stderr } = await change(command, { ...settings, ...variables });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`-- --yes ${name}`);
  });

  it('refuse to reset in production', async () => {
    const { code, stderr } = await change(['reset', '--yes', name], { ...settings, NODE_ENV: 'production' });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'db:reset deletes all data, and NODE_ENV is production: nothing was done.\n',
    });
  });

  it('reset and revert the database that --yes names', async () => {
    await query(`INSERT INTO import_file (kind, sha256, source) VALUES ('sales', sha256('x'), 'x.csv')`);
    expect(await change(['reset', '--yes', name], settings)).toMatchObject({ code: 0 });
    expect(await query('SELECT FROM import_file')).toEqual([]);
    expect(await change(['revert', '--yes', name], { ...settings, NODE_ENV: 'production' })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(LAST) as unknown,
    });
    expect(await change(['migrate'], settings)).toMatchObject({ code: 0, stdout: `Ran ${LAST}\n` });
  });

  it('stop at an edited migration in development, and only warn in production', async () => {
    await query(`UPDATE migrations SET digest = sha256('another form') WHERE name = '${LAST}'`);
    const stopped = await change(['migrate'], settings);
    expect(stopped).toMatchObject({ code: 1, stdout: '' });
    expect(stopped.stderr).toMatch(new RegExp(`^Migrations that were edited.*: ${LAST}\n`));
    expect(stopped.stderr).toContain('npm run db:reset');
    const warned = await change(['migrate'], { ...settings, NODE_ENV: 'production' });
    expect(warned).toMatchObject({ code: 0, stdout: 'Nothing to do: the database is up to date\n' });
    expect(warned.stderr).toContain(LAST);
    await query('UPDATE migrations SET digest = NULL');
    expect(await change(['migrate'], settings)).toMatchObject({ code: 0, stderr: '' });
  });

  it('log a database error with its line of TypeScript in development', async () => {
    const program = copy.launch([process.execPath, 'dist/src/main.js'], {
      ...settings,
      LOG_LEVEL: 'info',
      OAUTH_ISSUER: 'https://portal.example.org',
      OAUTH_CLIENT_ID: 'health-platform',
    });
    const url = `http://127.0.0.1:${copy.ports.PORT}/api/trpc/specialties.list`;
    const status = () => fetch(url).then((response) => response.status);
    await until('the API is ready', async () => (await status().catch(() => 0)) === 200);
    await query('ALTER TABLE specialty RENAME TO elsewhere');
    await until('the stored list is outdated', async () => (await status()) === 500);
    await query('ALTER TABLE elsewhere RENAME TO specialty');
    await program.waitForOutput('a call failed');
    expect(program.output).toMatch(/"at":"src\/[^"]*specialties\.service\.ts:\d+"/);
    expect(program.output).toContain('relation "specialty" does not exist');
    program.terminate();
    await program.end();
  });

  it.each(['AddWards', 'add_wards', 'add-ward-2', '../wards'])(
    'refuse to write a migration named %s',
    async (wrong) => {
      const { code, stderr } = await run(['dist/dev/commands/generate-migration.js', wrong], settings);
      expect(code).toBe(1);
      expect(stderr).toContain('npm run migration:generate');
    },
  );

  it('write a migration that adds the column that the database lacks', async () => {
    const files = () => readdir(join(copy.directory, 'migrations'));
    const before = await files();
    const generate = () => run(['dist/dev/commands/generate-migration.js', 'add-last-seen'], settings);
    expect(await generate()).toEqual({ code: 0, stdout: 'No difference\n', stderr: '' });
    expect(await files()).toEqual(before);

    await query('ALTER TABLE session DROP COLUMN last_seen_at');
    const { code, stdout } = await generate();
    const [file = '', ...others] = (await files()).filter((each) => !before.includes(each));
    expect(others).toEqual([]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining(`  new      migrations/${file}\n`) as unknown,
    });
    expect(file).toMatch(/^\d{13}-add-last-seen\.ts$/);
    const text = await readFile(join(copy.directory, 'migrations', file), 'utf8');
    expect(text).toContain(
      `await runner.query('ALTER TABLE session ADD COLUMN last_seen_at timestamptz NOT NULL DEFAULT now()');`,
    );
    const className = `AddLastSeen${file.slice(0, 13)}`;
    expect(text).toContain(`export class ${className} implements MigrationInterface`);
    const index = await readFile(join(copy.directory, 'migrations', 'index.ts'), 'utf8');
    expect(index).toMatch(new RegExp(`,\n  ${className},\n\\];`));
  });
});
