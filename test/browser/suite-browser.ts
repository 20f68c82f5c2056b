import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { CHROMIUM_OPTIONS } from '../../dev/chromium';
import { BrowserSession } from './browser-session';

/**
 * Registers hooks that start Chromium before the tests of a suite, close the sessions of each test after it, and close
 * Chromium after the suite. A session that is created in `beforeAll` stays open for all tests. Create it inside `describe`.
 */
export class SuiteBrowser {
  private browser: Browser | undefined;
  private sessions: BrowserSession[] = [];

  /** @param args more arguments for Chromium */
  constructor(args: readonly string[] = []) {
    beforeAll(async () => {
      this.browser = await chromium.launch({
        ...CHROMIUM_OPTIONS,
        args: [...(CHROMIUM_OPTIONS.args ?? []), ...args],
      });
    });

    beforeEach(() => {
      this.sessions = [];
    });

    afterEach(async () => {
      for (const { context } of this.sessions) await context.close();
    });

    afterAll(async () => {
      await this.browser?.close();
    });
  }

  async createSession(options: BrowserContextOptions = {}): Promise<BrowserSession> {
    if (!this.browser) throw new Error('Chromium is started before the tests, not before the suite');
    const session = await BrowserSession.create(this.browser, options);
    this.sessions.push(session);
    return session;
  }
}
