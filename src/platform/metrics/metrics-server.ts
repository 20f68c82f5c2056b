import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';

const PATH = '/metrics';

/** More than the servers of Prometheus that read one program. */
const MAX_CONNECTIONS = 20;

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
  const server = createServer(TIMEOUTS, (request, response) => {
    void respond(request, response, options);
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
