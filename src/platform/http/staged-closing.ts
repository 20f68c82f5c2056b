import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { discardRest } from './body-draining';

/**
 * Closes connections in stages (RFC 9112, section 9.6): ends the own side after the last response, and discards what arrives until the
 * client ends its side, within the limits of `discardRest`. Node closes at once: if bytes that nobody has read are left, as of a body that
 * was refused early, the system resets the connection, and the client loses the response.
 */
export function closeInStages(server: Server): void {
  server.on('connection', (socket: Socket) => {
    // Node calls it after a response with `Connection: close`.
    socket.destroySoon = () => {
      if (socket.writableEnded) return;
      readPastParser(socket);
      // A response that is still being sent has its own limits.
      socket.end(() => {
        discardRest(socket, () => socket.readableEnded);
      });
    };
  });
}

/** Enough for a client on a slow network to read a short refusal. */
const REFUSED_MS = 1_000;
/** More connections at once are closed immediately. */
const MAX_REFUSED = 100;

/** Closes connections of which no request is read, with a last response, in stages as well. */
export class RefusedConnections {
  private count = 0;

  close(socket: Socket, response: string): void {
    if (this.count >= MAX_REFUSED) {
      socket.end(response, () => socket.destroy());
      return;
    }
    socket.end(response);
    this.count += 1;
    const timer = setTimeout(() => socket.destroy(), REFUSED_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      this.count -= 1;
    });
    // Node's parser is not there yet.
    process.nextTick(readPastParser, socket);
  }
}

/** Lets Node's parser read nothing more of a connection, and discards what arrives. */
function readPastParser(socket: Socket): void {
  // With a new listener, Node gives the bytes to the listeners of the socket, and no longer to its parser directly.
  socket
    .removeAllListeners('data')
    .on('data', () => undefined)
    .resume();
}
