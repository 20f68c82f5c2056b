import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { toDatabaseUnavailable } from '../../../platform/database/database-unavailable.exception';
import { RetryableException } from '../../../platform/limits/retryable.exception';
import { requestIdOf, internalErrorMessage } from '../../../platform/logging/request-id';
import { html } from '../../../platform/http/html';
import { renderPage } from '../../../platform/http/html-page';
import { LOGIN_PATH } from '../../../shared/login-paths';
import { writeLoginPath } from './login-query';
import { LoginRefusedException } from './login-refused.exception';
import { PortalError } from '../portal/portal-error';

const PORTAL_UNAVAILABLE =
  'The identity portal does not answer as it should. Please try again in a few minutes.';

/** Sends an HTML page with the reason of a failed login. */
@Catch()
export class LoginFailedFilter implements ExceptionFilter {
  private readonly logger = new Logger(LoginFailedFilter.name);

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const error = toDatabaseUnavailable(thrown) ?? thrown;
    const { status, reason } = this.describeFailure(error, requestIdOf(http.getRequest<Request>()));
    const body = html`<p>${reason}</p>
      <p>
        No session was begun. <a class="button" href="${getNextLogin(error)}">Sign in again</a>
        <a href="/">Start page</a>
      </p>`;
    if (error instanceof RetryableException) response.set('retry-after', String(error.retryAfterSeconds));
    response
      .status(status)
      .type('html')
      .set('cache-control', 'no-store')
      .send(renderPage('The sign-in did not work', body));
  }

  private describeFailure(error: unknown, requestId: string): { status: number; reason: string } {
    if (error instanceof HttpException) return { status: error.getStatus(), reason: error.message };
    if (error instanceof PortalError) {
      // Not our error, and a caller can cause it again and again.
      this.logger.warn({ err: error }, 'a login failed');
      return { status: 502, reason: PORTAL_UNAVAILABLE };
    }
    this.logger.error({ err: error }, 'a login failed');
    return { status: 500, reason: internalErrorMessage(requestId) };
  }
}

function getNextLogin(error: unknown): string {
  const prompt = error instanceof LoginRefusedException ? error.prompt : undefined;
  return prompt === undefined ? LOGIN_PATH : writeLoginPath({ returnTo: '/', prompt });
}
