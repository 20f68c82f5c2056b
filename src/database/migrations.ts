import type { DataSource, Migration } from 'typeorm';

/** Any number that no other program uses as an advisory lock in this database. */
const MIGRATION_LOCK = 7_305_318_201;

/**
 * Runs the outstanding migrations. Of several processes that start at once, one does and the others wait.
 * @returns the names of those it ran
 */
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
