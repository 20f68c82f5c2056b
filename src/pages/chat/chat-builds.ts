import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { builtFolder } from '../../platform/config/installation';
import { WebBuild } from '../shared/web-build';

/** The built files of the chat page and of its service worker. */
@Injectable()
export class ChatBuilds {
  readonly page: WebBuild;
  /** Undefined with Vite's development server: a cached page would hide changes. */
  readonly worker: WebBuild | undefined;

  constructor(@Inject(ENVIRONMENT) { VITE_ORIGIN }: Pick<Environment, 'VITE_ORIGIN'>) {
    this.page = new WebBuild({
      folder: builtFolder('web/chat'),
      assetsPath: '/chat/assets',
      source: 'chat/main.ts',
      viteOrigin: VITE_ORIGIN,
    });
    this.worker =
      VITE_ORIGIN === undefined
        ? new WebBuild({
            folder: builtFolder('web/chat-worker'),
            assetsPath: '/chat/worker',
            source: 'chat-worker/main.ts',
            viteOrigin: undefined,
          })
        : undefined;
  }
}
