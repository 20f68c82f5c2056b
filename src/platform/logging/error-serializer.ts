import { HttpException } from '@nestjs/common';
import type { Environment } from '../config/environment';
import { databaseErrorDetails } from './database-error';
import { framesOf, textProperty } from './error-parts';

/** An error as it is logged. */
interface LoggedError {
  readonly type: string;
  readonly message?: string;
  /** Detail of a database error, which quotes values; not in production. */
  readonly detail?: string;
  /** Column of a database error; not in production. */
  readonly column?: string;
  /** Line of TypeScript that sent the statement; not in production. */
  readonly at?: string;
  /** SQLSTATE, or the error code of the operating system. */
  readonly code?: string;
  /** Host and port of a database that could not be reached. */
  readonly host?: string;
  /** Kind of work that needed a connection. */
  readonly pool?: string;
  readonly status?: number;
  readonly constraint?: string;
  readonly table?: string;
  readonly frames: readonly string[];
  readonly cause?: LoggedError;
}

/** Errors whose messages hold no values of callers. */
const SAFE_MESSAGES = new Set([
  'DatabaseBusyError',
  'DatabaseUnavailableError',
  'ModelUnavailableError',
  'PortalError',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'AbortError',
  'TimeoutError',
]);

const MAX_DEPTH = 4;

/** Returns a serializer of errors for the log. Outside production, database errors keep message, values and source line. */
export function errorSerializer({
  NODE_ENV,
}: Pick<Environment, 'NODE_ENV'>): (error: unknown) => LoggedError {
  const extra = NODE_ENV === 'production' ? () => ({}) : databaseErrorDetails;
  return (error) => serializeError(error, extra);
}

/**
 * Serializes an error without values of callers. Messages of databases, parsers and remote servers quote values (a patient
 * identifier, a token), so only codes and stack frames are logged.
 * @param extra returns further properties of an error
 */
function serializeError(error: unknown, extra: (error: Error) => object, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, frames: [] };
  const { cause } = error;
  return {
    type: error.name,
    ...(hasSafeMessage(error) && { message: error.message }),
    ...extra(error),
    ...textProperty(error, 'code'),
    ...textProperty(error, 'host'),
    ...textProperty(error, 'pool'),
    ...numberProperty(error, 'status'),
    ...textProperty(error, 'constraint'),
    ...textProperty(error, 'table'),
    frames: framesOf(error),
    ...(cause !== undefined && depth < MAX_DEPTH && { cause: serializeError(cause, extra, depth + 1) }),
  };
}

function hasSafeMessage(error: Error): boolean {
  return (
    SAFE_MESSAGES.has(error.name) ||
    error instanceof HttpException ||
    ('syscall' in error && !('detail' in error))
  );
}

function numberProperty(error: Error, key: 'status'): object {
  const value: unknown = key in error ? Reflect.get(error, key) : undefined;
  return typeof value === 'number' ? { [key]: value } : {};
}
