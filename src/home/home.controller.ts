import { Controller, Get, Header, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CallerResolver } from '../access/caller';
import { exchangeOf } from '../access/http-exchange';
import { orNobody } from '../access/or-nobody';
import { AuthService, type User } from '../auth/auth.service';
import { ENVIRONMENT } from '../config/config.module';
import type { Environment } from '../config/environment';
import { STYLE, STYLE_PATH, page } from '../pages/page';
import { homeContent } from './home.content';
import { SIGN_OUT_PATH, SIGN_OUT_SCRIPT } from './sign-out.script';

/** The start page: who is signed in, and where everything is. */
@Controller()
export class HomeController {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly callers: CallerResolver,
    private readonly auth: AuthService,
  ) {}

  @Get()
  async home(@Req() request: Request, @Res() response: Response): Promise<void> {
    const user = await orNobody(this.signedIn(request, response));
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

  /** @throws UnauthorizedException for a session that is not valid, and for an account that was removed a moment ago */
  private async signedIn(request: Request, response: Response): Promise<User | null> {
    const caller = await this.callers.resolve(exchangeOf(request, response));
    return caller && (await this.auth.userOf(caller));
  }
}
