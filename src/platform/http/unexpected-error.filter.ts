import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { requestIdOf, unexpectedFailure } from '../logging/request-id';

/** Answers a failure of a plain route: what was thrown for the caller as it is, anything else with the request's id. */
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
    const message = unexpectedFailure(requestIdOf(http.getRequest<Request>()));
    response.status(500).json({ statusCode: 500, message });
  }
}
