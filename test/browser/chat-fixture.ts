import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { Behaviour } from '../support/model-server';
import type { ChatPage } from './chat-page';
import { type ChatAccount, ChatEnvironment } from './chat-environment';
import { type Visitor, startChromium } from './visitor';

export interface ChatVisitor {
  readonly environment: ChatEnvironment;
  readonly visitor: Visitor;
  readonly chat: ChatPage;
  /** The account's e-mail address; empty if the visitor is anonymous. */
  readonly email: string;
}

/** Almost no rate limit for anonymous callers, and model timeouts of 60 s for replies that a test holds. */
const SETTINGS = {
  CHATBOT_ANONYMOUS_PER_MINUTE: '1000',
  OPENAI_TIMEOUT_MS: '60000',
  CHATBOT_DEADLINE_MS: '60000',
};

/**
 * Registers the hooks of a chat suite: starts one environment and one Chromium per suite, closes the visitors' browsers
 * and reconnects the proxy after each test. Create it inside `describe`.
 */
export class ChatFixture {
  private started: { readonly browser: Browser; readonly environment: ChatEnvironment } | undefined;
  private visitors: Visitor[] = [];
  private accountCount = 0;

  /** @param settings that override the default ones */
  constructor(settings: Readonly<Record<string, string>> = {}) {
    beforeAll(async () => {
      const [browser, environment] = await Promise.all([
        startChromium(),
        ChatEnvironment.start({ ...SETTINGS, ...settings }),
      ]);
      this.started = { browser, environment };
    });

    afterEach(async () => {
      this.started?.environment.proxy.reconnect();
      for (const { context } of this.visitors.splice(0)) await context.close();
    });

    afterAll(async () => {
      await this.started?.browser.close();
      await this.started?.environment.close();
    });
  }

  get environment(): ChatEnvironment {
    return this.running.environment;
  }

  /** Creates a visitor who has not opened the page. @param account to sign in with */
  async createVisitor(options: BrowserContextOptions = {}, account?: ChatAccount): Promise<ChatVisitor> {
    const { browser, environment } = this.running;
    const created = await environment.createVisitor(browser, options, account);
    this.visitors.push(created.visitor);
    return { environment, email: account?.email ?? '', ...created };
  }

  /** Opens the page anonymously. @param reply the model's behaviour */
  async openAnonymous(reply: Behaviour): Promise<ChatVisitor> {
    return this.open(reply);
  }

  /** Opens the page signed in, with a new account for each call. @param reply the model's behaviour */
  async openSignedIn(reply: Behaviour): Promise<ChatVisitor> {
    this.accountCount += 1;
    return this.open(reply, {
      role: 'user',
      name: 'Amina Otieno',
      email: `amina${this.accountCount}@example.org`,
    });
  }

  private get running(): { readonly browser: Browser; readonly environment: ChatEnvironment } {
    if (!this.started) throw new Error('nothing is running before the tests have begun');
    return this.started;
  }

  private async open(reply: Behaviour, account?: ChatAccount): Promise<ChatVisitor> {
    this.environment.model.behave(reply);
    const visitor = await this.createVisitor({}, account);
    await visitor.chat.open();
    return visitor;
  }
}
