import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';
import { DatabaseBusyError } from './database-busy-error';
import { DatabaseUnavailableError } from './database-unavailable-error';

/**
 * Whether the database is out of reach, or reachable and without resources for a statement: connections, memory, space on
 * disk, a lock, time.
 */
export type Unavailability = 'away' | 'busy';

/**
 * SQLSTATEs of a server that ends, starts or became a standby (PostgreSQL, appendix A): connection exceptions (08), operator
 * intervention (57P), and writes to a read-only server (25006), which is what a failed-over primary answers.
 */
const AWAY = /^(?:08|57P|25006)/;

/** Insufficient resources (53), a lock timeout, a cancelled statement, a deadlock, a failed read or write of a file. */
const BUSY = /^(?:53|55P03|57014|40P01|58030)/;

/**
 * A prepared statement that its connection does not have: a connection pooler replaced the database session, or another
 * statement was to prepare it and was refused.
 */
export const UNPREPARED = '26000';

/** Errors of Node's sockets. */
const SOCKET_ERROR = /^(?:E[A-Z]+|EAI_[A-Z]+)$/;

/** Messages of pg about a connection that was lost or closed, which have no code. */
const LOST_CONNECTION =
  /^(?:Connection terminated|Client (?:was closed|has encountered a connection error)|Query read timeout|timeout e\w+|the database does not answer)/;

/** Messages of pg and its pool about a connection that was not opened in time. */
const TIMEOUT = /^(?:Connection terminated due to connection timeout|timeout e\w+)/;

/** How deep causes are followed. */
export const MAX_DEPTH = 4;

/** Returns how the database is unavailable; undefined if the error has another reason. */
export function findUnavailability(error: unknown, depth = 0): Unavailability | undefined {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return undefined;
  if (error instanceof DatabaseBusyError) return 'busy';
  if (error instanceof DatabaseUnavailableError) return 'away';
  if (error instanceof QueryFailedError) return ofDriverError(error.driverError);
  return findUnavailability(error.cause, depth + 1);
}

/** Returns how an error of `pg` shows that the database is unavailable; undefined if it does not. */
export function ofDriverError(error: unknown): Unavailability | undefined {
  const code = codeOf(error);
  if (error instanceof DatabaseError) {
    if (AWAY.test(code ?? '')) return 'away';
    // The next attempt prepares the statement.
    const isUnprepared = code === UNPREPARED || isChangedResult(error);
    return isUnprepared || BUSY.test(code ?? '') ? 'busy' : undefined;
  }
  return isLostConnection(error) ? 'away' : undefined;
}

/** Returns whether a prepared statement was refused because a migration changed the type of a column that it returns. */
export function isChangedResult({ code, routine }: DatabaseError): boolean {
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

/** Returns whether an error of `pg` means that a connection was lost, and not that the database refused a statement. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DatabaseError) return false;
  return SOCKET_ERROR.test(codeOf(error) ?? '') || LOST_CONNECTION.test(error.message);
}

/** Returns whether `pg` did not open a connection in time. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && TIMEOUT.test(error.message);
}

/** Returns the SQLSTATE or the error code of the operating system. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
