import { Controller, Get, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { exchangeOf } from '../../trpc/request-context.factory';
import { SessionService } from '../session.service';
import { LoginFailedFilter } from './login-failed.filter';
import { CallbackGuard, LoginGuard } from './portal.guard';

/** Where a login begins. */
export const LOGIN_PATH = '/api/oauth/login';

const authenticatedSchema = z.object({
  user: z.object({ accountId: z.string() }),
  authInfo: z.object({ state: z.object({ returnTo: z.string() }) }),
});

/** Signing in, as plain routes: a browser visits them, no program calls them. */
@Controller('api/oauth')
@UseFilters(LoginFailedFilter)
export class LoginController {
  constructor(private readonly sessions: SessionService) {}

  @Get('login')
  @UseGuards(LoginGuard)
  login(): void {
    throw new TypeError('the guard has sent the browser to the portal');
  }

  @Get('callback')
  @UseGuards(CallbackGuard)
  async callback(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { user, authInfo } = authenticatedSchema.parse(request);
    await this.sessions.begin(user.accountId, exchangeOf(request, response));
    response.redirect(authInfo.state.returnTo);
  }
}
