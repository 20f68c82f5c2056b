import type { Socket } from 'node:net';

/** The result with which a listener of Node's HTTP parser ends the parsing, as of a connection that is upgraded. */
const END_OF_REQUESTS = 2;

/**
 * Lets Node's parser leave out what has arrived after this request: it would parse up to 64 kB and create objects for each of 1,200
 * requests, which takes 30 ms, also on a closed socket. The parser is not part of Node's documented interface.
 */
export function stopParsing(socket: Socket): void {
  const parser = parserOf(socket);
  if (parser && 'onIncoming' in parser) parser.onIncoming = () => END_OF_REQUESTS;
}

/**
 * Lets Node's parser leave out the rest of the body that has arrived: it would make a buffer of each of 11,000 chunks of one byte, also for
 * a closed socket. Afterwards, read nothing more of the connection.
 */
export function ignoreBody(socket: Socket): void {
  const parser = parserOf(socket);
  const index: unknown = parser && Reflect.get(parser.constructor, 'kOnBody');
  if (!parser || typeof index !== 'number') return;
  const onBody: unknown = Reflect.get(parser, index);
  if (typeof onBody !== 'function') return;
  Reflect.set(parser, index, undefined);
  // Before the next connection gets this parser: a connection closes later in the turn of the event loop.
  setImmediate(() => Reflect.set(parser, index, onBody));
}

function parserOf(socket: Socket): object | undefined {
  const parser: unknown = Reflect.get(socket, 'parser');
  return typeof parser === 'object' && parser !== null ? parser : undefined;
}
