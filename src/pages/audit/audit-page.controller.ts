import { Controller, Get, HttpException, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuditListService, auditContract } from '../../modules/audit';
import { resolveScope } from '../../platform/access/country-scope';
import type { Caller } from '../../platform/access/caller';
import { UseDatabaseWork } from '../../platform/database/database-work.interceptor';
import { RouteCallers } from '../../platform/routes/route-callers.service';
import { nullIfUnauthorized } from '../../platform/access/null-if-unauthorized';
import { AuditTrail } from '../../platform/audit/audit-trail.service';
import { html } from '../../platform/http/html';
import { renderPage } from '../../platform/http/html-page';
import { readLocale, writeLanguageQuery } from '../../platform/http/page-locale';
import type { Locale } from '../../shared/locale';
import { writeLoginPath } from '../../shared/login-paths';
import { formatProblems } from '../../shared/problems';
import { FILTER_NAMES, type Filter, renderAuditPage } from './audit-page.content';
import { AUDIT_PAGE_PATH } from './audit-page.paths';
import { AUDIT_PAGE_TEXTS } from './audit-page.texts';

/** Serves the audit trail to administrators: the country of the account, or all. */
@UseDatabaseWork('statistics')
@Controller()
export class AuditPageController {
  constructor(
    private readonly callers: RouteCallers,
    private readonly lists: AuditListService,
    private readonly audit: AuditTrail,
  ) {}

  @Get(AUDIT_PAGE_PATH)
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    response.set('cache-control', 'no-store').type('html');
    const caller = await nullIfUnauthorized(this.callers.resolve(request, response));
    if (!caller) {
      response.redirect(writeLoginPath({ returnTo: request.originalUrl }));
      return;
    }
    const locale = readLocale(request);
    const texts = AUDIT_PAGE_TEXTS[locale];
    const options = { locale, home: `/${writeLanguageQuery(request)}` };
    if (caller.role !== 'admin') {
      response.status(403).send(renderPage(texts.forbiddenTitle, html`<p>${texts.forbidden}</p>`, options));
      return;
    }
    try {
      response.send(await this.renderList(request, caller, locale));
    } catch (error) {
      if (!(error instanceof HttpException)) throw error;
      response
        .status(error.getStatus())
        .send(renderPage(texts.refusedTitle, html`<p>${error.message}</p>`, options));
    }
  }

  private async renderList(request: Request, caller: Caller, locale: Locale): Promise<string> {
    const filter = readFilter(request);
    const cursor = readParameter(request, 'cursor');
    const input = auditContract.list.input.safeParse({
      ...filter,
      from: startOfDay(filter.from),
      before: startOfDay(filter.before),
      cursor,
    });
    if (!input.success) throw new HttpException(formatProblems(input.error), 400);
    const page = await this.lists.list(input.data, caller);
    const country = resolveScope(caller, input.data.country);
    await this.audit.write([{ country, action: 'pages.audit', caller }]);
    return renderAuditPage({
      locale,
      account: caller.userId,
      texts: AUDIT_PAGE_TEXTS[locale],
      filter,
      page,
      isFirst: cursor === undefined,
    });
  }
}

function readFilter(request: Request): Filter {
  return Object.fromEntries(
    FILTER_NAMES.flatMap((name) => {
      const value = readParameter(request, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns the first moment of a day that the form sends. */
function startOfDay(day: string | undefined): string | undefined {
  return day === undefined ? undefined : `${day}T00:00:00Z`;
}

/** Returns a query parameter; undefined if it is missing, empty or repeated. */
function readParameter({ query }: Request, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
