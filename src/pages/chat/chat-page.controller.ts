import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PageVisitors } from '../../modules/auth';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { builtFolder } from '../../platform/config/installation';
import { BuiltPage } from '../shared/built-page';
import { sendCompressed } from '../../platform/http/compressed-response';
import { pickLocale } from '../../shared/locale';
import { WebBuild } from '../shared/web-build';
import { chatPage } from './chat-page.content';

/** The page on which people talk to the assistant, signed in or not, and the files that it loads. */
@Controller('chat')
export class ChatPageController extends BuiltPage {
  protected readonly build: WebBuild;

  constructor(
    private readonly visitors: PageVisitors,
    @Inject(ENVIRONMENT)
    private readonly settings: Pick<Environment, 'CHATBOT_ANONYMOUS_RETENTION_DAYS' | 'VITE_ORIGIN'>,
  ) {
    super();
    this.build = new WebBuild({
      folder: builtFolder('web/chat'),
      assetsPath: '/chat/assets',
      source: 'chat/main.ts',
      viteOrigin: settings.VITE_ORIGIN,
    });
  }

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const user = await this.visitors.visitor(request, response);
    const { lang } = request.query;
    const locale = pickLocale(typeof lang === 'string' ? lang : undefined, request.acceptsLanguages());
    const files = this.build.pageFiles([`messages/${locale}.ts`]);
    const retentionDays = this.settings.CHATBOT_ANONYMOUS_RETENTION_DAYS;
    response.set('cache-control', 'no-store').type('html').vary('accept-language');
    await sendCompressed(request, response, chatPage({ locale, files, user, retentionDays }));
  }
}
