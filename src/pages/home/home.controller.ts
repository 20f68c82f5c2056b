import { Controller, Get, Header, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PageVisitors } from '../../modules/auth';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { STYLE, STYLE_PATH, page } from '../../platform/http/html-page';
import { homeContent } from './home.content';
import { SIGN_OUT_PATH, SIGN_OUT_SCRIPT } from './sign-out.script';

/** The start page: who is signed in, and where everything is. */
@Controller()
export class HomeController {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly visitors: PageVisitors,
  ) {}

  @Get()
  async home(@Req() request: Request, @Res() response: Response): Promise<void> {
    const user = await this.visitors.visitor(request, response);
    const text = page('Africa Health Platform', homeContent(user, this.environment.PUBLIC_URL));
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
