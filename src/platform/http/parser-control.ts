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

function parserOf(socket: Socket): object | undefined {
  const parser: unknown = Reflect.get(socket, 'parser');
  return typeof parser === 'object' && parser !== null ? parser : undefined;
}
