import { DataSource, type Migration } from 'typeorm';
import type { DatabaseSettings } from '../config/environment';
import { migrationOptions } from './data-source';

/** Any number that no other program uses as an advisory lock in this database. */
const MIGRATION_LOCK = 7_305_318_201;

/**
 * Runs the outstanding migrations, over connections of their own: the application's may be too few and have not as
 * much time. Of several processes that start at once, one does and the others wait.
 * @returns the names of those it ran
 */
export async function migrate(settings: DatabaseSettings): Promise<string[]> {
  const dataSource = await new DataSource(migrationOptions(settings)).initialize();
  try {
    return await runMigrations(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** As `migrate`, over connections that are open already: at least two, without a bound on time. */
export async function runMigrations(dataSource: DataSource): Promise<string[]> {
  const lock = dataSource.createQueryRunner();
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const ran: Migration[] = await dataSource.runMigrations();
    return ran.map(({ name }) => name);
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await lock.release();
  }
}

/** The names of migrations that this program knows and the database has not seen. */
export async function outstandingMigrations(dataSource: DataSource): Promise<string[]> {
  const [{ known }] = await dataSource.query<[{ known: boolean }]>(
    `SELECT to_regclass('migrations') IS NOT NULL AS known`,
  );
  const rows = known ? await dataSource.query<{ name: string }[]>('SELECT name FROM migrations') : [];
  const done = new Set(rows.map(({ name }) => name));
  // As TypeORM records them: by a name of their own where they have one, else by their class.
  const names = dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name);
  return names.filter((name) => !done.has(name));
}
