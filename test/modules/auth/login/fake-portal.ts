import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakePortal {
  readonly issuer: string;
  /** Replaces the handler of a path; the default handlers respond as a working portal. */
  handle(path: string, handler: RequestListener): void;
  stop(): Promise<void>;
}

export const DISCOVERY = '/.well-known/openid-configuration';

/** Starts an identity portal on loopback with replaceable handlers. */
export async function startFakePortal(): Promise<FakePortal> {
  const handlers = new Map<string, RequestListener>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://portal').pathname;
    const handler = handlers.get(path) ?? createDefaultHandlers(issuer).get(path);
    if (handler) handler(request, response);
    else response.writeHead(404).end();
  });
  const issuer = await listen(server);
  return {
    issuer,
    handle: (path, handler) => void handlers.set(path, handler),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns a handler that responds with JSON. */
export function respondJson(body: unknown, status = 200): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

export const closeConnection: RequestListener = (request) => request.socket.destroy();
export const neverRespond: RequestListener = () => undefined;
export const sendPage: RequestListener = (_request, response) => response.end('<html>Welcome</html>');

/** Returns the discovery document of a working portal. */
export function createDiscovery(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    introspection_endpoint: `${issuer}/introspection`,
  };
}

function createDefaultHandlers(issuer: string): Map<string, RequestListener> {
  return new Map([
    [DISCOVERY, respondJson(createDiscovery(issuer))],
    ['/jwks', respondJson({ keys: [] })],
    ['/introspection', respondJson({ active: false })],
    ['/token', respondJson({ access_token: 'a-token', token_type: 'Bearer' })],
    ['/userinfo', respondJson({ sub: 'somebody', name: 'Somebody', role: 'doctor', country: 'KE' })],
  ]);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return `http://127.0.0.1:${address.port}`;
}
