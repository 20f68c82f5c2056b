import type { Browser, BrowserContextOptions } from 'playwright-core';
import { type LoginPlatform, startLoginPlatform } from '../modules/auth/login/login-platform';
import { Visitor, startChromium } from './visitor';

/** What the run's portal names in its tokens. */
const OAUTH_AUDIENCE = 'http://localhost:3000';

/** A platform of its own with a portal: what the reference page sends is not in the figures that other suites compare. */
export class ReferenceStage {
  private constructor(
    private readonly browser: Browser,
    private readonly platform: LoginPlatform,
  ) {}

  get origin(): string {
    return this.platform.origin;
  }

  static async start(): Promise<ReferenceStage> {
    const [browser, platform] = await Promise.all([startChromium(), startLoginPlatform({ OAUTH_AUDIENCE })]);
    return new ReferenceStage(browser, platform);
  }

  arrive(options: BrowserContextOptions = {}): Promise<Visitor> {
    return Visitor.arrive(this.browser, { baseURL: this.origin, ...options });
  }

  async signedIn(username: string, options: BrowserContextOptions = {}): Promise<Visitor> {
    const { visitor } = await Visitor.signedIn(this.browser, username, { baseURL: this.origin, ...options });
    return visitor;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.platform.close();
  }
}
