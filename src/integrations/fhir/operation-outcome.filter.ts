import { type ArgumentsHost, Catch, HttpException, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { describeRefusal, refusalDetailsOf } from '../../platform/access/access-refusals';
import { addChallenge } from '../../platform/access/challenge';
import { toDatabaseUnavailable } from '../../platform/database/database-unavailable.exception';
import type { PathErrorFilter } from '../../platform/http/path-error-filter';
import { RetryableException } from '../../platform/limits/retryable.exception';
import { requestIdOf, internalErrorMessage } from '../../platform/logging/request-id';
import { FHIR_PATH } from './fhir-base-url';
import { type IssueCode, type Problem, RefusedException, toOperationOutcome } from './operation-outcome';
import { sendResource } from './send-resource';

const ISSUE_CODES: Readonly<Record<number, IssueCode>> = {
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  409: 'conflict',
  413: 'too-costly',
  422: 'business-rule',
  429: 'throttled',
  503: 'transient',
};

/** `Retry-After` if the portal is down. */
const RETRY_AFTER_SECONDS = 10;

/** Converts every error under `/fhir` to an OperationOutcome, also of requests that no route has seen. */
@Catch()
export class OperationOutcomeFilter implements PathErrorFilter {
  readonly path = FHIR_PATH;
  private readonly logger = new Logger(OperationOutcomeFilter.name);

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    // The client disconnected, or has a part of the response.
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    const mayBeRecorded = http.getRequest<Request>().method === 'POST';
    const error = toDatabaseUnavailable(thrown, { mayBeRecorded, isOneTransaction: true }) ?? thrown;
    const retryAfterSeconds = getRetryAfterSeconds(error);
    if (retryAfterSeconds !== undefined && !response.hasHeader('retry-after')) {
      response.set('retry-after', `${retryAfterSeconds}`);
    }
    if (getStatus(error) === 401) addChallenge(response);
    const problems = this.toProblems(error, http.getRequest<Request>());
    response.status(problems[0].status);
    sendResource(response, toOperationOutcome(problems));
  }

  private toProblems(error: unknown, request: Request): readonly [Problem, ...Problem[]] {
    if (error instanceof RefusedException) return error.problems;
    if (error instanceof HttpException) {
      const status = error.getStatus();
      const diagnostics = describeRefusal(refusalDetailsOf(error));
      return [{ status, code: ISSUE_CODES[status] ?? 'invalid', text: error.message, diagnostics }];
    }
    this.logger.error({ err: error }, 'a FHIR request failed');
    return [{ status: 500, code: 'exception', text: internalErrorMessage(requestIdOf(request)) }];
  }
}

/** Returns undefined if a retry would fail again. */
function getRetryAfterSeconds(error: unknown): number | undefined {
  if (error instanceof RetryableException) return error.retryAfterSeconds;
  return getStatus(error) === 503 ? RETRY_AFTER_SECONDS : undefined;
}

function getStatus(error: unknown): number | undefined {
  return error instanceof HttpException ? error.getStatus() : undefined;
}
