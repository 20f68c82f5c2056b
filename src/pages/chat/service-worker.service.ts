import { createHash } from 'node:crypto';
import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { CompressibleText } from '../../platform/http/compressed-response';
import { LOCALES, type Locale } from '../../shared/locale';
import type { WorkerBuild } from '../../shared/worker-build';
import { ChatBuilds } from './chat-builds';
import { CHAT_PATH } from './chat-manifest';
import { renderChatPage } from './chat-page.content';

/** What the service worker of the chat stores: the worker itself, and the page without an account in each language. */
interface OfflineCopy {
  /** Changes with every file and page that is stored. */
  readonly version: string;
  readonly script: CompressibleText;
  readonly pages: ReadonlyMap<Locale, CompressibleText>;
}

/** Composes the service worker of the chat, and the pages that it stores. */
@Injectable()
export class ServiceWorkerService {
  private copy: OfflineCopy | undefined;

  constructor(
    private readonly builds: ChatBuilds,
    @Inject(ENVIRONMENT)
    private readonly settings: Pick<Environment, 'CHATBOT_ANONYMOUS_RETENTION_DAYS'>,
  ) {}

  /** Returns the script. @throws NotFoundException with Vite's development server */
  getScript(): CompressibleText {
    return this.getCopy().script;
  }

  /**
   * Returns the page for a browser without a connection.
   * @param version of the worker that stores the page: with one of another version, its files would be missing
   * @throws NotFoundException if this is another version, or with Vite's development server
   */
  getPage(locale: Locale, version: string | undefined): CompressibleText {
    const copy = this.getCopy();
    const page = copy.pages.get(locale);
    if (version !== copy.version || !page)
      throw new NotFoundException('This version is not served any more.');
    return page;
  }

  private getCopy(): OfflineCopy {
    this.copy ??= this.compose();
    return this.copy;
  }

  private compose(): OfflineCopy {
    const { page, worker } = this.builds;
    if (!worker) throw new NotFoundException('There is no service worker in development.');
    const pages = new Map(LOCALES.map((locale) => [locale, this.renderPage(locale)]));
    const code = worker.readEntry();
    const files = page.listAllFiles();
    const version = createHash('sha256')
      .update(JSON.stringify([code, files, [...pages]]))
      .digest('hex')
      .slice(0, 16);
    const build: WorkerBuild = {
      version,
      files,
      pages: Object.fromEntries(
        LOCALES.map((locale) => [locale, `${CHAT_PATH}/offline?lang=${locale}&version=${version}`]),
      ),
    };
    return {
      version,
      script: new CompressibleText(`const BUILD = ${JSON.stringify(build)};\n${code}`),
      pages: new Map([...pages].map(([locale, text]) => [locale, new CompressibleText(text)])),
    };
  }

  private renderPage(locale: Locale): string {
    return renderChatPage({
      locale,
      files: this.builds.page.listPageFiles([`i18n/messages/${locale}.ts`]),
      user: undefined,
      retentionDays: this.settings.CHATBOT_ANONYMOUS_RETENTION_DAYS,
    });
  }
}
