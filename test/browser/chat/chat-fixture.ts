import type { BrowserContextOptions } from 'playwright-core';
import type { Behaviour } from '../../support/model-server';
import type { BrowserSession } from '../browser-session';
import { SuiteBrowser } from '../suite-browser';
import { type ChatAccount, ChatEnvironment } from './chat-environment';
import { ChatPage } from './chat-page';

export interface ChatUser {
  readonly environment: ChatEnvironment;
  readonly browserSession: BrowserSession;
  readonly chat: ChatPage;
  /** The account's e-mail address; empty if the user is anonymous. */
  readonly email: string;
}

/** Almost no rate limit for anonymous callers, and model timeouts of 60 s for replies that a test holds. */
const SETTINGS = {
  CHATBOT_ANONYMOUS_PER_MINUTE: '1000',
  OPENAI_TIMEOUT_MS: '60000',
  CHATBOT_DEADLINE_MS: '60000',
};

/** Registers the hooks of a chat suite: one Chromium and one environment, and reconnects the proxy after each test. */
export class ChatFixture extends SuiteBrowser {
  private started: ChatEnvironment | undefined;
  private accountCount = 0;

  /** @param settings that override the default ones */
  constructor(settings: Readonly<Record<string, string>> = {}) {
    super();
    beforeAll(async () => {
      this.started = await ChatEnvironment.start({ ...SETTINGS, ...settings });
    });
    afterEach(() => this.started?.proxy.reconnect());
    afterAll(() => this.started?.close());
  }

  get environment(): ChatEnvironment {
    if (!this.started) throw new Error('the environment is started before the tests, not before the suite');
    return this.started;
  }

  /** Creates a user who has not opened the page; requests go through the proxy. @param account to sign in with */
  async createUser(options: BrowserContextOptions = {}, account?: ChatAccount): Promise<ChatUser> {
    const { environment } = this;
    const browserSession = await this.createSession({
      baseURL: environment.proxy.origin,
      timezoneId: 'UTC',
      ...options,
    });
    if (account) await environment.signIn(browserSession, account);
    const chat = new ChatPage(browserSession.page);
    return { environment, browserSession, chat, email: account?.email ?? '' };
  }

  /** Creates a user who has opened the page. @param account to sign in with */
  async openUser(options: BrowserContextOptions = {}, account?: ChatAccount): Promise<ChatUser> {
    const user = await this.createUser(options, account);
    await user.chat.open();
    return user;
  }

  /** Opens the page anonymously. @param reply the model's behaviour */
  async openAnonymous(reply: Behaviour): Promise<ChatUser> {
    return this.open(reply);
  }

  /** Opens the page signed in, with a new account for each call. @param reply the model's behaviour */
  async openSignedIn(reply: Behaviour): Promise<ChatUser> {
    this.accountCount += 1;
    const email = `amina${this.accountCount}@example.org`;
    return this.open(reply, { role: 'user', name: 'Amina Otieno', email });
  }

  private async open(reply: Behaviour, account?: ChatAccount): Promise<ChatUser> {
    this.environment.model.behave(reply);
    return this.openUser({}, account);
  }
}
