import { DataSource, type Migration } from 'typeorm';
import type { DatabaseSettings } from '../config/environment';
import { migrationOptions } from './data-source';
import { EditedMigrationError, editedMigrations, nameOf, recordDigests } from './edited-migrations';

/** Any number that no other program uses as an advisory lock in this database. */
const MIGRATION_LOCK = 7_305_318_201;

/** Called if a migration that has run was edited since. Continues if it returns. */
export type OnEdited = (error: EditedMigrationError) => void;

/**
 * Runs the outstanding migrations, over connections of their own: the application's may be too few and have not as
 * much time. Of several processes that start at once, one does and the others wait.
 * @returns the names of those it ran
 * @throws EditedMigrationError if a migration that has run was edited since, unless `onEdited` returns
 */
export async function migrate(settings: DatabaseSettings, onEdited?: OnEdited): Promise<string[]> {
  const dataSource = await new DataSource(migrationOptions(settings)).initialize();
  try {
    return await runMigrations(dataSource, onEdited);
  } finally {
    await dataSource.destroy();
  }
}

/** As `migrate`, over connections that are open already: at least two, without a bound on time. */
export async function runMigrations(dataSource: DataSource, onEdited?: OnEdited): Promise<string[]> {
  return withMigrationLock(dataSource, async () => {
    await checkMigrations(dataSource, onEdited);
    return runOutstanding(dataSource);
  });
}

/** One line that says which migrations ran. */
export function migrationSummary(ran: readonly string[]): string {
  return ran.length > 0 ? `Ran ${ran.join(', ')}\n` : 'Nothing to do: the database is up to date\n';
}

async function runOutstanding(dataSource: DataSource): Promise<string[]> {
  let ran: Migration[];
  try {
    ran = await dataSource.runMigrations();
  } catch (error) {
    // Those before the one that failed have run; why that one failed matters more than a digest.
    await recordDigests(dataSource).catch(() => undefined);
    throw error;
  }
  await recordDigests(dataSource);
  return ran.map(({ name }) => name);
}

/** Does something while no other process changes the schema. */
export async function withMigrationLock<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
  const lock = dataSource.createQueryRunner();
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work();
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await lock.release();
  }
}

/**
 * Compares the migrations that have run with those of this program.
 * @throws EditedMigrationError if one was edited since, unless `onEdited` returns
 */
export async function checkMigrations(dataSource: DataSource, onEdited: OnEdited = refuse): Promise<void> {
  const edited = await editedMigrations(dataSource);
  if (edited.length > 0) onEdited(new EditedMigrationError(edited));
}

/** Stops in development and in tests. In production it warns: an edit must not stop every process of a release. */
export function onEditedIn(nodeEnv: string | undefined, warn: (message: string) => void): OnEdited {
  if (nodeEnv !== 'production') return refuse;
  return ({ message }) => {
    warn(message);
  };
}

function refuse(error: EditedMigrationError): never {
  throw error;
}

/** The names of migrations that this program knows and the database has not seen. */
export async function outstandingMigrations(dataSource: DataSource): Promise<string[]> {
  const [{ known }] = await dataSource.query<[{ known: boolean }]>(
    `SELECT to_regclass('migrations') IS NOT NULL AS known`,
  );
  const rows = known ? await dataSource.query<{ name: string }[]>('SELECT name FROM migrations') : [];
  const done = new Set(rows.map(({ name }) => name));
  return dataSource.migrations.map(nameOf).filter((name) => !done.has(name));
}
