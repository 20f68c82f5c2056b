import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { accountFields } from './account-pseudonyms';
import { requestIdOf } from './request-id';

type LogRequest = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Creates a function that logs one line at the end of a request, with the account's pseudonym. A line has no query (it holds
 * input) and no headers (they hold cookies).
 *
 * pino-http creates three loggers for each request, which takes more time than all other parts of the request pipeline.
 * @param pathOf returns the known path of a URL, without values of the caller
 */
export function createRequestLogger(logger: Logger, pathOf: (url: string) => string): LogRequest {
  return (request, response) => {
    const startedAt = Date.now();
    const requestId = requestIdOf(request);
    // Handlers may rewrite both.
    const { method, url = '' } = request;
    // Without a listener, a write after the end would end the process.
    response.on('error', (error) => {
      logger.warn({ err: error, requestId, ...accountFields(request) }, 'a response could not be written');
    });
    response.once('close', () => {
      const level = response.statusCode >= 500 ? 'error' : 'info';
      if (!logger.isLevelEnabled(level)) return;
      const fields = {
        requestId,
        ...accountFields(request),
        req: { method, path: pathOf(url) },
        res: { status: response.statusCode },
        responseTime: Date.now() - startedAt,
      };
      logger[level](fields, endOf(response));
    });
  };
}

function endOf(response: ServerResponse): string {
  if (!response.writableEnded) return 'request aborted';
  return response.statusCode >= 500 ? 'request errored' : 'request completed';
}
