import { HttpException } from '@nestjs/common';

/** An error as the log shows it. */
export interface LoggedError {
  readonly type: string;
  readonly message?: string;
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

/**
 * Tells why something failed without telling what a caller sent. Messages of databases, parsers and remote servers
 * quote values (a patient identifier, a token), so only their codes and places are kept.
 */
export function serializeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, frames: [] };
  const { cause } = error;
  return {
    type: error.name,
    ...(hasPlainMessage(error) && { message: error.message }),
    ...textual(error, 'code'),
    ...numeric(error, 'status'),
    ...textual(error, 'constraint'),
    ...textual(error, 'table'),
    frames: framesOf(error),
    ...(cause !== undefined && depth < MAX_DEPTH && { cause: serializeError(cause, depth + 1) }),
  };
}

function hasPlainMessage(error: Error): boolean {
  return (
    PLAIN.has(error.name) || error instanceof HttpException || ('syscall' in error && !('detail' in error))
  );
}

function textual(error: Error, key: 'code' | 'constraint' | 'table'): object {
  const value: unknown = key in error ? Reflect.get(error, key) : undefined;
  return typeof value === 'string' ? { [key]: value } : {};
}

function numeric(error: Error, key: 'status'): object {
  const value: unknown = key in error ? Reflect.get(error, key) : undefined;
  return typeof value === 'number' ? { [key]: value } : {};
}

/** The frames alone: the message stands before them, and a line of it may look like one. */
function framesOf({ message, stack = '' }: Error): string[] {
  const start = stack.indexOf(message);
  if (start < 0) return [];
  const lines = stack.slice(start + message.length).split('\n');
  return lines.filter((line) => line.startsWith('    at ')).map((line) => line.trim());
}
