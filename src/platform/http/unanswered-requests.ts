import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { outsideOfRequests } from '../limits/outside-of-requests';
import { BeginQueue } from './begin-queue';
import { stopParsing } from '../../shared/parser-control';

/** HTTP clients and proxies seldom send a request before the response to the previous one, and load tools at most about 16. */
export const MAX_UNANSWERED = 32;

/** Requests after a refused one, after which the connection is cut. They come only if Node's parser cannot be stopped. */
const MAX_IGNORED = 32;

interface Connection {
  /** The responses to come, in their order, with the function that begins each request. The first has begun. */
  readonly open: Map<ServerResponse, () => void>;
  /** Whether its first request has begun. */
  hasBegun: boolean;
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
   * @param begin begins the request, if it is admitted, when the responses before have been sent
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
    // The event that begins it, such as the end of another response, must not make it part of that one's request.
    const beginOutside = (): void => {
      outsideOfRequests(begin);
    };
    open.set(response, beginOutside);
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
    if (open.size === 1) {
      if (connection.hasBegun) beginOutside();
      else beginIfClientStays(connection, socket, beginOutside);
    }
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
    const connection: Connection = { open: new Map(), hasBegun: false, isRefused: false, ignoredCount: 0 };
    this.connections.set(socket, connection);
    // Before Node's listener, which makes an error with its stack for each request that is not destroyed.
    socket.prependOnceListener('close', () => {
      this.connections.delete(socket);
      for (const response of connection.open.keys()) {
        if (!response.socket) closeQueued(response);
        else if (!connection.hasBegun) response.req.destroy();
      }
    });
    return connection;
  }
}

/**
 * Begins the first request of a connection unless its client has left, which Node reads in the turn of the event loop after that of
 * the request. While many clients come and leave, connections wait to be accepted, and most of those that are have no client any more:
 * work for them would delay all others.
 */
function beginIfClientStays(connection: Connection, socket: Socket, begin: () => void): void {
  setImmediate(() => {
    setImmediate(() => {
      if (!socket.writable) return;
      connection.hasBegun = true;
      begin();
    });
  });
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
