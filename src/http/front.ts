import cors from 'cors';
import helmet from 'helmet';
import { Store, storage } from 'nestjs-pino/storage';
import type { Logger } from 'pino';
import type { Environment } from '../config/environment';
import { REPLAYED_HEADER } from '../idempotency/idempotency-key';
import { createRequestLogger } from '../logging/logger';
import { REQUEST_ID_HEADER } from '../logging/request-id';
import { isProcedureUrl, originForm } from '../trpc/wire/target';
import type { WireHandler } from '../trpc/wire/wire.handler';
import type { Handler } from './fronted-express.adapter';

interface Parts {
  readonly environment: Environment;
  readonly logger: Logger;
  readonly wire: WireHandler;
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

/** What happens to every request, once: request id, log line, security headers, CORS; then the wire, or Express. */
export function createFront({ environment, logger, wire, hasPage }: Parts): (express: Handler) => Handler {
  const { CORS_ORIGINS } = environment;
  const log = createRequestLogger(logger, environment, (url) => {
    const [path = ''] = url.split('?', 1);
    return wire.proceduresOf(url) ?? (hasPage(path) ? path : '?');
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
        if (!isProcedureUrl(request.url ?? '')) {
          express(request, response);
          return;
        }
        // Nothing should come this far; an answer that is cut off is better than a process that ends.
        wire.handle(request, response, express).catch((error: unknown) => {
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
