import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { BeginQueue } from './begin-queue';
import { stopParsing } from './parser-control';

/** HTTP clients and proxies seldom send a request before the response to the previous one, and load tools at most about 16. */
export const MAX_UNANSWERED = 32;

/** Requests after a refused one, after which the connection is cut. They come only if Node's parser cannot be stopped. */
const MAX_IGNORED = 32;

interface Connection {
  /** The responses to come, in their order, with what begins each. The first has begun. */
  readonly open: Map<ServerResponse, () => void>;
  isRefused: boolean;
  ignoredCount: number;
}

/**
 * The requests of all connections that wait for their responses. Limits those of one connection, and begins one at a time: clients
 * hardly send a request before they have the response to the last, and one connection could occupy the process with them, and
 * the memory with responses that it never reads.
 */
export class UnansweredRequests {
  private readonly connections = new Map<Socket, Connection>();
  private readonly begins = new BeginQueue();
  private count = 0;

  /** Whether no request waits. */
  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** Returns the request of the connection that waits for its response, or for its client to read it. */
  findRequest(socket: Socket): IncomingMessage | undefined {
    return this.findFirst(socket)?.req;
  }

  /** Whether the next bytes on the connection belong to the response of a request that was read. */
  isAnswering(socket: Socket): boolean {
    const first = this.findFirst(socket);
    return first !== undefined && (first.headersSent || first.req.complete);
  }

  /** Returns the requests that have not arrived completely. */
  incomplete(): IncomingMessage[] {
    return [...this.connections.values()]
      .flatMap(({ open }) => [...open.keys()])
      .flatMap(({ req }) => (req.complete ? [] : [req]));
  }

  /**
   * Adds a request until its response closes, and returns whether it is within the limit. All later requests of the connection
   * are `ignored`, because the connection closes after the refusal; at once if they are many.
   * @param begin is called for an admitted request when the responses before have been sent
   */
  add(response: ServerResponse, begin: () => void): 'admitted' | 'refused' | 'ignored' {
    const { socket } = response.req;
    const connection = this.connections.get(socket) ?? this.addConnection(socket);
    const { open } = connection;
    if (connection.isRefused) {
      connection.ignoredCount += 1;
      if (connection.ignoredCount === MAX_IGNORED) socket.destroy();
      return 'ignored';
    }
    if (open.size >= MAX_UNANSWERED) {
      this.refuseFurther(socket);
      return 'refused';
    }
    open.set(response, begin);
    this.count += 1;
    response.once('close', () => {
      open.delete(response);
      this.count -= 1;
      // It is not, after a response with `Connection: close`. The rest of a closed connection would keep others waiting.
      if (open.size > 0 && socket.writable)
        this.begins.add(() => {
          const [beginNext] = open.values();
          if (socket.writable) beginNext?.();
        });
    });
    if (open.size === 1) begin();
    return 'admitted';
  }

  /** Ignores all requests of the connection after the last one that was added, whose response closes it. */
  refuseFurther(socket: Socket): void {
    const connection = this.connections.get(socket);
    if (connection) connection.isRefused = true;
    stopParsing(socket);
  }

  private findFirst(socket: Socket): ServerResponse | undefined {
    const [first] = this.connections.get(socket)?.open.keys() ?? [];
    return first;
  }

  private addConnection(socket: Socket): Connection {
    const connection: Connection = { open: new Map(), isRefused: false, ignoredCount: 0 };
    this.connections.set(socket, connection);
    // Before Node's listener, which makes an error with its stack for each request that is not destroyed.
    socket.prependOnceListener('close', () => {
      this.connections.delete(socket);
      for (const response of connection.open.keys()) if (!response.socket) closeQueued(response);
    });
    return connection;
  }
}

/**
 * Closes a request that never began, and its response, for which Node emits no `close`: the response never had the socket. A closed socket of
 * its own would do the same, but takes much longer, and an attack leaves thousands of such responses.
 */
function closeQueued(response: ServerResponse): void {
  response.req.destroy();
  response.destroyed = true;
  response.emit('close');
}
