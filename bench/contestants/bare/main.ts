import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHTTPServer } from '@trpc/server/adapters/standalone';
import cors from 'cors';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { Pool } from 'pg';
import { readSettings } from '../settings';
import {
  BASE_PATH,
  CORS_OPTIONS,
  createLogger,
  HELMET_OPTIONS,
  MAX_BODY_BYTES,
  pathOf,
  REQUEST_ID_HEADER,
  requestIdOf,
} from '../web-parts';
import { createChatModel } from './chat-model';
import { BareContext } from './context';
import { createRouter } from './router';

type Next = (error?: unknown) => void;

/**
 * The fastest that a careful user would write by hand: tRPC's standalone adapter and named statements of pg, with the same
 * checks, headers and log line as the platform.
 */
function main(): void {
  const { DATABASE_URL, DATABASE_POOL_SIZE, OPENAI_BASE_URL, PORT } = readSettings();
  const pool = new Pool({
    connectionString: DATABASE_URL,
    max: DATABASE_POOL_SIZE,
    statement_timeout: 60_000,
    keepAlive: true,
  });
  const logger = createLogger();
  const addHelmet = helmet(HELMET_OPTIONS);
  const addCors = cors(CORS_OPTIONS);
  const server = createHTTPServer({
    router: createRouter(OPENAI_BASE_URL === undefined ? undefined : createChatModel(OPENAI_BASE_URL)),
    basePath: BASE_PATH,
    maxBodySize: MAX_BODY_BYTES,
    createContext: ({ req }) => new BareContext(pool, req),
    responseMeta: () => ({ headers: { 'cache-control': 'no-store' } }),
    middleware: (request: IncomingMessage, response: ServerResponse, next: Next) => {
      logRequest(logger, request, response);
      if (request.url === '/readyz') {
        response.end('ready');
        return;
      }
      addHelmet(request, response, () => {
        addCors(request, response, next);
      });
    },
  });
  server.listen(PORT, '127.0.0.1');
}

/** Sets the request id, and writes one log line at the end of the request. */
function logRequest(logger: Logger, request: IncomingMessage, response: ServerResponse): void {
  const startedAt = Date.now();
  const requestId = requestIdOf(request);
  const { method, url } = request;
  response.setHeader(REQUEST_ID_HEADER, requestId);
  response.once('close', () => {
    logger.info(
      {
        requestId,
        req: { method, path: pathOf(url) },
        res: { status: response.statusCode },
        responseTime: Date.now() - startedAt,
      },
      'request completed',
    );
  });
}

main();
