import { setTimeout as wait } from 'node:timers/promises';
import { installedMigrations } from '../../src/platform/database/data-source';
import { readDatabaseSettings } from '../../src/platform/config/environment';
import { migrate } from '../../src/platform/database/migrations';
import { until } from '../support/until';
import { FreshDatabase } from './fresh-database';

const NAMES = installedMigrations([]).map(({ name }) => name);

describe('migrate', () => {
  const database = new FreshDatabase();

  const settings = (more: Readonly<Record<string, string>> = {}) =>
    readDatabaseSettings({ ...database.settings, ...more });

  it('needs only the address of the database', async () => {
    expect(await migrate(settings())).toEqual(NAMES);
    expect(await migrate(settings())).toEqual([]);
  });

  it('works if the pool has one connection', async () => {
    expect(await migrate(settings({ DATABASE_POOL_SIZE: '1' }))).toEqual(NAMES);
  });

  it('runs once if several processes start at the same time', async () => {
    const ran = await Promise.all([migrate(settings()), migrate(settings()), migrate(settings())]);
    expect(ran.filter((names) => names.length > 0)).toEqual([NAMES]);
    const rows = await database.connection.query<{ name: string }[]>(
      'SELECT name FROM migrations ORDER BY id',
    );
    expect(rows.map(({ name }) => name)).toEqual(NAMES);
  });
});

describe('migrate on a migrated database', () => {
  const database = new FreshDatabase({ migrated: true });

  const settings = (more: Readonly<Record<string, string>> = {}) =>
    readDatabaseSettings({ ...database.settings, ...more });

  it('may take longer than the application’s statement timeout', async () => {
    const reader = database.connection.createQueryRunner();
    await reader.startTransaction();
    await reader.query('LOCK TABLE migrations');
    const migrating = migrate(settings({ DATABASE_TIMEOUT_MS: '100' }));
    await Promise.race([migrating, wait(1_500)]);
    await reader.commitTransaction();
    await reader.release();
    expect(await migrating).toEqual([]);
  });

  it('leaves no connection open', async () => {
    await migrate(settings());
    const hasEndedAll = async () => {
      const others = await database.connection.query<unknown[]>(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      );
      return others.length === 0;
    };
    // The server ends a closed connection in the background. A pool that is left open closes idle ones after ten seconds.
    await until('the server has ended the connections', hasEndedAll, { within: 5_000 });
  });
});
