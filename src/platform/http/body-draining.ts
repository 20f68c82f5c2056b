import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Enough for a caller that sends its whole body before it reads the response. */
const MAX_BYTES = 16 * 1024 * 1024;
/** As long as the body of a request may take to arrive that is not refused. */
const MAX_MS = 30_000;
/** After a first grace period, what arrives must do so at this average rate: that of a slow mobile network. */
const MIN_BYTES_PER_SECOND = 16 * 1024;
const GRACE_MS = 1_000;
const CHECK_MS = 50;

/**
 * Discards the rest of a body that is still being sent after the response, so that the client gets the response. Closes the
 * connection if the rest is too long, too slow or takes too long.
 */
export function limitDraining(request: IncomingMessage, onClose: () => void): void {
  // A connection that ends after the response discards the rest itself.
  if (request.complete || request.socket.destroyed || request.socket.writableEnded) return;
  // A refusal in the middle of the body has paused it.
  request.resume();
  discardRest(request.socket, () => request.complete, onClose);
}

/** Closes a connection if what arrives on it until it has ended is too long, too slow or takes too long. */
export function discardRest(socket: Socket, hasEnded: () => boolean, onClose?: () => void): void {
  const startBytes = socket.bytesRead;
  const startedAt = performance.now();
  const check = setInterval(() => {
    if (hasEnded() || socket.destroyed) {
      clearInterval(check);
      return;
    }
    if (mayGoOn(socket.bytesRead - startBytes, performance.now() - startedAt)) return;
    clearInterval(check);
    onClose?.();
    socket.destroy();
  }, CHECK_MS);
}

function mayGoOn(bytes: number, milliseconds: number): boolean {
  if (bytes > MAX_BYTES || milliseconds > MAX_MS) return false;
  return milliseconds < GRACE_MS || bytes >= (milliseconds / 1000) * MIN_BYTES_PER_SECOND;
}
