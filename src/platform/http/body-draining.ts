import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Enough for a caller that sends its whole body before it reads the response. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_MS = 1_000;
const CHECK_MS = 50;

/**
 * Discards the rest of a body that is still being sent after the response, so that the client gets the response. Closes the
 * connection if the rest is too long or takes too long.
 */
export function limitDraining(request: IncomingMessage, onClose: () => void): void {
  if (request.complete || request.socket.destroyed) return;
  // A refusal in the middle of the body has paused it.
  request.resume();
  discardRest(request.socket, () => request.complete, onClose);
}

/** Closes a connection if what arrives on it until it has ended is too long or takes too long. */
export function discardRest(socket: Socket, hasEnded: () => boolean, onClose?: () => void): void {
  const startBytes = socket.bytesRead;
  const endsAt = performance.now() + MAX_MS;
  const check = setInterval(() => {
    if (hasEnded() || socket.destroyed) {
      clearInterval(check);
      return;
    }
    if (socket.bytesRead - startBytes <= MAX_BYTES && performance.now() < endsAt) return;
    clearInterval(check);
    onClose?.();
    socket.destroy();
  }, CHECK_MS);
}
