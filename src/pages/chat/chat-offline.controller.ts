import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Controller, Get, NotFoundException, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { sendCompressed } from '../../platform/http/compressed-response';
import { readLocale } from '../../platform/http/page-locale';
import { Uncounted } from '../../platform/routes/counted-as';
import { CHAT_PATH, ICON_TYPES, composeManifest } from './chat-manifest';
import { ServiceWorkerService } from './service-worker.service';

const ICONS = new Map(
  Object.entries(ICON_TYPES).map(([name, type]) => [
    name,
    { type, content: readFileSync(join(__dirname, 'icons', name)) },
  ]),
);

/**
 * Serves what a browser needs to install the chat page and to open it without a connection. No route reads the session,
 * because the browser shows the stored responses to everybody who uses it.
 */
@Controller(CHAT_PATH)
@Uncounted()
export class ChatOfflineController {
  constructor(private readonly worker: ServiceWorkerService) {}

  @Get('service-worker.js')
  async script(@Req() request: Request, @Res() response: Response): Promise<void> {
    const script = this.worker.getScript();
    response.type('text/javascript').set({
      'cache-control': 'no-cache',
      // The page is above the folder of the script.
      'service-worker-allowed': CHAT_PATH,
    });
    await sendCompressed(request, response, script);
  }

  @Get('offline')
  async page(
    @Req() request: Request,
    @Res() response: Response,
    @Query('version') version: unknown,
  ): Promise<void> {
    const page = this.worker.getPage(readLocale(request), typeof version === 'string' ? version : undefined);
    response.type('html').set('cache-control', 'no-cache');
    await sendCompressed(request, response, page);
  }

  @Get('manifest.webmanifest')
  manifest(@Req() request: Request, @Res() response: Response): void {
    response
      .type('application/manifest+json')
      .set('cache-control', 'no-cache')
      .vary('accept-language')
      .send(composeManifest(readLocale(request)));
  }

  @Get('icons/:name')
  icon(@Param('name') name: string, @Res() response: Response): void {
    const icon = ICONS.get(name);
    if (!icon) throw new NotFoundException();
    response.type(icon.type).set('cache-control', 'public, max-age=86400').send(icon.content);
  }
}
