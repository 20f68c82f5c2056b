import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  copyFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot } from '../../dev/checkout';
import { type PostgresServer } from '../../dev/postgres/server';
import { startTemporaryPostgres } from '../../dev/postgres/temporary-postgres';
import { readDatabaseSettings } from '../../src/platform/config/environment';
import { migrate } from '../../src/platform/database/migrations';
import { startPlatform } from '../support/platform';
import { queryServer } from '../support/query-server';
import { SECRETS, readComposeFile, variablesOf } from './compose-file';

const SCRIPT = './docker/database/create-roles.sql';

/** Whether this machine has the program of the image that runs the script; a recent one: `\getenv` is of version 14. */
function hasPsql(): boolean {
  try {
    return Number(/ (\d+)/.exec(execFileSync('psql', ['--version'], { encoding: 'utf8' }))?.[1]) >= 14;
  } catch {
    return false;
  }
}

const isInstalled = hasPsql();
if (!isInstalled)
  process.stdout.write('psql is not installed: the roles of docker-compose.yml are not tested\n');

(isInstalled ? describe : describe.skip)('the roles of docker-compose.yml', () => {
  const { database, migrate: migrations, api } = readComposeFile().services;
  let server: PostgresServer;

  /** An address of the compose file on this server. */
  const here = (url = ''): string => {
    const { port } = new URL(server.ownerUrl);
    return Object.assign(new URL(url), { hostname: '127.0.0.1', port }).href;
  };

  const migrationSettings = () => {
    const { DATABASE_URL, DATABASE_MIGRATION_URL } = variablesOf(migrations);
    return { DATABASE_URL: here(DATABASE_URL), DATABASE_MIGRATION_URL: here(DATABASE_MIGRATION_URL) };
  };

  beforeAll(async () => {
    server = await startTemporaryPostgres();
    expect(database.volumes).toContain(`${SCRIPT}:/docker-entrypoint-initdb.d/create-roles.sql:ro`);
    // As the entry point of the image runs it.
    const { PATH } = process.env;
    await promisify(execFile)(
      'psql',
      ['-v', 'ON_ERROR_STOP=1', '--no-psqlrc', '--dbname', server.ownerUrl, '-f', join(checkoutRoot, SCRIPT)],
      { env: { PATH, ...variablesOf(database) } },
    );
  });

  afterAll(() => server.stop());

  it('migrate an empty database and run a production, without exceptions for the database', async () => {
    expect(await migrate(readDatabaseSettings(migrationSettings()))).not.toEqual([]);
    const variables = variablesOf(api);
    const platform = await startPlatform({
      ...variables,
      NODE_ENV: 'production',
      PORT: '0',
      DATABASE_URL: here(variables.DATABASE_URL),
    });
    const origin = await platform.listen();
    const response = await fetch(`${origin}/api/trpc/specialties.list`);
    expect(response.status).toBe(200);
    await platform.close();
  });

  it('do not let the platform start with the owner’s password', async () => {
    const { DATABASE_MIGRATION_URL } = migrationSettings();
    const starting = startPlatform({
      ...variablesOf(api),
      NODE_ENV: 'production',
      DATABASE_URL: DATABASE_MIGRATION_URL,
    });
    await expect(starting).rejects.toThrow('DATABASE_URL: the role "platform_owner" owns tables');
  });

  it('do not let the platform change the schema or delete records', async () => {
    const { DATABASE_URL } = migrationSettings();
    for (const statement of ['CREATE TABLE ward (name text)', 'DELETE FROM consultation', 'CREATE ROLE ward'])
      await expect(queryServer(DATABASE_URL, statement)).rejects.toThrow(/permission denied/);
    await expect(queryServer(DATABASE_URL, 'CREATE TEMPORARY TABLE ward (name text)')).resolves.toEqual([]);
  });

  it('are no superusers, and others may not connect', async () => {
    const roles = await queryServer(
      server.ownerUrl,
      `SELECT rolname AS name, rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS "isPrivileged"
       FROM pg_roles WHERE rolname LIKE 'platform%' ORDER BY 1`,
    );
    expect(roles).toEqual([
      { name: 'platform_app', isPrivileged: false },
      { name: 'platform_owner', isPrivileged: false },
    ]);
    const other = Object.assign(new URL(server.url), { pathname: '/platform' }).href;
    await expect(queryServer(other, 'SELECT 1')).rejects.toThrow('permission denied for database "platform"');
  });
});

describe('docker/write-secrets.sh', () => {
  const NAMES = Object.keys(SECRETS);
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    file = join(folder, '.env');
    mkdirSync(join(folder, 'docker'));
    copyFileSync(join(checkoutRoot, 'docker/write-secrets.sh'), join(folder, 'docker', 'write-secrets.sh'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const write = () => execFileSync(join(folder, 'docker', 'write-secrets.sh'), { encoding: 'utf8' });

  const readPairs = () =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('='));

  it('writes a secret for each required variable once, for the user alone', () => {
    expect(write()).toBe(`Added to .env: ${NAMES.join(' ')}\n`);
    const pairs = readPairs();
    expect(pairs.map(([name]) => name)).toEqual(NAMES);
    for (const [, secret] of pairs) expect(secret).toMatch(/^[0-9a-f]{48}$/);
    expect(new Set(pairs.map(([, secret]) => secret)).size).toBe(pairs.length);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(write()).toBe('.env has all secrets: nothing was done.\n');
    expect(readPairs()).toEqual(pairs);
    expect(existsSync(join(folder, '.env.new'))).toBe(false);
  });

  it('adds the missing ones to a file that exists, and changes nothing else', () => {
    const [first = '', empty = '', ...others] = NAMES;
    writeFileSync(file, `OPENAI_API_KEY=sk-1\n${first}=c2f1\n${empty}=\n# a comment without an end`);
    expect(write()).toBe(`Added to .env: ${empty} ${others.join(' ')}\n`);
    expect(readPairs().map(([name]) => name)).toEqual([
      'OPENAI_API_KEY',
      first,
      empty,
      '# a comment without an end',
      empty,
      ...others,
    ]);
    expect(readFileSync(file, 'utf8')).toContain(`OPENAI_API_KEY=sk-1\n${first}=c2f1\n`);
    expect(statSync(file).mode & 0o077).toBe(0);
  });
});
