import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** The supervisor's message to a process that is to end after its requests. */
export const RETIRE = 'retire';

/** Time for connections to send their last request. */
export const LAST_REQUEST_TIMEOUT_MS = 5_000;

/**
 * Ends this process without losing a request when the supervisor requests it: first the connections, then the rest.
 * @param end as on SIGTERM by default
 */
export function retireOnRequest(
  server: Server,
  end: () => void = () => process.kill(process.pid, 'SIGTERM'),
): void {
  process.on('message', (message) => {
    if (message !== RETIRE) return;
    void finishConnections(server, LAST_REQUEST_TIMEOUT_MS).then(end);
  });
}

/**
 * Stops accepting connections, and ends each open one with the response to its next request. Resolves when all have ended, or
 * after the time limit. A client may be sending a request on a connection that is idle here, so that closing it would lose
 * the request.
 */
export async function finishConnections(server: Server, timeoutMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise((resolve) => server.once('close', resolve));
  // The method of an HTTP server also closes idle connections.
  Server.prototype.close.call(server);
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  await Promise.race([closed, wait(timeoutMs, undefined, { ref: false })]);
}

/**
 * Ignores the signals that a terminal or a service manager sends to every process of a group: the supervisor decides what
 * its workers do.
 */
export function ignoreGroupSignals(): void {
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => undefined);
}
