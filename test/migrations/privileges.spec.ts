import { randomBytes } from 'node:crypto';
import { readDatabaseSettings } from '../../src/platform/config/environment';
import { OperatorError } from '../../src/platform/config/operator-error';

import { installedMigrations, withDataSource } from '../../src/platform/database/data-source';
import { migrate } from '../../src/platform/database/migrations';
import { startPlatform } from '../support/platform';
import { runAdminStatement } from '../runner/admin-connection';
import { FreshDatabase } from './fresh-database';

const NAMES = installedMigrations([]).map(({ name }) => name);

describe('the privileges of the role of the application', () => {
  const database = new FreshDatabase();
  const suffix = randomBytes(4).toString('hex');
  const [owner, application, other] = [`owner_${suffix}`, `application_${suffix}`, `other_${suffix}`];

  beforeAll(async () => {
    for (const role of [owner, application, other])
      await runAdminStatement(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`);
  });

  // The owner is no superuser: it owns the database.
  beforeEach(async () => {
    const name = new URL(database.settings.DATABASE_URL).pathname.slice(1);
    await runAdminStatement(`ALTER DATABASE ${name} OWNER TO ${owner}`);
  });

  afterAll(async () => {
    for (const role of [application, other, owner]) await runAdminStatement(`DROP ROLE ${role}`);
  });

  const urlOf = (role: string): string =>
    Object.assign(new URL(database.settings.DATABASE_URL), { username: role, password: 'x' }).href;

  const settings = (role = application) => ({
    DATABASE_URL: urlOf(role),
    DATABASE_MIGRATION_URL: urlOf(owner),
  });

  const run = (role?: string): Promise<string[]> => migrate(readDatabaseSettings(settings(role)));

  const query = <Rows = unknown>(role: string, sql: string): Promise<Rows> =>
    withDataSource({ type: 'postgres', url: urlOf(role) }, (dataSource) => dataSource.query<Rows>(sql));

  it('are given by migrations of an owner who is no superuser, and suffice for a platform', async () => {
    expect(await run()).toEqual(NAMES);
    const platform = await startPlatform(settings());
    await platform.close();
    await expect(query(application, 'DELETE FROM consultation')).rejects.toMatchObject({ code: '42501' });
  });

  it('are changed back by the next migrations, and otherwise not touched', async () => {
    await run();
    const describe = () =>
      query<{ acl: string; version: string }[]>(
        owner,
        `SELECT relacl::text AS acl, xmin::text AS version FROM pg_class WHERE relname = 'consultation'`,
      );
    const before = await describe();
    await run();
    expect(await describe()).toEqual(before);
    await query(owner, `GRANT DELETE, TRUNCATE ON consultation TO ${application}`);
    await query(owner, `REVOKE SELECT ON consultation FROM ${application}`);
    await run();
    expect((await describe()).map(({ acl }) => acl)).toEqual(before.map(({ acl }) => acl));
  });

  it('let it read and append to a table that was created since, and change it after the next migrations', async () => {
    await run();
    await query(owner, 'CREATE TABLE ward (id bigserial PRIMARY KEY, name text)');
    await query(application, `INSERT INTO ward (name) VALUES ('north')`);
    expect(await query(application, 'SELECT name FROM ward')).toEqual([{ name: 'north' }]);
    await expect(query(application, 'DELETE FROM ward')).rejects.toMatchObject({ code: '42501' });
    await run();
    await query(application, 'DELETE FROM ward');
  });

  it('never let it change a table with a trigger that refuses to delete', async () => {
    await run();
    await query(owner, 'CREATE TABLE ward (name text)');
    await query(
      owner,
      `CREATE TRIGGER ward_is_kept BEFORE DELETE OR UPDATE ON ward
       FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_record()`,
    );
    await run();
    await query(application, `INSERT INTO ward VALUES ('north')`);
    for (const sql of ['DELETE FROM ward', `UPDATE ward SET name = 'south'`])
      await expect(query(application, sql)).rejects.toMatchObject({ code: '42501' });
  });

  it('can be given to another role', async () => {
    await run();
    await expect(query(other, 'SELECT FROM specialty')).rejects.toMatchObject({ code: '42501' });
    await run(other);
    expect(await query<unknown[]>(other, 'SELECT FROM specialty')).not.toEqual([]);
  });

  it('are not given to a role that does not exist', async () => {
    const failed = run('nobody_here');
    await expect(failed).rejects.toThrow(
      `The role "nobody_here" of DATABASE_URL does not exist: CREATE ROLE "nobody_here" LOGIN PASSWORD '…'. Nothing was done.`,
    );
    await expect(failed).rejects.toBeInstanceOf(OperatorError);
    expect(await query(owner, `SELECT to_regclass('migrations') AS found`)).toEqual([{ found: null }]);
  });

  it('are not given to a role that may become the owner', async () => {
    await runAdminStatement(`GRANT ${owner} TO ${other}`);
    try {
      await expect(run(other)).rejects.toThrow(
        `The role "${other}" of DATABASE_URL has the rights of "${owner}", the role of DATABASE_MIGRATION_URL, so that it could change the schema`,
      );
    } finally {
      await runAdminStatement(`REVOKE ${owner} FROM ${other}`);
    }
  });

  it('are not needed if the application uses the role of the owner', async () => {
    expect(await migrate(readDatabaseSettings({ DATABASE_URL: urlOf(owner) }))).toEqual(NAMES);
    expect(await query(owner, 'SELECT 1 AS one FROM pg_default_acl')).toEqual([]);
  });
});
