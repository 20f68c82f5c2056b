import { Get, Next, Req, Res } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { WebBuild } from './web-build';

/** Controller of a page that was built: below the page's own path it has, under `assets`, the files that the page loads. */
export abstract class BuiltPage {
  protected abstract readonly build: WebBuild;

  @Get('assets/:file')
  asset(
    @Req() request: Request<{ file: string }>,
    @Res() response: Response,
    @Next() next: NextFunction,
  ): void {
    this.build.answer(request, response, next);
  }
}
