import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Header of the request id, in requests and responses. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** A property of the request: a WeakMap would hold a row for each request until the next full garbage collection. */
const REQUEST_ID = Symbol('request id');

declare module 'http' {
  interface IncomingMessage {
    [REQUEST_ID]?: string;
  }
}

/**
 * Forms of generated ids: a UUID (RFC 9562) or 32 hexadecimal digits as proxies send them, and a ULID. Any other text may hold data
 * of a person, which must not get into the log and the audit trail.
 */
const GENERATED_ID = /^(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[\da-f]{32}|[0-7][\da-hjkmnp-tv-z]{25})$/i;

/** Returns the request id: the caller's if it has the form of a generated one, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const known = request[REQUEST_ID];
  if (known !== undefined) return known;
  const given = request.headers[REQUEST_ID_HEADER];
  const id = isGenerated(given) ? given : randomUUID();
  request[REQUEST_ID] = id;
  return id;
}

/** Digits alone are no generated id, but may be a person's number. */
function isGenerated(id: unknown): id is string {
  return typeof id === 'string' && GENERATED_ID.test(id) && /[a-z]/i.test(id);
}

/** Returns the message for an internal error. The log has the cause under the request id. */
export function internalErrorMessage(requestId: string): string {
  return `Something went wrong on our side. Please quote request ${requestId}.`;
}
