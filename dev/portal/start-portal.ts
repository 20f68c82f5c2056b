import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { findFreePort, portTakenError, requireFreePort } from '../stack/ports';
import { sendPage, servePage } from './interactions';
import { errorPage } from './pages';
import { createProvider } from './provider';

/** A running identity portal, with the client settings of the platform. */
export interface Portal {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Stops the portal and closes its connections. */
  stop(): Promise<void>;
}

export interface PortalOptions {
  /** 0, the default, is any free port. */
  readonly port?: number;
  readonly redirectUris?: readonly string[];
  /** Audience of machines' access tokens. */
  readonly audience?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
}

/**
 * Starts the identity portal for development and tests, on loopback only.
 * @throws OperatorError if the port is taken
 */
export async function startPortal(options: PortalOptions = {}): Promise<Portal> {
  const port =
    options.port === undefined || options.port === 0 ? await findFreePort('localhost') : options.port;
  await requireFreePort(port, { variable: 'PORTAL_PORT' });
  const issuer = `http://localhost:${port}`;
  const application = {
    clientId: options.clientId ?? 'africa-health-platform',
    clientSecret: options.clientSecret ?? randomBytes(24).toString('base64url'),
    redirectUris: options.redirectUris ?? [],
    audience: options.audience ?? 'http://localhost:3000',
  };
  const provider = await createProvider(issuer, application);
  const handleProtocol = provider.callback();
  const server = createServer((request, response) => {
    void serve({ request, response, provider, handleProtocol });
  });
  await listen(server, port);
  // The portal must not keep its process alive.
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
  readonly handleProtocol: ReturnType<Provider['callback']>;
}

async function serve(exchange: Exchange): Promise<void> {
  const { request, response, handleProtocol } = exchange;
  try {
    if (!(await servePage(exchange))) await handleProtocol(request, response);
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
      reject(error.code === 'EADDRINUSE' ? portTakenError(port, 'PORTAL_PORT') : error);
    });
    server.listen(port, 'localhost', resolve);
  });
}
