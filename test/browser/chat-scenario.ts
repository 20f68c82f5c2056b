import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { Behaviour } from '../support/model-server';
import type { ChatPage } from './chat-page';
import { type ChatAccount, ChatStage } from './chat-stage';
import { type Visitor, startChromium } from './visitor';

/** Somebody with the chat before them. */
export interface Scene {
  readonly stage: ChatStage;
  readonly visitor: Visitor;
  readonly chat: ChatPage;
  /** Of the account, for who is signed in. */
  readonly email: string;
}

/** No limit for anonymous callers, and model timeouts of 60 s for replies that a test holds. */
const SETTINGS = {
  CHATBOT_ANONYMOUS_PER_MINUTE: '1000',
  OPENAI_TIMEOUT_MS: '60000',
  CHATBOT_DEADLINE_MS: '60000',
};

/**
 * What the suites of the chat share: a stage and a Chromium for all tests of one, and the browsers of the people who come,
 * which are closed after each test, as the line is mended. Is made where the tests are described.
 */
export class ChatScenario {
  private started: { readonly browser: Browser; readonly stage: ChatStage } | undefined;
  private visitors: Visitor[] = [];
  private accounts = 0;

  /** @param settings of the platform that are not those of every chat */
  constructor(settings: Readonly<Record<string, string>> = {}) {
    beforeAll(async () => {
      const [browser, stage] = await Promise.all([
        startChromium(),
        ChatStage.start({ ...SETTINGS, ...settings }),
      ]);
      this.started = { browser, stage };
    });

    afterEach(async () => {
      this.started?.stage.line.mend();
      for (const { context } of this.visitors.splice(0)) await context.close();
    });

    afterAll(async () => {
      await this.started?.browser.close();
      await this.started?.stage.close();
    });
  }

  get stage(): ChatStage {
    return this.running.stage;
  }

  /** Somebody comes who has opened no page yet. @param account to be signed in with */
  async arrive(options: BrowserContextOptions = {}, account?: ChatAccount): Promise<Scene> {
    const { browser, stage } = this.running;
    const arrived = await stage.arrive(browser, options, account);
    this.visitors.push(arrived.visitor);
    return { stage, email: account?.email ?? '', ...arrived };
  }

  /** A stranger opens the page. @param reply what the model does from now on */
  async stranger(reply: Behaviour): Promise<Scene> {
    return this.open(reply);
  }

  /** Somebody who is signed in, with an account of their own in each test, opens the page. @param reply as for a stranger */
  async user(reply: Behaviour): Promise<Scene> {
    this.accounts += 1;
    return this.open(reply, {
      role: 'user',
      name: 'Amina Otieno',
      email: `amina${this.accounts}@example.org`,
    });
  }

  private get running(): { readonly browser: Browser; readonly stage: ChatStage } {
    if (!this.started) throw new Error('nothing is running before the tests have begun');
    return this.started;
  }

  private async open(reply: Behaviour, account?: ChatAccount): Promise<Scene> {
    this.stage.model.behave(reply);
    const scene = await this.arrive({}, account);
    await scene.chat.open();
    return scene;
  }
}
