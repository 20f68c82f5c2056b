import type { Socket } from 'node:net';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { DatabaseProxy } from '../support/database-proxy';
import { ModelServer } from '../support/model-server';
import { type Platform, startPlatform } from '../support/platform';
import { until } from '../support/until';
import { ChatPage } from './chat-page';
import { Visitor } from './visitor';

/** A proxy between browser and platform that a test can disconnect. */
export class CuttableProxy extends DatabaseProxy {
  private readonly pairs = new Map<Socket, Socket>();
  private isDown = false;

  static to(url: string): Promise<CuttableProxy> {
    return new CuttableProxy(url).listen();
  }

  get origin(): string {
    return new URL(this.url).origin;
  }

  /** Ends all connections, and refuses new ones until `reconnect`. */
  disconnect(): void {
    this.isDown = true;
    for (const client of this.pairs.keys()) client.destroy();
    this.pairs.clear();
  }

  reconnect(): void {
    this.isDown = false;
  }

  /** Discards all further data of the open connections without ending them. New connections work. */
  stall(): void {
    for (const [client, platform] of this.pairs) {
      client.unpipe();
      platform.unpipe();
      client.resume();
      platform.resume();
    }
  }

  protected override connectSockets(client: Socket, platform: Socket): void {
    if (this.isDown) {
      client.destroy();
      return;
    }
    this.pairs.set(client, platform);
    client.pipe(platform);
    platform.pipe(client);
  }
}

export type ChatAccount = Parameters<Platform['session']>[0];

/** A platform with its own database, a scripted model server, and a proxy in front of it. */
export class ChatEnvironment {
  private constructor(
    readonly platform: Platform,
    readonly model: ModelServer,
    readonly proxy: CuttableProxy,
  ) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<ChatEnvironment> {
    const model = await ModelServer.start();
    const platform = await startPlatform({
      CHATBOT_PROVIDER: 'openai',
      OPENAI_BASE_URL: model.baseUrl,
      ...settings,
    });
    return new ChatEnvironment(platform, model, await CuttableProxy.to(await platform.listen()));
  }

  /** Creates a visitor whose requests go through the proxy. @param account to sign in with */
  async createVisitor(
    browser: Browser,
    options: BrowserContextOptions = {},
    account?: ChatAccount,
  ): Promise<{ chat: ChatPage; visitor: Visitor }> {
    const visitor = await Visitor.create(browser, { baseURL: this.proxy.origin, ...options });
    if (account) await this.signIn(visitor, account);
    return { chat: new ChatPage(visitor.page), visitor };
  }

  /** Gives the visitor's browser a session of a new account. */
  async signIn(visitor: Visitor, account: ChatAccount): Promise<void> {
    const value = (await this.platform.session(account)).slice('session='.length);
    await visitor.context.addCookies([{ name: 'session', value, url: this.proxy.origin }]);
  }

  /** Waits until the database has no reply in state `writing`. */
  async waitForAllReplies(): Promise<void> {
    await until('every reply is complete', async () => {
      const writing = await this.platform.database.query<unknown[]>(
        `SELECT FROM message WHERE state = 'writing'`,
      );
      return writing.length === 0;
    });
  }

  async close(): Promise<void> {
    await this.proxy.close();
    await this.platform.close();
    await this.model.close();
  }
}
