import { Controller, Get, Next, Req, Res } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { builtFolder } from '../../config/installation';
import { CallerResolver } from '../../access/caller';
import { exchangeOf } from '../../access/http-exchange';
import { orNobody } from '../../access/or-nobody';
import { AuthService, type User } from '../../auth/auth.service';
import { sendCompressed } from '../../pages/compressed-page';
import { WebBuild } from '../../pages/web-build';
import { REFERENCE_PAGE_PATH, referencePage } from './reference-page.content';

const ASSETS_PATH = `${REFERENCE_PAGE_PATH}/assets`;

/** The page on which partners read the API and try it, for anyone, and the files that it loads. */
@Controller()
export class ReferencePageController {
  private readonly build = new WebBuild(builtFolder('web/reference'), ASSETS_PATH);

  constructor(
    private readonly callers: CallerResolver,
    private readonly auth: AuthService,
  ) {}

  @Get(REFERENCE_PAGE_PATH)
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const user = await orNobody(this.signedIn(request, response));
    response.set('cache-control', 'no-store').type('html');
    allowInlineStyles(response);
    await sendCompressed(request, response, referencePage(user, this.build.pageFiles()));
  }

  @Get(`${ASSETS_PATH}/:file`)
  asset(
    @Req() request: Request<{ file: string }>,
    @Res() response: Response,
    @Next() next: NextFunction,
  ): void {
    this.build.answer(request, response, next);
  }

  /** @throws UnauthorizedException for a session that is not valid, and for an account that was removed a moment ago */
  private async signedIn(request: Request, response: Response): Promise<User | null> {
    const caller = await this.callers.resolve(exchangeOf(request, response));
    return caller && (await this.auth.userOf(caller));
  }
}

/** The renderer sets styles on its elements one by one, which no hash can name. Scripts stay as strict as everywhere. */
function allowInlineStyles(response: Response): void {
  const policy = String(response.getHeader('content-security-policy'));
  response.set(
    'content-security-policy',
    policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
  );
}
