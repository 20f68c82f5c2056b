import { Controller, Get, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { exchangeOf } from '../../../platform/access/http-exchange';
import { BrowserSessionsService } from '../sessions/browser-sessions.service';
import { portalTokensSchema } from '../portal/portal-tokens';
import { LoginFailedFilter } from './login-failed.filter';
import { CALLBACK_PATH, LOGIN_PATH } from '../../../shared/login-paths';
import { CallbackGuard, LoginGuard } from './portal.guard';

const authenticatedSchema = z.object({
  user: z.object({ accountId: z.string(), portalTokens: portalTokensSchema }),
  authInfo: z.object({ state: z.object({ returnTo: z.string() }) }),
});

/** The routes of the login, for browsers. They are not tRPC procedures. */
@Controller()
@UseFilters(LoginFailedFilter)
export class LoginController {
  constructor(private readonly sessions: BrowserSessionsService) {}

  @Get(LOGIN_PATH)
  @UseGuards(LoginGuard)
  login(): void {
    throw new TypeError('the guard has sent the browser to the portal');
  }

  @Get(CALLBACK_PATH)
  @UseGuards(CallbackGuard)
  async callback(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { user, authInfo } = authenticatedSchema.parse(request);
    await this.sessions.logIn(user, exchangeOf(request, response));
    response.redirect(authInfo.state.returnTo);
  }
}
