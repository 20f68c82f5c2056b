import { Controller, Get, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { exchangeOf } from '../../../platform/access/http-exchange';
import { BrowserSessionsService } from '../sessions/browser-sessions.service';
import { portalTokensSchema } from '../portal/portal-tokens';
import { LoginFailedFilter } from './login-failed.filter';
import { CALLBACK_PATH, LOGIN_PATH } from '../../../shared/login-paths';
import { readLoginQuery } from './login-query';
import { CallbackGuard, LoginGuard } from './portal.guard';
import { renderSignInPage } from './sign-in-page';

const authenticatedSchema = z.object({
  user: z.object({ accountId: z.string(), portalTokens: portalTokensSchema }),
  authInfo: z.object({ state: z.object({ returnTo: z.string() }) }),
});

/** The routes of the login, for browsers. They are not tRPC procedures. */
@Controller()
@UseFilters(LoginFailedFilter)
export class LoginController {
  constructor(private readonly sessions: BrowserSessionsService) {}

  /** Only after a navigation from another site. The guard sends all others to the portal. */
  @Get(LOGIN_PATH)
  @UseGuards(LoginGuard)
  login(@Req() request: Request, @Res() response: Response): void {
    response.set('cache-control', 'no-store');
    const page = renderSignInPage(readLoginQuery(request.query), request);
    response.type('html').vary('accept-language').send(page);
  }

  @Get(CALLBACK_PATH)
  @UseGuards(CallbackGuard)
  async callback(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { user, authInfo } = authenticatedSchema.parse(request);
    await this.sessions.logIn(user, exchangeOf(request, response));
    response.redirect(authInfo.state.returnTo);
  }
}
