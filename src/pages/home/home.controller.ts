import { Controller, Get, Header, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PageUserService } from '../../modules/auth';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { STYLE, STYLE_PATH } from '../../platform/http/html-page';
import { readLocale, writeLanguageQuery } from '../../platform/http/page-locale';
import { renderHome } from './home.content';
import { SIGN_OUT_PATH, SIGN_OUT_SCRIPT } from '../shared/sign-out.script';

/** Serves the start page, its stylesheet and its script. */
@Controller()
export class HomeController {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly users: PageUserService,
  ) {}

  @Get()
  async home(@Req() request: Request, @Res() response: Response): Promise<void> {
    const user = await this.users.findUser(request, response);
    const text = renderHome({
      locale: readLocale(request),
      query: writeLanguageQuery(request),
      user,
      publicUrl: this.environment.PUBLIC_URL,
    });
    response.type('html').set('cache-control', 'no-store').send(text);
  }

  @Get(STYLE_PATH)
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  style(): string {
    return STYLE;
  }

  @Get(SIGN_OUT_PATH)
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  script(): string {
    return SIGN_OUT_SCRIPT;
  }
}
