import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The header that carries a request's id, both ways. */
export const REQUEST_ID_HEADER = 'x-request-id';

const ids = new WeakMap<IncomingMessage, string>();

/** The id of a request: the caller's own where it is short and plain, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request);
  if (known) return known;
  const given = request.headers[REQUEST_ID_HEADER];
  const id = typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
  ids.set(request, id);
  return id;
}

/** All that a caller is told of a failure of ours: by the id, the log tells the rest. */
export function unexpectedFailure(requestId: string): string {
  return `Something went wrong on our side. Please quote request ${requestId}.`;
}
