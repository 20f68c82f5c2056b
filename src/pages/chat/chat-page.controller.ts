import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PageUserService } from '../../modules/auth';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { BuiltPageController } from '../shared/built-page.controller';
import { CompressibleTexts, sendCompressed } from '../../platform/http/compressed-response';
import { ONE_CHAT_PAGE } from '../../platform/limits/call-limits';
import { CountedAs } from '../../platform/routes/counted-as';
import { readLocale } from '../../platform/http/page-locale';
import type { WebBuild } from '../shared/web-build';
import { ChatBuilds } from './chat-builds';
import { CHAT_PATH } from './chat-manifest';
import { renderChatPage } from './chat-page.content';

/** Serves the chat page, with or without a session, and its assets. */
@Controller(CHAT_PATH)
export class ChatPageController extends BuiltPageController {
  protected readonly build: WebBuild;
  private readonly texts = new CompressibleTexts();

  constructor(
    private readonly users: PageUserService,
    builds: ChatBuilds,
    @Inject(ENVIRONMENT)
    private readonly settings: Pick<Environment, 'CHATBOT_ANONYMOUS_RETENTION_DAYS'>,
  ) {
    super();
    this.build = builds.page;
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
