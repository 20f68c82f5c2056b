import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { builtFolder } from '../../platform/config/installation';
import { PageUserService } from '../../modules/auth';
import { BuiltPageController } from '../shared/built-page.controller';
import { CompressibleTexts, sendCompressed } from '../../platform/http/compressed-response';
import { WebBuild } from '../shared/web-build';
import { REFERENCE_PAGE_PATH, renderReferencePage } from './reference-page.content';

/** Serves the public API reference page and its assets. */
@Controller(REFERENCE_PAGE_PATH)
export class ReferencePageController extends BuiltPageController {
  protected readonly build: WebBuild;
  private readonly texts = new CompressibleTexts();

  constructor(
    private readonly users: PageUserService,
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
    const user = await this.users.findUser(request, response);
    response.set('cache-control', 'no-store').type('html');
    allowInlineStyles(response);
    const page = renderReferencePage(user, this.build.listPageFiles());
    // A person's page is nobody else's, and does not stay in memory.
    await sendCompressed(request, response, user ? page : this.texts.get(page));
  }
}

/** Allows inline styles, which the page's renderer sets on elements; a hash cannot cover them. */
function allowInlineStyles(response: Response): void {
  const policy = String(response.getHeader('content-security-policy'));
  response.set(
    'content-security-policy',
    policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
  );
}
