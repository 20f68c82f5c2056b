import { HttpException } from '@nestjs/common';
import type { Environment } from '../config/environment';
import { databaseErrorDetails } from './database-error';
import { framesOf, textual } from './error-parts';

/** An error as the log shows it. */
export interface LoggedError {
  readonly type: string;
  readonly message?: string;
  /** Values that the database quotes; never in production. */
  readonly detail?: string;
  readonly column?: string;
  /** Line of our own source that sent the statement; never in production. */
  readonly at?: string;
  /** SQLSTATE, or the operating system's name of the failure. */
  readonly code?: string;
  readonly status?: number;
  readonly constraint?: string;
  readonly table?: string;
  readonly frames: readonly string[];
  readonly cause?: LoggedError;
}

/** Errors whose messages hold no value of a caller: their own words, or the language's. */
const PLAIN = new Set([
  'AssistantUnavailableError',
  'PortalError',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'AbortError',
  'TimeoutError',
]);

const MAX_DEPTH = 4;

/** Serializes errors for the log. Outside production a database error keeps its message, its values and its line. */
export function errorSerializer({
  NODE_ENV,
}: Pick<Environment, 'NODE_ENV'>): (error: unknown) => LoggedError {
  const extra = NODE_ENV === 'production' ? () => ({}) : databaseErrorDetails;
  return (error) => serializeError(error, extra);
}

/**
 * Tells why something failed without telling what a caller sent. Messages of databases, parsers and remote servers
 * quote values (a patient identifier, a token), so only their codes and places are kept.
 * @param extra what else is kept of an error
 */
function serializeError(error: unknown, extra: (error: Error) => object, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, frames: [] };
  const { cause } = error;
  return {
    type: error.name,
    ...(hasPlainMessage(error) && { message: error.message }),
    ...extra(error),
    ...textual(error, 'code'),
    ...numeric(error, 'status'),
    ...textual(error, 'constraint'),
    ...textual(error, 'table'),
    frames: framesOf(error),
    ...(cause !== undefined && depth < MAX_DEPTH && { cause: serializeError(cause, extra, depth + 1) }),
  };
}

function hasPlainMessage(error: Error): boolean {
  return (
    PLAIN.has(error.name) || error instanceof HttpException || ('syscall' in error && !('detail' in error))
  );
}

function numeric(error: Error, key: 'status'): object {
  const value: unknown = key in error ? Reflect.get(error, key) : undefined;
  return typeof value === 'number' ? { [key]: value } : {};
}
