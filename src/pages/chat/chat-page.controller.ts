import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PageUserService } from '../../modules/auth';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { builtFolder } from '../../platform/config/installation';
import { BuiltPageController } from '../shared/built-page.controller';
import { CompressibleTexts, sendCompressed } from '../../platform/http/compressed-response';
import { ONE_CHAT_PAGE } from '../../platform/limits/call-limits';
import { CountedAs } from '../../platform/routes/counted-as';
import { readLocale } from '../../platform/http/page-locale';
import { WebBuild } from '../shared/web-build';
import { renderChatPage } from './chat-page.content';

/** Serves the chat page, with or without a session, and its assets. */
@Controller('chat')
export class ChatPageController extends BuiltPageController {
  protected readonly build: WebBuild;
  private readonly texts = new CompressibleTexts();

  constructor(
    private readonly users: PageUserService,
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
  @CountedAs(ONE_CHAT_PAGE)
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const user = await this.users.findUser(request, response, ONE_CHAT_PAGE);
    const locale = readLocale(request);
    const files = this.build.listPageFiles([`i18n/messages/${locale}.ts`]);
    const retentionDays = this.settings.CHATBOT_ANONYMOUS_RETENTION_DAYS;
    response.set('cache-control', 'no-store').type('html').vary('accept-language');
    const page = renderChatPage({ locale, files, user, retentionDays });
    // A person's page is nobody else's, and does not stay in memory.
    await sendCompressed(request, response, user ? page : this.texts.get(page));
  }
}
