import type { Socket } from 'node:net';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { DatabaseLine } from '../support/database-line';
import { ModelServer } from '../support/model-server';
import { type Platform, startPlatform } from '../support/platform';
import { until } from '../support/until';
import { ChatPage } from './chat-page';
import { Visitor } from './visitor';

/** The way from the browser to the platform, which a test can cut. */
export class CuttableLine extends DatabaseLine {
  private readonly pairs = new Map<Socket, Socket>();
  private isDown = false;

  static to(url: string): Promise<CuttableLine> {
    return new CuttableLine(url).listening();
  }

  get origin(): string {
    return new URL(this.url).origin;
  }

  /** Ends every connection, and takes no new one until it is mended. */
  cut(): void {
    this.isDown = true;
    for (const caller of this.pairs.keys()) caller.destroy();
    this.pairs.clear();
  }

  mend(): void {
    this.isDown = false;
  }

  /** Loses what every connection carries from now on, without either side hearing of it; new ones are whole. */
  silence(): void {
    for (const [caller, platform] of this.pairs) {
      caller.unpipe();
      platform.unpipe();
      caller.resume();
      platform.resume();
    }
  }

  protected override join(caller: Socket, platform: Socket): void {
    if (this.isDown) {
      caller.destroy();
      return;
    }
    this.pairs.set(caller, platform);
    caller.pipe(platform);
    platform.pipe(caller);
  }
}

/** Somebody who is signed in. */
export type ChatAccount = Parameters<Platform['session']>[0];

interface Parts {
  readonly platform: Platform;
  readonly model: ModelServer;
  readonly line: CuttableLine;
}

/** A platform for the tests of the chat, whose model does as it is told, on a database of its own. */
export class ChatStage {
  readonly platform: Platform;
  readonly model: ModelServer;
  readonly line: CuttableLine;

  private constructor({ platform, model, line }: Parts) {
    this.platform = platform;
    this.model = model;
    this.line = line;
  }

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<ChatStage> {
    const model = await ModelServer.start();
    const platform = await startPlatform({
      CHATBOT_PROVIDER: 'openai',
      OPENAI_BASE_URL: model.baseUrl,
      ...settings,
    });
    const line = await CuttableLine.to(await platform.listen());
    return new ChatStage({ platform, model, line });
  }

  /** Somebody with a browser of their own, who comes by the line. @param account to be signed in with */
  async arrive(
    browser: Browser,
    options: BrowserContextOptions = {},
    account?: ChatAccount,
  ): Promise<{ chat: ChatPage; visitor: Visitor }> {
    const visitor = await Visitor.arrive(browser, { baseURL: this.line.origin, ...options });
    if (account) await this.signIn(visitor, account);
    return { chat: new ChatPage(visitor.page), visitor };
  }

  /** From now on, the browser has a session of a new account. */
  async signIn(visitor: Visitor, account: ChatAccount): Promise<void> {
    const value = (await this.platform.session(account)).slice('session='.length);
    await visitor.context.addCookies([{ name: 'session', value, url: this.line.origin }]);
  }

  /** Waits until the database has no reply in state `writing`. */
  async allWritten(): Promise<void> {
    await until('every reply is written', async () => {
      const writing = await this.platform.database.query<unknown[]>(
        `SELECT FROM message WHERE state = 'writing'`,
      );
      return writing.length === 0;
    });
  }

  async close(): Promise<void> {
    await this.line.close();
    await this.platform.close();
    await this.model.close();
  }
}
