import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { requestIdOf, internalErrorMessage } from '../logging/request-id';

/** Sends the error of a plain route. An error that is no HttpException is logged, and the response has only the request id. */
@Catch()
export class UnexpectedErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(UnexpectedErrorFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    if (error instanceof HttpException) {
      response.status(error.getStatus()).json(error.getResponse());
      return;
    }
    this.logger.error({ err: error }, 'a page failed');
    const message = internalErrorMessage(requestIdOf(http.getRequest<Request>()));
    response.status(500).json({ statusCode: 500, message });
  }
}
