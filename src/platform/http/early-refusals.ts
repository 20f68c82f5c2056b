import type { IncomingMessage, ServerResponse } from 'node:http';

/** Errors of requests that are refused before Express looks for their routes. */
const refusals = new WeakMap<IncomingMessage, unknown>();

/** Marks a request as refused. Pass it to Express: the error is then sent like all errors of its path. */
export function markRefused(request: IncomingMessage, error: unknown): void {
  refusals.set(request, error);
}

/** Passes the error of a refused request to Express’s error handlers. Express calls it before the routes. */
export function passRefusal(
  request: IncomingMessage,
  _response: ServerResponse,
  next: (error?: unknown) => void,
): void {
  next(refusals.get(request));
}
