import { setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';

/** The client disconnected before the end of its response. */
export class ClientDisconnectedError extends Error {
  constructor() {
    super('the client disconnected');
  }
}

/** Returns a signal that is aborted with a ClientDisconnectedError when the response closes. */
export function clientSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  // Each call of a batch may wait for it.
  setMaxListeners(0, controller.signal);
  const abort = () => {
    controller.abort(new ClientDisconnectedError());
  };
  response.once('close', abort);
  // The client may have disconnected before, and 'close' is emitted only once.
  if (response.closed || response.destroyed) abort();
  return controller.signal;
}
