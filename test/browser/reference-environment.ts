import type { Browser, BrowserContextOptions } from 'playwright-core';
import { type LoginPlatform, startLoginPlatform } from '../modules/auth/login/login-platform';
import { Visitor, startChromium } from './visitor';

/** The audience of the test portal's tokens. */
const OAUTH_AUDIENCE = 'http://localhost:3000';

/** A separate platform with a portal, because the calls of the reference page would change the figures of other suites. */
export class ReferenceEnvironment {
  private constructor(
    private readonly browser: Browser,
    private readonly platform: LoginPlatform,
  ) {}

  get origin(): string {
    return this.platform.origin;
  }

  static async start(): Promise<ReferenceEnvironment> {
    const [browser, platform] = await Promise.all([startChromium(), startLoginPlatform({ OAUTH_AUDIENCE })]);
    return new ReferenceEnvironment(browser, platform);
  }

  createVisitor(options: BrowserContextOptions = {}): Promise<Visitor> {
    return Visitor.create(this.browser, { baseURL: this.origin, ...options });
  }

  async createSignedInVisitor(username: string, options: BrowserContextOptions = {}): Promise<Visitor> {
    const { visitor } = await Visitor.createSignedIn(this.browser, username, {
      baseURL: this.origin,
      ...options,
    });
    return visitor;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.platform.close();
  }
}
