import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DestinationStream, type Logger, pino } from 'pino';
import { type HttpLogger, pinoHttp } from 'pino-http';
import type { Environment } from '../config/environment';
import { errorSerializer } from './error-serializer';
import { prettyLines } from './pretty-lines';
import { REQUEST_ID_HEADER, requestIdOf } from './request-id';

/** The process's log: one JSON object for each line, or one readable line for each event, as `LOG_FORMAT` says. */
export function createLogger(
  environment: Environment,
  output: DestinationStream = pino.destination({ fd: 1, sync: true }),
): Logger {
  return pino(
    {
      level: environment.LOG_LEVEL,
      base: null,
      serializers: { err: errorSerializer(environment) },
    },
    environment.LOG_FORMAT === 'pretty' ? prettyLines(output) : output,
  );
}

/**
 * Writes one line a request and gives the request its id. A line holds no query (a query holds input) and no header
 * (headers hold cookies).
 * @param pathOf the part of a URL that is known to hold nothing of the caller's
 */
export function createRequestLogger(
  logger: Logger,
  environment: Environment,
  pathOf: (url: string) => string,
): HttpLogger {
  return pinoHttp({
    logger,
    genReqId: (request: IncomingMessage, response: ServerResponse) => {
      const id = requestIdOf(request);
      response.setHeader(REQUEST_ID_HEADER, id);
      return id;
    },
    wrapSerializers: false,
    serializers: {
      // Express keeps the URL that came, whatever a handler makes of it.
      req: ({ method, originalUrl, url }: IncomingMessage & { readonly originalUrl?: string }) => ({
        method,
        path: pathOf(originalUrl ?? url ?? ''),
      }),
      res: (response: ServerResponse) => ({ status: response.statusCode }),
      err: errorSerializer(environment),
    },
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'requestId' },
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'error' : 'info'),
    // pino-http makes an error of its own for every 5xx; the real one has its own line, with the request's id.
    customErrorObject: (...[, , , fields]: readonly [unknown, unknown, unknown, object]) => ({
      ...fields,
      err: undefined,
    }),
  });
}
