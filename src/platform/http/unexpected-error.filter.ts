import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  DatabaseUnavailableException,
  toDatabaseUnavailable,
} from '../database/database-unavailable.exception';
import { TooManyRequestsException } from '../limits/too-many-requests.exception';
import { requestIdOf, internalErrorMessage } from '../logging/request-id';
import { renderRefusalPage } from './refusal-page';

/**
 * Sends the error of a plain route. An error that is no HttpException is logged, and the response has only the request id. If a
 * limit is reached or the database is unavailable, browsers get a page in their language.
 */
@Catch()
export class UnexpectedErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(UnexpectedErrorFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const refusal = error instanceof TooManyRequestsException ? error : toDatabaseUnavailable(error);
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

function sendRefusal(
  request: Request,
  response: Response,
  error: TooManyRequestsException | DatabaseUnavailableException,
): void {
  // The client disconnected, or has a part of the response.
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  // Of the file that was to be sent.
  response.removeHeader('content-disposition');
  response
    .status(error.getStatus())
    .set({ 'retry-after': String(error.retryAfterSeconds), 'cache-control': 'no-store' });
  if (request.accepts(['json', 'html']) === 'html') {
    const refusal = error instanceof DatabaseUnavailableException ? 'unavailable' : 'tooMany';
    response.type('html').vary('accept-language').send(renderRefusalPage(refusal, request));
  } else response.type('json').json(error.getResponse());
}
