import type { Server } from 'node:http';
import { Socket } from 'node:net';
import { MAX_SMALL_CHUNKS, MIN_AVERAGE_BYTES } from './body-chunks';
import { discardRest } from './body-draining';
import type { Header } from './security-headers';
import { formatSocketRefusal } from './socket-refusal';
import { RefusedConnections } from './staged-closing';

/** To the method CONNECT, for which Node closes the connection without an answer. */
const NO_PROXY = { status: 405, text: 'this is no proxy: it does not support CONNECT\n' };

const NOT_HTTP = { status: 400, text: 'this is not an HTTP request\n' };

/** The code of the error for a body that `limitChunks` refuses. */
export const SMALL_CHUNKS = 'SMALL_CHUNKS';

/** Responses by the code of the error, which is Node's but for `SMALL_CHUNKS`. */
const REFUSALS: Readonly<Record<string, { readonly status: number; readonly text: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    text: 'the URL and the headers have more than 16 kB: send fewer, or the input of a query in pieces\n',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, text: 'the chunk extensions of the body are too long\n' },
  [SMALL_CHUNKS]: {
    status: 413,
    text: `the body has more than ${MAX_SMALL_CHUNKS} chunks, of less than ${MIN_AVERAGE_BYTES} bytes on average: send larger ones\n`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, text: 'the request did not arrive in time\n' },
};

/**
 * Answers requests that cannot be read, and discards what else arrives: on a connection that closes at once, a client
 * that still sends loses the response.
 * @param isAnswering whether a part of a response was sent on this connection, which another would damage
 */
export function answerUnreadableRequests(
  server: Server,
  headers: readonly Header[],
  isAnswering: (socket: Socket) => boolean,
): void {
  const answered = new WeakSet<Socket>();
  const refused = new RefusedConnections();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // The parser fails again for whatever arrives later.
    if (!(socket instanceof Socket) || answered.has(socket)) return;
    if (!socket.writable || error.code === 'ECONNRESET' || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    answered.add(socket);
    socket.end(formatSocketRefusal({ ...(REFUSALS[error.code ?? ''] ?? NOT_HTTP), headers }));
    discardRest(socket, () => socket.readableEnded);
  });
  server.on('connect', (_request, socket) => {
    if (!(socket instanceof Socket) || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    // Node no longer listens to this connection.
    socket.on('error', () => undefined);
    refused.close(
      socket,
      formatSocketRefusal({ ...NO_PROXY, headers: [...headers, ['Allow', 'GET, POST']] }),
    );
  });
}
