import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import cors from 'cors';
import helmet from 'helmet';
import { Store, storage } from 'nestjs-pino/storage';
import type { Logger } from 'pino';
import type { HttpLogger } from 'pino-http';
import { ENVIRONMENT } from '../config/config.module';
import type { Environment } from '../config/environment';
import { LOGGER } from '../logging/logging.module';
import { createRequestLogger } from '../logging/logger';
import { isProcedureUrl, originForm } from './wire/target';
import { WireHandler } from './wire/wire.handler';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Longest time a request may take to arrive, and longest for its headers alone, in milliseconds. */
const ARRIVAL = { requestTimeout: 30_000, headersTimeout: 15_000, connectionsCheckingInterval: 2_000 };

/** Express, with something in front of it that sees every request first. */
export class FrontedExpressAdapter extends ExpressAdapter {
  private front: Handler | undefined;

  /** Puts a handler in front; it passes on to Express what is not its own. */
  putInFront(front: (express: Handler) => Handler): void {
    this.disable('x-powered-by');
    const express: Handler = this.getInstance();
    this.front = front(express);
  }

  override initHttpServer(): void {
    const server: Server = createServer(ARRIVAL, (request, response) => {
      if (this.front) this.front(request, response);
      else response.writeHead(503).end();
    });
    this.setHttpServer(server);
  }
}

/** What happens to every request, once: request id, log line, security headers, CORS; then the wire, or Express. */
@Injectable()
export class Front {
  private readonly log: HttpLogger;
  private readonly secure: ReturnType<typeof helmet>;
  private readonly crossOrigin: ReturnType<typeof cors>;

  constructor(
    @Inject(ENVIRONMENT) { CORS_ORIGINS, PUBLIC_URL }: Environment,
    @Inject(LOGGER) logger: Logger,
    private readonly wire: WireHandler,
  ) {
    this.log = createRequestLogger(logger);
    this.secure = securityHeaders(PUBLIC_URL.startsWith('https:'));
    this.crossOrigin = cors({ origin: CORS_ORIGINS.length > 0 ? CORS_ORIGINS : false, credentials: true });
  }

  handler(express: Handler): Handler {
    return (request, response) => {
      request.url = originForm(request.url ?? '');
      this.log(request, response);
      const route = (): void => {
        storage.run(new Store(request.log), () => {
          if (isProcedureUrl(request.url ?? '')) void this.wire.handle(request, response, express);
          else express(request, response);
        });
      };
      this.secure(request, response, () => {
        this.crossOrigin(request, response, route);
      });
    };
  }
}

/** Helmet's headers. Those that send a browser to https stay away where the platform is not there. */
function securityHeaders(https: boolean): ReturnType<typeof helmet> {
  return helmet({
    strictTransportSecurity: https,
    contentSecurityPolicy: {
      directives: {
        'default-src': ["'self'"],
        'style-src': ["'self'"],
        'frame-ancestors': ["'none'"],
        'upgrade-insecure-requests': https ? [] : null,
      },
    },
  });
}
