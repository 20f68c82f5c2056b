import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DestinationStream, type Logger, pino } from 'pino';
import { type HttpLogger, pinoHttp } from 'pino-http';
import pretty from 'pino-pretty';
import type { Environment } from '../config/environment';
import { serializeError } from './error-serializer';
import { REQUEST_ID_HEADER, requestIdOf } from './request-id';

/** The process's log: one JSON object a line, or readable lines on a terminal. */
export function createLogger(
  environment: Environment,
  destination: DestinationStream = standardOutput(),
): Logger {
  return pino(
    {
      level: environment.LOG_LEVEL,
      base: null,
      serializers: { err: (error: unknown) => serializeError(error) },
    },
    destination,
  );
}

/**
 * Writes one line a request and gives the request its id. A line holds the path but no query (a query holds input)
 * and no header (headers hold cookies).
 */
export function createRequestLogger(logger: Logger): HttpLogger {
  return pinoHttp({
    logger,
    genReqId: (request: IncomingMessage, response: ServerResponse) => {
      const id = requestIdOf(request);
      response.setHeader(REQUEST_ID_HEADER, id);
      return id;
    },
    wrapSerializers: false,
    serializers: {
      req: (request: IncomingMessage) => ({ method: request.method, path: pathOf(request) }),
      res: (response: ServerResponse) => ({ status: response.statusCode }),
      err: (error: unknown) => serializeError(error),
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

function standardOutput(): DestinationStream {
  return process.stdout.isTTY
    ? pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', singleLine: true, sync: true })
    : pino.destination({ fd: 1, sync: true });
}

/** Procedure names and page paths are safe to log; anything else in a path is cut off. */
function pathOf(request: IncomingMessage & { originalUrl?: string }): string {
  const [path = ''] = (request.originalUrl ?? request.url ?? '').split('?', 1);
  return path.slice(0, 200);
}
