import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  HttpStatus,
  Logger,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { addChallenge } from '../access/challenge';
import { toDatabaseUnavailable } from '../database/database-unavailable.exception';
import { RetryableException } from '../limits/retryable.exception';
import { requestIdOf, internalErrorMessage } from '../logging/request-id';
import { type PathErrorFilter, isUnderPath } from './path-error-filter';
import { renderRefusalPage, wantsPage } from './refusal-page';

/**
 * Sends the error of a plain route, or of a request that no route has seen: by the filter of its path if there is one. An error
 * that is no HttpException is logged, and the response has only the request id. Browsers that open an address get a page in their
 * language.
 */
@Catch()
export class UnexpectedErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(UnexpectedErrorFilter.name);

  /** @param pathFilters of paths with an error format of their own */
  constructor(private readonly pathFilters: readonly PathErrorFilter[]) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    // Express has looked for a route, unless a limit has refused the request before.
    const isUnknown =
      request.route === undefined && error instanceof HttpException && !(error instanceof RetryableException);
    const filter = this.pathFilters.find(
      ({ path, isForUnknownAddresses }) =>
        isUnderPath(request.originalUrl, path) && (!isForUnknownAddresses || isUnknown),
    );
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
    const refusal = error instanceof RetryableException ? error : (toDatabaseUnavailable(error) ?? error);
    if (!(refusal instanceof HttpException)) this.logger.error({ err: error }, 'a page failed');
    // The client disconnected.
    if (!response.destroyed) sendError(request, response, refusal);
  }
}

function sendError(request: Request, response: Response, error: unknown): void {
  // Of the file that was to be sent.
  response.removeHeader('content-disposition');
  response.set('cache-control', 'no-store').vary('accept');
  response.status(error instanceof HttpException ? error.getStatus() : HttpStatus.INTERNAL_SERVER_ERROR);
  if (error instanceof RetryableException) response.set('retry-after', String(error.retryAfterSeconds));
  if (error instanceof HttpException && error.getStatus() === 401) addChallenge(response);
  if (wantsPage(request))
    response.type('html').vary('accept-language').send(renderRefusalPage(error, request));
  else response.type('json').json(bodyOf(error, request));
}

function bodyOf(error: unknown, request: Request): unknown {
  if (error instanceof HttpException) return error.getResponse();
  return { statusCode: 500, message: internalErrorMessage(requestIdOf(request)) };
}
