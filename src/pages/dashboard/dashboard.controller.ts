import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { builtFolder } from '../../platform/config/installation';
import { type Caller, CallerResolver } from '../../platform/access/caller';
import { exchangeOf } from '../../platform/access/http-exchange';
import { orNobody } from '../../platform/access/or-nobody';
import { AuthService } from '../../modules/auth';
import { LOGIN_PATH } from '../../shared/login-paths';
import { BuiltPage } from '../shared/built-page';
import { sendCompressed } from '../../platform/http/compressed-response';
import type { Html } from '../../platform/http/html';
import { type Locale, pickLocale } from '../../shared/locale';
import { page } from '../../platform/http/html-page';
import { WebBuild } from '../shared/web-build';
import { dashboardPage, missingCountry, refusal } from './dashboard.content';
import { DashboardService } from './dashboard.service';
import { DASHBOARD_TEXTS } from './dashboard.texts';

/** The ministry's page, and the files that it loads. */
@Controller('dashboard')
export class DashboardController extends BuiltPage {
  protected readonly build: WebBuild;

  constructor(
    private readonly callers: CallerResolver,
    private readonly auth: AuthService,
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
    const caller = await orNobody(this.callers.resolve(exchangeOf(request, response)));
    if (!caller) {
      const returnTo = new URLSearchParams({ returnTo: request.originalUrl });
      response.redirect(`${LOGIN_PATH}?${returnTo.toString()}`);
      return;
    }
    const locale = pickLocale(parameter(request, 'lang'), request.acceptsLanguages());
    const refused = await this.refusalFor(caller, locale);
    if (refused) {
      response.status(403).send(page(refused.title, refused.body, locale));
      return;
    }
    const answers = await this.dashboard.firstAnswers(caller, {
      period: parameter(request, 'period'),
      country: parameter(request, 'country'),
    });
    const files = this.build.pageFiles([`i18n/messages/${locale}.ts`]);
    await sendCompressed(
      request,
      response,
      dashboardPage({ locale, texts: DASHBOARD_TEXTS[locale], files, answers }),
    );
  }

  private async refusalFor(caller: Caller, locale: Locale): Promise<{ title: string; body: Html } | null> {
    const texts = DASHBOARD_TEXTS[locale];
    if (caller.role === 'admin') return null;
    if (caller.role === 'ministry') {
      return caller.country === null ? { title: texts.noCountryTitle, body: missingCountry(texts) } : null;
    }
    const { name, email, role } = await this.auth.userOf(caller);
    return { title: texts.refusedTitle, body: refusal(texts, { name: name || email, role }) };
  }
}

/** A parameter of the address; undefined where it is absent, empty or given more than once. */
function parameter({ query }: Request, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
