import { type Variables, databaseUrl, flag, integer } from './setting-types';

/** Settings of migrations and of the role that runs them. */
export const migrationSettings = {
  DATABASE_MIGRATION_URL: databaseUrl
    .optional()
    .describe(
      'the same database, with the role that owns its tables: for migrations and `db:distribute`, which give the role of `DATABASE_URL` its privileges; `DATABASE_URL` if unset',
    ),
  MIGRATION_LOCK_TIMEOUT_MS: integer(10, 600_000)
    // Less than callers wait for a lock: those behind the migration get their answer.
    .default(500)
    .describe('time that a migration waits for a lock, and callers behind it, before it is tried again'),
  ALLOW_NEWER_DATABASE: flag
    .default(false)
    .describe(
      'start although the database has migrations that this program does not know; for the previous release while a new one is installed',
    ),
} as const;

/** Yields the conditions between these settings that are not met. */
export function* findUnmetMigrationConditions(variables: Variables): Generator<string> {
  const { DATABASE_MIGRATION_URL, DATABASE_URL } = variables;
  if (!DATABASE_MIGRATION_URL || DATABASE_URL === undefined || !URL.canParse(DATABASE_URL)) return;
  if (new URL(DATABASE_URL).username === '')
    yield 'DATABASE_URL: its role is required with DATABASE_MIGRATION_URL, because migrations give it its privileges';
}
