import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CallInProgressException } from '../../platform/idempotency/call-in-progress.exception';
import { requestIdOf, unexpectedFailure } from '../../platform/logging/request-id';
import { type IssueCode, type Problem, RefusedException, toOperationOutcome } from './operation-outcome';
import { sendResource } from './send-resource';

const CODES: Readonly<Record<number, IssueCode>> = {
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  409: 'conflict',
  413: 'too-costly',
  422: 'business-rule',
  429: 'throttled',
  503: 'throttled',
};

/** When to send again what found no room or no portal. */
const BUSY_SECONDS = 10;

/** Answers every failure under `/fhir` as an OperationOutcome. */
@Catch()
export class OperationOutcomeFilter implements ExceptionFilter {
  private readonly logger = new Logger(OperationOutcomeFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    // A caller who went away in the middle.
    if (response.headersSent || response.destroyed) return;
    const wait = retryAfter(error);
    if (wait !== undefined && !response.hasHeader('retry-after')) response.set('retry-after', `${wait}`);
    if (statusOf(error) === 401 && !response.hasHeader('www-authenticate')) {
      // RFC 9110, 11.6.1: whoever is told to identify himself is told how. That a token was no good is said where it was read.
      response.set('www-authenticate', 'Bearer');
    }
    const problems = this.problemsOf(error, http.getRequest<Request>());
    response.status(problems[0].status);
    sendResource(response, toOperationOutcome(problems));
  }

  private problemsOf(error: unknown, request: Request): readonly [Problem, ...Problem[]] {
    if (error instanceof RefusedException) return error.problems;
    if (error instanceof HttpException) {
      const status = error.getStatus();
      return [{ status, code: CODES[status] ?? 'invalid', text: error.message }];
    }
    this.logger.error({ err: error }, 'a FHIR request failed');
    return [{ status: 500, code: 'exception', text: unexpectedFailure(requestIdOf(request)) }];
  }
}

/** In seconds; undefined where sending it again would not help. */
function retryAfter(error: unknown): number | undefined {
  if (error instanceof CallInProgressException) return error.retryAfterSeconds;
  return statusOf(error) === 503 ? BUSY_SECONDS : undefined;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof HttpException ? error.getStatus() : undefined;
}
