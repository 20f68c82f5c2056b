import { HttpException } from '@nestjs/common';
import type { Request } from 'express';
import { writeLoginPath } from '../../shared/login-paths';
import { DatabaseUnavailableException } from '../database/database-unavailable.exception';
import { RetryableException } from '../limits/retryable.exception';
import { TooBusyException } from '../limits/too-busy.exception';
import { requestIdOf } from '../logging/request-id';
import { type Html, html } from './html';
import { renderPage } from './html-page';
import { readLocale, writeLanguageQuery } from './page-locale';
import { type PageRefusal, REFUSAL_TEXTS } from './refusal-page.texts';

/** Returns whether an error is to be sent as a page: to a browser that opens an address. */
export function wantsPage(request: Request): boolean {
  return request.accepts(['json', 'html']) === 'html';
}

/** Returns the page that says why a browser does not get what it asked for, and what to do, in its language. */
export function renderRefusalPage(error: unknown, request: Request): string {
  const locale = readLocale(request);
  const texts = REFUSAL_TEXTS[locale];
  const refusal = refusalOf(error);
  const { title, explanation } = texts[refusal];
  // Messages are in English. For those who read another language, what they may do is enough.
  const isReason = error instanceof HttpException && (refusal === 'refused' || locale === 'en');
  const home = `/${writeLanguageQuery(request)}`;
  const homeLink = html`<a href="${home}">${texts.home}</a>`;
  const actions: Readonly<Record<PageRefusal, Html>> = {
    unavailable: html`<a class="button" href="">${texts.again}</a>`,
    busy: html`<a class="button" href="">${texts.again}</a>`,
    tooMany: html`<a class="button" href="">${texts.again}</a>`,
    failed: html`<a class="button" href="">${texts.again}</a> ${homeLink}`,
    signedOut: html`<a class="button" href="${writeLoginPath({ returnTo: request.originalUrl })}"
        >${texts.signIn}</a
      >
      ${homeLink}`,
    notFound: html`<a class="button" href="${home}">${texts.home}</a>`,
    refused: homeLink,
  };
  const body = html`<p>${explanation.replace('{request}', requestIdOf(request))}</p>
    ${isReason ? html`<p class="problem" lang="en" dir="ltr">${error.message}</p>` : ''}
    ${error instanceof RetryableException ? html`<p>${texts.emergency}</p>` : ''}
    <p>${actions[refusal]}</p>`;
  return renderPage(title, body, { locale, home });
}

function refusalOf(error: unknown): PageRefusal {
  if (error instanceof DatabaseUnavailableException) return 'unavailable';
  if (error instanceof TooBusyException) return 'busy';
  if (error instanceof RetryableException) return 'tooMany';
  if (!(error instanceof HttpException)) return 'failed';
  const status = error.getStatus();
  if (status === 404) return 'notFound';
  return status === 401 ? 'signedOut' : 'refused';
}
