import { readDatabaseSettings } from '../../src/platform/config/environment';
import { installedMigrations } from '../../src/platform/database/data-source';
import { migrate, outstandingMigrations } from '../../src/platform/database/migrations';
import { NewerDatabaseError } from '../../src/platform/database/newer-database';
import { checkoutRoot } from '../../dev/checkout';
import { Program } from '../stack/program';
import { startPlatform } from '../support/platform';
import { typeScriptCommand } from '../support/typescript-command';
import { FreshDatabase, listSchemaObjects } from './fresh-database';

const LATER = ['AddWards1999000000000', 'AddBeds1999000100000'];
const LAST = installedMigrations([]).at(-1)?.name ?? '';

describe('a database with migrations that the program does not know', () => {
  const database = new FreshDatabase({ migrated: true });

  // As a later release leaves it, which has reverted nothing. The last migration of this program has not run.
  beforeEach(async () => {
    await database.connection.undoLastMigration();
    for (const name of LATER)
      await database.connection.query('INSERT INTO migrations (timestamp, name) VALUES ($1, $2)', [
        Number(name.slice(-13)),
        name,
      ]);
  });

  const allowed = () => ({ ...database.settings, ALLOW_NEWER_DATABASE: 'true' });

  const expectNothingDone = async (before: string[]): Promise<void> => {
    expect(await outstandingMigrations(database.connection)).toEqual([LAST]);
    expect(await listSchemaObjects(database.connection)).toEqual(before);
  };

  it('is refused by migrate with their names, and nothing is done', async () => {
    const before = await listSchemaObjects(database.connection);
    const failed = migrate(readDatabaseSettings(database.settings));
    await expect(failed).rejects.toThrow(NewerDatabaseError);
    await expect(failed).rejects.toThrow(
      `The database is newer than this program, which does not know its migrations ${LATER.join(', ')}.`,
    );
    await expectNothingDone(before);
  });

  it.each(['false', 'true'])('is refused at start with MIGRATE_ON_START=%s', async (onStart) => {
    const before = await listSchemaObjects(database.connection);
    const starting = startPlatform({ ...database.settings, MIGRATE_ON_START: onStart });
    await expect(starting).rejects.toThrow(new NewerDatabaseError(LATER));
    await expectNothingDone(before);
  });

  it.each([['src/main.ts'], ['src/migrate.ts']])('ends %s with exit code 1 and the names', async (file) => {
    const program = new Program(typeScriptCommand(file), {
      cwd: checkoutRoot,
      variables: {
        ...database.settings,
        NODE_ENV: 'test',
        PORT: '0',
        OAUTH_ISSUER: 'http://127.0.0.1:1',
        OAUTH_CLIENT_ID: 'health-platform',
      },
    });
    const { code, stdout, stderr } = await program.end();
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).toContain(new NewerDatabaseError(LATER).message.split('\n')[0]);
  });

  it('is migrated and started with a warning if ALLOW_NEWER_DATABASE is set', async () => {
    const warning = `the database is newer than this program, which does not know its migrations ${LATER.join(', ')}`;
    const reports: string[] = [];
    const report = (message: string) => void reports.push(message);
    expect(await migrate(readDatabaseSettings(allowed()), { report })).toEqual([LAST]);
    expect(reports).toEqual([warning]);
    const platform = await startPlatform(allowed());
    await platform.close();
    expect(platform.logLines.join('')).toContain(warning);
  });

  it('is not one whose migrations are those of this program', async () => {
    await database.connection.query('DELETE FROM migrations WHERE name = ANY ($1)', [LATER]);
    expect(await migrate(readDatabaseSettings(database.settings))).toEqual([LAST]);
    await (await startPlatform(database.settings)).close();
  });
});
