import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { Socket } from 'node:net';
import { stopParsing } from '../../shared/parser-control';

const PATH = '/metrics';

/** More than the servers of Prometheus that read one program. */
const MAX_CONNECTIONS = 20;

/** Requests of a connection. Prometheus sends one after the other. */
const MAX_UNANSWERED = 8;

const TIMEOUTS = { requestTimeout: 5_000, headersTimeout: 5_000, keepAliveTimeout: 75_000 };

interface MetricsServerOptions {
  readonly host: string;
  readonly port: number;
  /** Returns the metrics in the text format of Prometheus. */
  readonly read: () => Promise<string>;
  readonly contentType: string;
  readonly onError: (error: unknown) => void;
}

/**
 * Serves metrics at `/metrics`, on a port of their own.
 * @returns a function that closes the server
 */
export async function serveMetrics(options: MetricsServerOptions): Promise<() => void> {
  let reading: Promise<string> | undefined;
  /** One reading for all requests that wait: it takes milliseconds. */
  const read = (): Promise<string> =>
    (reading ??= options.read().finally(() => {
      reading = undefined;
    }));
  // Weak, because Node does not close the responses that still wait when their connection closes.
  const unanswered = new WeakMap<Socket, number>();
  const countUnanswered = (socket: Socket, change: number): number => {
    const count = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, count);
    return count;
  };
  const server = createServer(TIMEOUTS, (request, response) => {
    const { socket } = request;
    if (countUnanswered(socket, 1) > MAX_UNANSWERED) {
      stopParsing(socket);
      socket.destroy();
      return;
    }
    response.once('close', () => {
      countUnanswered(socket, -1);
    });
    void respond(request, response, { ...options, read });
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(options.port, options.host);
  await once(server, 'listening');
  // The requests of the platform decide when the process ends, not those for metrics.
  server.unref();
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { read, contentType, onError }: MetricsServerOptions,
): Promise<void> {
  const [path] = (request.url ?? '').split('?', 1);
  if (path !== PATH) {
    response.writeHead(404).end(`metrics are at ${PATH}\n`);
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  try {
    const text = await read();
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
  } catch (error) {
    onError(error);
    response.writeHead(503).end();
  }
}
