import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { UseDatabaseWork } from '../../platform/database/database-work.interceptor';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { builtFolder } from '../../platform/config/installation';
import type { Caller } from '../../platform/access/caller';
import { RouteCallers } from '../../platform/routes/route-callers.service';
import { nullIfUnauthorized } from '../../platform/access/null-if-unauthorized';
import { userOf } from '../../modules/auth';
import { writeLoginPath } from '../../shared/login-paths';
import { BuiltPageController } from '../shared/built-page.controller';
import { sendCompressed } from '../../platform/http/compressed-response';
import type { Html } from '../../platform/http/html';
import { renderPage } from '../../platform/http/html-page';
import { readLocale, writeLanguageQuery } from '../../platform/http/page-locale';
import type { Locale } from '../../shared/locale';
import { WebBuild } from '../shared/web-build';
import { renderDashboardPage, renderForbidden, renderMissingCountry } from './dashboard.content';
import { DashboardService } from './dashboard.service';
import { DASHBOARD_TEXTS } from './dashboard.texts';

interface ForbiddenPage {
  readonly title: string;
  readonly body: Html;
  readonly options: { readonly locale: Locale; readonly home: string };
}

/** Serves the dashboard of the ministry of health and its assets. */
@UseDatabaseWork('statistics')
@Controller('dashboard')
export class DashboardController extends BuiltPageController {
  protected readonly build: WebBuild;

  constructor(
    private readonly callers: RouteCallers,
    private readonly dashboard: DashboardService,
    @Inject(ENVIRONMENT) { VITE_ORIGIN }: Pick<Environment, 'VITE_ORIGIN'>,
  ) {
    super();
    this.build = new WebBuild({
      folder: builtFolder('web/dashboard'),
      assetsPath: '/dashboard/assets',
      source: 'dashboard/main.ts',
      viteOrigin: VITE_ORIGIN,
    });
  }

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    response.set('cache-control', 'no-store').type('html');
    const caller = await nullIfUnauthorized(this.callers.resolve(request, response));
    if (!caller) {
      response.redirect(writeLoginPath({ returnTo: request.originalUrl }));
      return;
    }
    const locale = readLocale(request);
    const forbidden = this.buildForbiddenPage(caller, request);
    if (forbidden) {
      response.status(403).send(renderPage(forbidden.title, forbidden.body, forbidden.options));
      return;
    }
    const query = { period: readParameter(request, 'period'), country: readParameter(request, 'country') };
    const data = await this.dashboard.loadInitialData(caller, query, locale);
    const files = this.build.listPageFiles([`i18n/messages/${locale}.ts`]);
    await sendCompressed(
      request,
      response,
      renderDashboardPage({ locale, texts: DASHBOARD_TEXTS[locale], files, data }),
    );
  }

  /** Returns the 403 page, or null if the caller may see the dashboard. */
  private buildForbiddenPage(caller: Caller, request: Request): ForbiddenPage | null {
    const locale = readLocale(request);
    const texts = DASHBOARD_TEXTS[locale];
    const query = writeLanguageQuery(request);
    const options = { locale, home: `/${query}` };
    if (caller.role === 'admin' || caller.role === 'ministry') {
      return caller.country === null
        ? { title: texts.noCountryTitle, body: renderMissingCountry(texts, query), options }
        : null;
    }
    const { name, email, role } = userOf(caller);
    const body = renderForbidden(texts, { name: name || email, role, query });
    return { title: texts.forbiddenTitle, body, options };
  }
}

/** Returns a query parameter; undefined if it is missing, empty or repeated. */
function readParameter({ query }: Request, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
