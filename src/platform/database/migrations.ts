import type { DataSource, Migration } from 'typeorm';
import type { DatabaseSettings } from '../config/environment';
import { migrationOptions, withDataSource } from './data-source';
import { Database, Transaction } from './database';
import { EditedMigrationError, editedMigrations, migrationName, recordDigests } from './edited-migrations';
import { FIND_MIGRATIONS_TABLE, LIST_MIGRATIONS, LOCK_MIGRATIONS, UNLOCK_MIGRATIONS } from './migrations.sql';

/** Key of the advisory lock: any number that no other program uses in this database. */
const LOCK_KEY = 7_305_318_201;

/** Called if a migration was edited after it ran. The caller continues if this returns. */
type OnEdited = (error: EditedMigrationError) => void;

/**
 * Runs the outstanding migrations and returns their names. Uses its own connections: the application's have a time limit,
 * and may be too few. If several processes start at the same time, one runs the migrations and the others wait.
 * @throws EditedMigrationError if a migration was edited after it ran, unless `onEdited` returns
 */
export async function migrate(settings: DatabaseSettings, onEdited?: OnEdited): Promise<string[]> {
  return withDataSource(migrationOptions(settings), (dataSource) => runMigrations(dataSource, onEdited));
}

/** Same as `migrate`, with an open data source of at least two connections without a time limit. */
export async function runMigrations(dataSource: DataSource, onEdited?: OnEdited): Promise<string[]> {
  return withMigrationLock(dataSource, async () => {
    await checkMigrations(dataSource, onEdited);
    return runOutstanding(dataSource);
  });
}

/** Returns one line that lists the migrations that ran. */
export function migrationSummary(ran: readonly string[]): string {
  return ran.length > 0 ? `Ran ${ran.join(', ')}\n` : 'Nothing to do: the database is up to date\n';
}

async function runOutstanding(dataSource: DataSource): Promise<string[]> {
  let ran: Migration[];
  try {
    ran = await dataSource.runMigrations();
  } catch (error) {
    // The migrations before the one that failed have run. Its error matters more than an error of the digests.
    await recordDigests(dataSource).catch(() => undefined);
    throw error;
  }
  await recordDigests(dataSource);
  return ran.map(({ name }) => name);
}

/** Runs work while no other process changes the schema. */
export async function withMigrationLock<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  const database = new Transaction(dataSource, runner);
  await runner.connect();
  try {
    await database.run(LOCK_MIGRATIONS, { key: LOCK_KEY });
    return await work();
  } finally {
    await database.run(UNLOCK_MIGRATIONS, { key: LOCK_KEY }).catch(() => undefined);
    await runner.release();
  }
}

/**
 * Compares the migrations that have run with those of this program.
 * @throws EditedMigrationError if one was edited after it ran, unless `onEdited` returns
 */
export async function checkMigrations(
  dataSource: DataSource,
  onEdited: OnEdited = throwError,
): Promise<void> {
  const edited = await editedMigrations(dataSource);
  if (edited.length > 0) onEdited(new EditedMigrationError(edited));
}

/** Returns a handler that throws, but warns in production: an edit must not stop all processes of a release. */
export function editedMigrationHandler(
  nodeEnv: string | undefined,
  warn: (message: string) => void,
): OnEdited {
  if (nodeEnv !== 'production') return throwError;
  return ({ message }) => {
    warn(message);
  };
}

function throwError(error: EditedMigrationError): never {
  throw error;
}

/** Returns the names of this program's migrations that have not run on the database. */
export async function outstandingMigrations(dataSource: DataSource): Promise<string[]> {
  const database = new Database(dataSource);
  const { exists } = await database.one(FIND_MIGRATIONS_TABLE);
  const rows = exists ? await database.rows(LIST_MIGRATIONS) : [];
  const names = new Set(rows.map(({ name }) => name));
  return dataSource.migrations.map(migrationName).filter((name) => !names.has(name));
}
