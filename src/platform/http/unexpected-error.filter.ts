import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  DatabaseUnavailableException,
  toDatabaseUnavailable,
} from '../database/database-unavailable.exception';
import { RetryableException } from '../limits/retryable.exception';
import { TooBusyException } from '../limits/too-busy.exception';
import { requestIdOf, internalErrorMessage } from '../logging/request-id';
import { type PathErrorFilter, isUnderPath } from './path-error-filter';
import { type PageRefusal, renderRefusalPage } from './refusal-page';

/**
 * Sends the error of a plain route, or of a request that no route has seen: by the filter of its path if there is one. An error
 * that is no HttpException is logged, and the response has only the request id. If a limit is reached or the database is
 * unavailable, browsers get a page in their language.
 */
@Catch()
export class UnexpectedErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(UnexpectedErrorFilter.name);

  /** @param pathFilters of paths with an error format of their own */
  constructor(private readonly pathFilters: readonly PathErrorFilter[]) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const filter = this.pathFilters.find(({ path }) => isUnderPath(request.originalUrl, path));
    if (filter) {
      filter.catch(error, host);
      return;
    }
    const response = http.getResponse<Response>();
    if (response.headersSent) {
      this.logger.error({ err: error }, 'a response has failed after its start');
      // So that the client does not take a part for the whole.
      response.destroy();
      return;
    }
    const refusal = error instanceof RetryableException ? error : toDatabaseUnavailable(error);
    if (refusal) {
      sendRefusal(request, response, refusal);
      return;
    }
    if (error instanceof HttpException) {
      response.status(error.getStatus()).json(error.getResponse());
      return;
    }
    this.logger.error({ err: error }, 'a page failed');
    response.status(500).json({ statusCode: 500, message: internalErrorMessage(requestIdOf(request)) });
  }
}

function sendRefusal(request: Request, response: Response, error: RetryableException): void {
  // The client disconnected.
  if (response.destroyed) return;
  // Of the file that was to be sent.
  response.removeHeader('content-disposition');
  response
    .status(error.getStatus())
    .set({ 'retry-after': String(error.retryAfterSeconds), 'cache-control': 'no-store' });
  if (request.accepts(['json', 'html']) === 'html') {
    response
      .type('html')
      .vary('accept-language')
      .send(renderRefusalPage(pageRefusalOf(error), request));
  } else response.type('json').json(error.getResponse());
}

function pageRefusalOf(error: RetryableException): PageRefusal {
  if (error instanceof DatabaseUnavailableException) return 'unavailable';
  return error instanceof TooBusyException ? 'busy' : 'tooMany';
}
