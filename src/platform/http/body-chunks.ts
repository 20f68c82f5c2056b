import type { ServerResponse } from 'node:http';
import { ignoreBody } from '../../shared/parser-control';

/** Chunks of a body that may be smaller on average than `MIN_AVERAGE_BYTES`: of one whose writer has no buffer, but is short. */
export const MAX_SMALL_CHUNKS = 200;
/** Each chunk takes microseconds, however small it is: 64 kB in chunks of one byte as much as hundreds of requests. */
export const MIN_AVERAGE_BYTES = 64;

/**
 * Stops the reading of a request's connection, once, when the body has too many small chunks. Counts them as they are parsed, because a
 * body waits unread for its turn, or is discarded after the response.
 */
export function limitChunks(response: ServerResponse, onRefused: () => void): void {
  const { req: request } = response;
  if (request.headers['transfer-encoding'] === undefined) return;
  const push = request.push.bind(request);
  let chunks = 0;
  let bytes = 0;
  let isRefused = false;
  request.push = (chunk: unknown, encoding) => {
    if (isRefused) return false;
    if (!(chunk instanceof Buffer)) return push(chunk, encoding);
    chunks += 1;
    bytes += chunk.length;
    if (chunks <= MAX_SMALL_CHUNKS || bytes >= chunks * MIN_AVERAGE_BYTES) return push(chunk, encoding);
    isRefused = true;
    ignoreBody(request.socket);
    request.socket.pause();
    // It would resume the socket.
    request._read = () => undefined;
    onRefused();
    return false;
  };
  // Node gives no chunk of a body to its request if nobody reads it when the response ends.
  response.prependOnceListener('finish', () => {
    if (!request.complete) request.resume();
  });
}
