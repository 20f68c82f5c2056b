import { Controller, Get, Next, Req, Res } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { builtFolder } from '../../config/installation';
import { PageVisitors } from '../../auth/page-visitors.service';
import { sendCompressed } from '../../pages/compressed-page';
import { WebBuild } from '../../pages/web-build';
import { REFERENCE_PAGE_PATH, referencePage } from './reference-page.content';

const ASSETS_PATH = `${REFERENCE_PAGE_PATH}/assets`;

/** The page on which partners read the API and try it, for anyone, and the files that it loads. */
@Controller()
export class ReferencePageController {
  private readonly build = new WebBuild(builtFolder('web/reference'), ASSETS_PATH);

  constructor(private readonly visitors: PageVisitors) {}

  @Get(REFERENCE_PAGE_PATH)
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const user = await this.visitors.visitor(request, response);
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
}

/** The renderer sets styles on its elements one by one, which no hash can name. Scripts stay as strict as everywhere. */
function allowInlineStyles(response: Response): void {
  const policy = String(response.getHeader('content-security-policy'));
  response.set(
    'content-security-policy',
    policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
  );
}
