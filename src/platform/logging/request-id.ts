import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Header of the request id, in requests and responses. */
export const REQUEST_ID_HEADER = 'x-request-id';

const ids = new WeakMap<IncomingMessage, string>();

/** Returns the request id: the caller's if it has 8 to 64 plain characters, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request);
  if (known) return known;
  const given = request.headers[REQUEST_ID_HEADER];
  const id = typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
  ids.set(request, id);
  return id;
}

/** Returns the message for an internal error. The log has the cause under the request id. */
export function internalErrorMessage(requestId: string): string {
  return `Something went wrong on our side. Please quote request ${requestId}.`;
}
