import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { freePort, portTaken, requireFreePort } from '../stack/ports';
import { serveInteraction, sendPage } from './interactions';
import { errorPage } from './pages';
import { createProvider } from './provider';

/** An identity portal that answers, and what an application needs to use it. */
export interface Portal {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Stops it; logins that are under way are cut off. */
  stop(): Promise<void>;
}

/** What may be chosen; all of it has a default. */
export interface PortalOptions {
  /** 0: one that is free. */
  readonly port?: number;
  readonly redirectUris?: readonly string[];
  /** What the access tokens of machines are for. */
  readonly audience?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
}

/**
 * Starts the identity portal for development and tests, on loopback only.
 * @throws StackError that names PORTAL_PORT if the port is taken
 */
export async function startPortal(options: PortalOptions = {}): Promise<Portal> {
  const port = options.port === undefined || options.port === 0 ? await freePort('localhost') : options.port;
  await requireFreePort(port, { variable: 'PORTAL_PORT' });
  const issuer = `http://localhost:${port}`;
  const application = {
    clientId: options.clientId ?? 'africa-health-platform',
    clientSecret: options.clientSecret ?? randomBytes(24).toString('base64url'),
    redirectUris: options.redirectUris ?? [],
    audience: options.audience ?? 'http://localhost:3000',
  };
  const provider = await createProvider(issuer, application);
  const answer = provider.callback();
  const server = createServer((request, response) => {
    void serve({ request, response, provider, answer });
  });
  await listen(server, port);
  // It never is what keeps its process running.
  server.on('connection', (connection) => connection.unref()).unref();
  return {
    issuer,
    clientId: application.clientId,
    clientSecret: application.clientSecret,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly provider: Provider;
  readonly answer: ReturnType<Provider['callback']>;
}

async function serve(exchange: Exchange): Promise<void> {
  const { request, response, answer } = exchange;
  try {
    if (!(await serveInteraction(exchange))) await answer(request, response);
  } catch (error) {
    process.stderr.write(
      `Identity portal: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    if (!response.headersSent)
      sendPage(response, errorPage('Something went wrong', 'The terminal says what.'), 500);
    else response.destroy();
  }
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? portTaken(port, 'PORTAL_PORT') : error);
    });
    server.listen(port, 'localhost', resolve);
  });
}
