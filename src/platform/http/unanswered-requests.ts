import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** HTTP clients and proxies seldom send a request before the response to the previous one, and load tools at most about 16. */
const MAX_UNANSWERED = 32;

const REFUSAL = `at most ${MAX_UNANSWERED} requests of one connection may wait for their responses\n`;

/** Limits how many requests of one connection wait for their responses, so that one connection cannot occupy the process. */
export class UnansweredRequests {
  private readonly counts = new WeakMap<Socket, number>();

  /**
   * Counts a request until its response ends, and returns whether it is within the limit. The first one over it is refused
   * with 429, after which the connection closes; all later ones get no response.
   */
  admit({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const count = (this.counts.get(socket) ?? 0) + 1;
    this.counts.set(socket, count);
    if (count > MAX_UNANSWERED) {
      if (count === MAX_UNANSWERED + 1) refuse(socket, response);
      return false;
    }
    response.once('close', () => {
      const remaining = this.counts.get(socket) ?? 1;
      // After a refusal, the connection stays refused.
      if (remaining <= MAX_UNANSWERED) this.counts.set(socket, remaining - 1);
    });
    return true;
  }
}

function refuse(socket: Socket, response: ServerResponse): void {
  socket.pause();
  response.writeHead(429, { 'content-type': 'text/plain', 'retry-after': '1', connection: 'close' });
  response.end(REFUSAL);
}
