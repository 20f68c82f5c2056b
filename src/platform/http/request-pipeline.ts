import type { IncomingMessage, ServerResponse } from 'node:http';
import cors from 'cors';
import helmet from 'helmet';
import { Store, storage } from 'nestjs-pino/storage';
import type { Logger } from 'pino';
import type { Environment } from '../config/environment';
import { REPLAYED_HEADER } from '../idempotency/idempotency-key';
import { createRequestLogger } from '../logging/logger';
import { REQUEST_ID_HEADER } from '../logging/request-id';
import type { Handler } from './pipelined-express.adapter';

/** The tRPC transport, as the pipeline needs it. */
export interface ProcedureTransport {
  /** Returns whether a URL is under the path of the procedures. */
  isProcedureUrl(url: string): boolean;
  /** Returns the procedures that a URL names, for the log; undefined if it names none. */
  proceduresOf(url: string): string | undefined;
  /** Answers a call, or passes a streaming request on to Express. */
  handle(request: IncomingMessage, response: ServerResponse, express: Handler): Promise<void>;
}

interface Parts {
  readonly environment: Environment;
  readonly logger: Logger;
  readonly transport: ProcedureTransport;
  /** Whether Express answers a path. */
  readonly hasPage: (path: string) => boolean;
}

/** What scripts of other origins may read of an answer, beside what browsers always let them. */
const READABLE_HEADERS = [
  'deprecation',
  'sunset',
  REPLAYED_HEADER,
  'retry-after',
  'www-authenticate',
  REQUEST_ID_HEADER,
];

/** Returns what every request passes once: request id, log line, security headers, CORS; then the tRPC transport or Express. */
export function createRequestPipeline({
  environment,
  logger,
  transport,
  hasPage,
}: Parts): (express: Handler) => Handler {
  const { CORS_ORIGINS } = environment;
  const log = createRequestLogger(logger, environment, (url) => {
    const [path = ''] = url.split('?', 1);
    return transport.proceduresOf(url) ?? (hasPage(path) ? path : '?');
  });
  const secure = securityHeaders(environment);
  const crossOrigin = cors({
    origin: CORS_ORIGINS.length > 0 ? CORS_ORIGINS : false,
    credentials: true,
    exposedHeaders: READABLE_HEADERS,
  });
  return (express) => (request, response) => {
    request.url = originForm(request.url ?? '');
    log(request, response);
    const route = (): void => {
      storage.run(new Store(request.log), () => {
        if (!transport.isProcedureUrl(request.url ?? '')) {
          express(request, response);
          return;
        }
        // Nothing should come this far; an answer that is cut off is better than a process that ends.
        transport.handle(request, response, express).catch((error: unknown) => {
          request.log.error({ err: error }, 'a request was not answered');
          response.destroy();
        });
      });
    };
    secure(request, response, () => {
      crossOrigin(request, response, route);
    });
  };
}

/** The request target without scheme and host, which a client may send too (RFC 9112, section 3.2.2). */
function originForm(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
}

/** Helmet's headers. Those that send a browser to https stay away where the platform is not there. */
function securityHeaders({ PUBLIC_URL, VITE_ORIGIN }: Environment): ReturnType<typeof helmet> {
  const https = PUBLIC_URL.startsWith('https:');
  return helmet({
    strictTransportSecurity: https,
    contentSecurityPolicy: {
      directives: {
        'default-src': ["'self'"],
        'style-src': ["'self'"],
        'frame-ancestors': ["'none'"],
        'upgrade-insecure-requests': https ? [] : null,
        ...(VITE_ORIGIN !== undefined && viteSources(VITE_ORIGIN)),
      },
    },
  });
}

/** What pages load in development: modules of Vite's server, styles that these insert, and news of changes over a web socket. */
function viteSources(origin: string): Record<string, string[]> {
  return {
    'script-src': ["'self'", origin],
    'style-src': ["'self'", "'unsafe-inline'"],
    'connect-src': ["'self'", origin, origin.replace(/^http/, 'ws')],
  };
}
