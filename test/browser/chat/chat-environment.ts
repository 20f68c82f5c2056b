import type { Socket } from 'node:net';
import { DatabaseProxy } from '../../support/database-proxy';
import { ModelServer } from '../../support/model-server';
import { type Platform, startPlatform } from '../../support/platform';
import { until } from '../../support/until';
import type { BrowserSession } from '../browser-session';
import type { ChatPage } from './chat-page';

/** A proxy between browser and platform that a test can disconnect. */
export class CuttableProxy extends DatabaseProxy {
  private readonly pairs = new Map<Socket, Socket>();
  private isDown = false;
  private isHeld = false;

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

  /** Forwards no request, of open and of new connections, until `reconnect`. */
  hold(): void {
    this.isHeld = true;
    for (const [client, platform] of this.pairs) {
      client.unpipe(platform);
      client.pause();
    }
  }

  reconnect(): void {
    this.isDown = false;
    if (!this.isHeld) return;
    this.isHeld = false;
    for (const [client, platform] of this.pairs) client.pipe(platform);
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
    if (!this.isHeld) client.pipe(platform);
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

  /** Gives the browser a session of a new account. */
  async signIn({ context }: BrowserSession, account: ChatAccount): Promise<void> {
    const value = (await this.platform.session(account)).slice('session='.length);
    await context.addCookies([{ name: 'session', value, url: this.proxy.origin }]);
  }

  /** Sends a message and receives the first piece of its reply. @returns a function that releases the rest */
  async receivePartialReply(chat: ChatPage, message: string, pieces: readonly string[]): Promise<() => void> {
    const release = this.model.hold(pieces, 1);
    await chat.send(message);
    await chat.waitForText(pieces[0]?.trim() ?? '');
    return release;
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

  /** Returns the delivered messages of the tab's conversation. */
  async loadQuestions(chat: ChatPage): Promise<string[]> {
    const rows = await this.platform.database.query<{ content: string }[]>(
      `SELECT content FROM message WHERE role = 'user' AND conversation_id = $1 ORDER BY position`,
      [await chat.storedConversation()],
    );
    return rows.map(({ content }) => content);
  }

  /** Deletes the tab's conversation, without the page. */
  async deleteConversation(chat: ChatPage): Promise<void> {
    const id = await chat.storedConversation();
    await this.platform.database.query('DELETE FROM conversation WHERE id = $1', [id]);
  }

  async close(): Promise<void> {
    await this.proxy.close();
    await this.platform.close();
    await this.model.close();
  }
}
