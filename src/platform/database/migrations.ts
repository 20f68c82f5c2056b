import { setTimeout as wait } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { DatabaseSettings } from '../config/environment';
import { migrationOptions, withDataSource } from './data-source';
import { Database, Transaction } from './database';
import { EditedMigrationError, editedMigrations, migrationName, recordDigests } from './edited-migrations';
import { grantLockingOnNodes } from './lock-privileges';
import {
  FIND_MIGRATIONS_TABLE,
  LIST_MIGRATIONS,
  TRY_LOCK_MIGRATIONS,
  UNLOCK_MIGRATIONS,
} from './migrations.sql';
import { checkDatabaseVersion } from './newer-database';
import { findApplicationRole, grantDefaultPrivileges, grantPrivileges } from './privileges';
import { type LockOptions, runWithLockTimeout } from './run-migrations';

/** Key of the advisory lock: any number that no other program uses in this database. */
const LOCK_KEY = 7_305_318_201;
const LOCK_PAUSE_MS = 100;

/** Called if a migration was edited after it ran. The caller continues if this returns. */
type OnEdited = (error: EditedMigrationError) => void;

export interface MigrateOptions {
  /** Throws by default. */
  readonly onEdited?: OnEdited;
  /** Reports what delays a migration; by default, nobody learns it. */
  readonly report?: (message: string) => void;
}

/**
 * Runs the outstanding migrations with the role that owns the tables, and gives the role of the application its privileges.
 * Returns the names of the migrations. Uses its own connections: the application's have a time limit, and may be too few. If
 * several processes start at the same time, one runs the migrations and the others wait.
 * @throws EditedMigrationError if a migration was edited after it ran, unless `onEdited` returns
 * @throws NewerDatabaseError if the database has other migrations, unless ALLOW_NEWER_DATABASE is set
 * @throws OperatorError if the role of the application is missing, or a migration does not get its locks
 */
export async function migrate(
  settings: DatabaseSettings,
  { onEdited, report = () => undefined }: MigrateOptions = {},
): Promise<string[]> {
  return withDataSource(migrationOptions(settings), (dataSource) =>
    withMigrationLock(dataSource, async (observer) => {
      await checkDatabaseVersion(dataSource, { isAllowed: settings.ALLOW_NEWER_DATABASE, report });
      await checkMigrations(dataSource, onEdited);
      const role = await findApplicationRole(dataSource, settings);
      if (role !== undefined) await grantDefaultPrivileges(dataSource, role);
      const lockTimeoutMs = settings.MIGRATION_LOCK_TIMEOUT_MS;
      const ran = await runOutstanding(dataSource, observer, { lockTimeoutMs, report });
      if (role !== undefined) {
        await grantPrivileges(dataSource, role);
        await grantLockingOnNodes(dataSource);
      }
      return ran;
    }),
  );
}

/** Runs the outstanding migrations on an open data source of at least two connections without a time limit. */
export async function runMigrations(dataSource: DataSource, onEdited?: OnEdited): Promise<string[]> {
  return withMigrationLock(dataSource, async (observer) => {
    await checkMigrations(dataSource, onEdited);
    return runOutstanding(dataSource, observer, { lockTimeoutMs: 60_000, report: () => undefined });
  });
}

/** Returns one line that lists the migrations that ran. */
export function migrationSummary(ran: readonly string[]): string {
  return ran.length > 0 ? `Ran ${ran.join(', ')}\n` : 'Nothing to do: the database is up to date\n';
}

async function runOutstanding(
  dataSource: DataSource,
  observer: Database,
  options: LockOptions,
): Promise<string[]> {
  const before = await outstandingMigrations(dataSource);
  try {
    await runWithLockTimeout(dataSource, observer, options);
  } catch (error) {
    // The migrations before the one that failed have run. Its error matters more than an error of the digests.
    await recordDigests(dataSource).catch(() => undefined);
    throw error;
  }
  await recordDigests(dataSource);
  return before;
}

/**
 * Runs work while no other process changes the schema.
 * @param work gets the connection that holds the lock
 */
export async function withMigrationLock<T>(
  dataSource: DataSource,
  work: (holder: Database) => Promise<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  const database = new Transaction(dataSource, runner);
  await runner.connect();
  try {
    while (!(await database.one(TRY_LOCK_MIGRATIONS, { key: LOCK_KEY })).locked) await wait(LOCK_PAUSE_MS);
    return await work(database);
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
