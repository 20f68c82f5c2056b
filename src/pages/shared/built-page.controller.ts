import { Get, Next, Req, Res } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Uncounted } from '../../platform/routes/counted-as';
import type { WebBuild } from './web-build';

/** Base controller of a page built by Vite. Serves the page's assets under `assets/`. */
export abstract class BuiltPageController {
  protected abstract readonly build: WebBuild;

  @Get('assets/:file')
  @Uncounted()
  asset(
    @Req() request: Request<{ file: string }>,
    @Res() response: Response,
    @Next() next: NextFunction,
  ): void {
    this.build.sendAsset(request, response, next);
  }
}
