import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A server that answers everything in one way: a proxy in the way, or a host that requests should not come to. */
export interface FixedResponseServer {
  readonly origin: string;
  /** What it was sent. */
  readonly seen: readonly { readonly headers: IncomingHttpHeaders; readonly body: string }[];
  close(): void;
}

export interface FixedResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export async function startFixedResponseServer({
  status,
  headers = {},
  body = '',
}: FixedResponse): Promise<FixedResponseServer> {
  const seen: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      seen.push({ headers: request.headers, body: sent });
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () => {
      server.close().closeAllConnections();
    },
  };
}
