import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a broken portal does when it is asked; a path that is not named works. */
export type Behaviour = RequestListener;

export interface BrokenPortal {
  readonly issuer: string;
  /** How `/authorize`, `/token`, `/userinfo`, `/jwks`, `/introspection` and the discovery document behave from now on. */
  behave(path: string, behaviour: Behaviour): void;
  stop(): Promise<void>;
}

export const DISCOVERY = '/.well-known/openid-configuration';

/** A portal on loopback that does what a test tells it to. */
export async function startBrokenPortal(): Promise<BrokenPortal> {
  const behaviours = new Map<string, Behaviour>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://portal').pathname;
    const behaviour = behaviours.get(path) ?? working(issuer).get(path);
    if (behaviour) behaviour(request, response);
    else response.writeHead(404).end();
  });
  const issuer = await listen(server);
  return {
    issuer,
    behave: (path, behaviour) => void behaviours.set(path, behaviour),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with JSON. */
export function json(body: unknown, status = 200): Behaviour {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

function working(issuer: string): Map<string, Behaviour> {
  return new Map([
    [
      DISCOVERY,
      json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/jwks`,
        introspection_endpoint: `${issuer}/introspection`,
      }),
    ],
    ['/jwks', json({ keys: [] })],
    ['/introspection', json({ active: false })],
    ['/token', json({ access_token: 'a-token', token_type: 'Bearer' })],
    ['/userinfo', json({ sub: 'somebody', name: 'Somebody', role: 'doctor', country: 'KE' })],
  ]);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return `http://127.0.0.1:${address.port}`;
}
