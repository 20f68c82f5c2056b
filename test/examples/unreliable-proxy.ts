import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { closeServer, listenOnLoopback } from '../support/loopback';

export interface UnreliableProxy {
  readonly origin: string;
  /** The path and the outcome of each request. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

/**
 * Starts a proxy of the target origin. For one path, it drops the first response, answers the second request with 503, and the third
 * with 401, as if the token had expired.
 */
export async function startUnreliableProxy(target: string, path: string): Promise<UnreliableProxy> {
  const log: string[] = [];
  let pathRequests = 0;
  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? '/';
    const requestNumber = url === path ? (pathRequests += 1) : 0;
    const body = await buffer(request);
    const refusal = { 2: 503, 3: 401 }[requestNumber];
    if (refusal !== undefined) {
      log.push(`${url} ${refusal}`);
      response.writeHead(refusal).end();
      return;
    }
    const forwarded = await forward(new URL(url, target), request, body);
    log.push(`${url} ${requestNumber === 1 ? 'lost' : String(forwarded.status)}`);
    if (requestNumber === 1) {
      request.socket.destroy();
      return;
    }
    response.writeHead(forwarded.status, { 'content-type': forwarded.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await forwarded.arrayBuffer()));
  };

  return { origin: await listenOnLoopback(server), log, close: () => closeServer(server) };
}

function forward(url: URL, { method = 'GET', headers }: IncomingMessage, body: Buffer): Promise<Response> {
  const forwardedHeaders = ['authorization', 'content-type', 'cookie', 'idempotency-key'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  return fetch(url, {
    method,
    headers: forwardedHeaders,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
}
