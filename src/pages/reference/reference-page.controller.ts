import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { builtFolder } from '../../platform/config/installation';
import { PageVisitors } from '../../modules/auth';
import { BuiltPage } from '../shared/built-page';
import { sendCompressed } from '../../platform/http/compressed-response';
import { WebBuild } from '../shared/web-build';
import { REFERENCE_PAGE_PATH, referencePage } from './reference-page.content';

/** The page on which partners read the API and try it, for anyone, and the files that it loads. */
@Controller(REFERENCE_PAGE_PATH)
export class ReferencePageController extends BuiltPage {
  protected readonly build: WebBuild;

  constructor(
    private readonly visitors: PageVisitors,
    @Inject(ENVIRONMENT) { VITE_ORIGIN }: Pick<Environment, 'VITE_ORIGIN'>,
  ) {
    super();
    this.build = new WebBuild({
      folder: builtFolder('web/reference'),
      assetsPath: `${REFERENCE_PAGE_PATH}/assets`,
      source: 'reference/main.ts',
      viteOrigin: VITE_ORIGIN,
    });
  }

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const user = await this.visitors.visitor(request, response);
    response.set('cache-control', 'no-store').type('html');
    allowInlineStyles(response);
    await sendCompressed(request, response, referencePage(user, this.build.pageFiles()));
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
