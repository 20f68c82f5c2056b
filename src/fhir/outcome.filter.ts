import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { requestIdOf, unexpectedFailure } from '../logging/request-id';
import { type IssueCode, type Problem, Refused, outcomeOf } from './outcome';
import { sendResource } from './send-resource';

const CODES: Readonly<Record<number, IssueCode>> = {
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  413: 'too-costly',
  429: 'throttled',
  503: 'throttled',
};

/** Answers every failure under `/fhir` as an OperationOutcome. */
@Catch()
export class OutcomeFilter implements ExceptionFilter {
  private readonly logger = new Logger(OutcomeFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    // A caller who went away in the middle.
    if (response.headersSent || response.destroyed) return;
    const problems = this.problemsOf(error, http.getRequest<Request>());
    response.status(problems[0].status);
    sendResource(response, outcomeOf(problems));
  }

  private problemsOf(error: unknown, request: Request): readonly [Problem, ...Problem[]] {
    if (error instanceof Refused) return error.problems;
    if (error instanceof HttpException) {
      const status = error.getStatus();
      return [{ status, code: CODES[status] ?? 'invalid', text: error.message }];
    }
    this.logger.error({ err: error }, 'a FHIR request failed');
    return [{ status: 500, code: 'exception', text: unexpectedFailure(requestIdOf(request)) }];
  }
}
