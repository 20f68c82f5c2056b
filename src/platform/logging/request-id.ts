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

/** Returns the request id: the caller's if it has 8 to 64 plain characters, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const known = request[REQUEST_ID];
  if (known !== undefined) return known;
  const given = request.headers[REQUEST_ID_HEADER];
  const id = typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
  request[REQUEST_ID] = id;
  return id;
}

/** Returns the message for an internal error. The log has the cause under the request id. */
export function internalErrorMessage(requestId: string): string {
  return `Something went wrong on our side. Please quote request ${requestId}.`;
}
