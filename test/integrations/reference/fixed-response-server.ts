import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A server with one response to all requests: it stands for a proxy, or for a host that must get no request. */
export interface FixedResponseServer {
  readonly origin: string;
  /** Received requests. */
  readonly requests: readonly { readonly headers: IncomingHttpHeaders; readonly body: string }[];
  close(): void;
}

export interface FixedResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export async function startFixedServer({
  status,
  headers = {},
  body = '',
}: FixedResponse): Promise<FixedResponseServer> {
  const requests: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((requestBody) => {
      requests.push({ headers: request.headers, body: requestBody });
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => {
      server.close().closeAllConnections();
    },
  };
}
