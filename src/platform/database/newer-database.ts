import type { DataSource } from 'typeorm';
import { OperatorError } from '../config/operator-error';
import { Database } from './database';
import { migrationName } from './edited-migrations';
import { FIND_MIGRATIONS_TABLE, LIST_MIGRATIONS } from './migrations.sql';

/** The database has migrations that this program does not know. */
export class NewerDatabaseError extends OperatorError {
  override name = 'NewerDatabaseError';

  constructor(names: readonly string[]) {
    super(
      `The database is newer than this program, which does not know its migrations ${names.join(', ')}.\n` +
        'Start a release that has them; if they are those of a feature, add it to FEATURES.\n' +
        'To let the previous release start until all processes run the new one: ALLOW_NEWER_DATABASE=true',
    );
  }
}

interface Options {
  /** Whether to report a newer database instead of refusing it. */
  readonly isAllowed: boolean;
  readonly report: (message: string) => void;
}

/**
 * Checks that this program knows every migration of the database.
 * @throws NewerDatabaseError with the names of the others, unless they are allowed
 */
export async function checkDatabaseVersion(
  dataSource: DataSource,
  { isAllowed, report }: Options,
): Promise<void> {
  const database = new Database(dataSource);
  const { exists } = await database.one(FIND_MIGRATIONS_TABLE);
  if (!exists) return;
  const known = new Set(dataSource.migrations.map(migrationName));
  const unknown = (await database.rows(LIST_MIGRATIONS))
    .map(({ name }) => name)
    .filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  if (!isAllowed) throw new NewerDatabaseError(unknown);
  report(`the database is newer than this program, which does not know its migrations ${unknown.join(', ')}`);
}
