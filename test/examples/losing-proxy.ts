import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A bad network in front of the platform. */
export interface LosingProxy {
  readonly origin: string;
  /** What was asked, and what became of it. */
  readonly seen: readonly string[];
  close(): Promise<void>;
}

/**
 * Passes requests on to an origin. Of those for one path, the first arrives and its answer is lost, and the second gets no
 * further than a proxy that answers 503.
 */
export async function startLosingProxy(target: string, path: string): Promise<LosingProxy> {
  const seen: string[] = [];
  let asked = 0;
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? '/';
    const turn = url === path ? (asked += 1) : 0;
    const body = await buffer(request);
    if (turn === 2) {
      seen.push(`${url} 503`);
      response.writeHead(503).end();
      return;
    }
    const answered = await passOn(new URL(url, target), request, body);
    seen.push(`${url} ${turn === 1 ? 'lost' : String(answered.status)}`);
    if (turn === 1) {
      request.socket.destroy();
      return;
    }
    response.writeHead(answered.status, { 'content-type': answered.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answered.arrayBuffer()));
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function passOn(url: URL, { method = 'GET', headers }: IncomingMessage, body: Buffer): Promise<Response> {
  const passed = ['authorization', 'content-type', 'cookie', 'idempotency-key'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  return fetch(url, { method, headers: passed, ...(body.length > 0 && { body: new Uint8Array(body) }) });
}
