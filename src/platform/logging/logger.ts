import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DestinationStream, type Logger, pino } from 'pino';
import { type HttpLogger, pinoHttp } from 'pino-http';
import type { Environment } from '../config/environment';
import { errorSerializer } from './error-serializer';
import { prettyLines } from './pretty-lines';
import { REQUEST_ID_HEADER, requestIdOf } from './request-id';

/** Creates the logger of the process, with the format of `LOG_FORMAT`: JSON lines or readable lines. */
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
 * Creates middleware that logs one line for each request and sets its request id. A line has no query (it holds input) and
 * no headers (they hold cookies).
 * @param pathOf returns the known path of a URL, without values of the caller
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
      // Handlers may rewrite `url`; `originalUrl` is the URL of the request.
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
    // pino-http makes an error for every 5xx. The real error has its own line with the request id.
    customErrorObject: (...[, , , fields]: readonly [unknown, unknown, unknown, object]) => ({
      ...fields,
      err: undefined,
    }),
  });
}
