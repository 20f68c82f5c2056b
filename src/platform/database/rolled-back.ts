import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';
import { DatabaseBusyError } from './database-busy-error';

const errorsBeforeCommit = new WeakSet<Error>();

/** Notes that an error ended a transaction before its `COMMIT` was sent. */
export function noteRolledBack(error: unknown): void {
  if (error instanceof Error) errorsBeforeCommit.add(error);
}

/**
 * Returns whether an error shows that its transaction, which may be one statement, changed nothing: PostgreSQL refused a statement or
 * the commit, the statement was not sent, or the connection was lost before the commit. After a fatal error the outcome is not known.
 */
export function isRolledBack(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (errorsBeforeCommit.has(error) || error instanceof DatabaseBusyError) return true;
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : undefined;
  return cause instanceof DatabaseError && cause.severity === 'ERROR';
}
