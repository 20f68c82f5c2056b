import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { exchangeOf } from '../../../platform/access/http-exchange';
import { toDatabaseUnavailable } from '../../../platform/database/database-unavailable.exception';
import { html } from '../../../platform/http/html';
import { renderPage } from '../../../platform/http/html-page';
import { choosePageLocale, readLocale, writeLanguageQuery } from '../../../platform/http/page-locale';
import { renderRefusalPage } from '../../../platform/http/refusal-page';
import { RetryableException } from '../../../platform/limits/retryable.exception';
import { findLocale } from '../../../shared/locale';
import { CALLBACK_PATH, LOGIN_PATH, writeLoginPath } from '../../../shared/login-paths';
import { Cookies, LOGIN_LANGUAGE_COOKIE } from '../sessions/cookies';
import { PortalError } from '../portal/portal-error';
import { LOGIN_REFUSAL_TEXTS, type LoginRefusal } from './login-refusal.texts';
import { LoginRefusedException } from './login-refused.exception';

/** Sends an HTML page with the reason of a failed login. */
@Catch()
export class LoginFailedFilter implements ExceptionFilter {
  private readonly logger = new Logger(LoginFailedFilter.name);

  constructor(private readonly cookies: Cookies) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    this.chooseLocale(request, response);
    response.type('html').set('cache-control', 'no-store').vary('accept-language');
    if (thrown instanceof LoginRefusedException) {
      response.status(thrown.getStatus()).send(renderRefusal(thrown, request));
      return;
    }
    if (thrown instanceof PortalError) {
      // Not our error, and a caller can cause it again and again.
      this.logger.warn({ err: thrown }, 'a login failed');
      response.status(502).send(renderRefusal({ reason: 'portal unavailable' }, request));
      return;
    }
    const error = toDatabaseUnavailable(thrown) ?? thrown;
    if (!(error instanceof HttpException)) this.logger.error({ err: error }, 'a login failed');
    if (error instanceof RetryableException) response.set('retry-after', String(error.retryAfterSeconds));
    response
      .status(error instanceof HttpException ? error.getStatus() : 500)
      .send(renderRefusalPage(error, request));
  }

  /** Chooses the language of the page that the login comes from: the portal calls back without it. */
  private chooseLocale(request: Request, response: Response): void {
    if (request.path !== CALLBACK_PATH) return;
    const language = this.cookies.readIfSingle(exchangeOf(request, response), LOGIN_LANGUAGE_COOKIE);
    const locale = findLocale([language ?? '']);
    if (locale) choosePageLocale(request, locale);
  }
}

interface Refusal {
  readonly reason: LoginRefusal;
  readonly prompt?: 'login' | undefined;
}

function renderRefusal({ reason, prompt }: Refusal, request: Request): string {
  const locale = readLocale(request);
  const { title, reasons, noSession, again, startPage } = LOGIN_REFUSAL_TEXTS[locale];
  const home = `/${writeLanguageQuery(request)}`;
  const nextLogin = prompt === undefined ? LOGIN_PATH : writeLoginPath({ returnTo: home, prompt });
  const body = html`<p>${reasons[reason]}</p>
    <p>${noSession}</p>
    <p><a class="button" href="${nextLogin}">${again}</a> <a href="${home}">${startPage}</a></p>`;
  return renderPage(title, body, { locale, home });
}
