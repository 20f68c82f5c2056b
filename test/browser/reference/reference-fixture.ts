import type { BrowserContextOptions, Page } from 'playwright-core';
import { type LoginPlatform, startLoginPlatform } from '../../modules/auth/login/login-platform';
import type { BrowserSession } from '../browser-session';
import { SuiteBrowser } from '../suite-browser';
import { ReferencePage } from './reference-page';

/** The audience of the test portal's tokens. */
const OAUTH_AUDIENCE = 'http://localhost:3000';

interface UserOptions extends BrowserContextOptions {
  /** Anonymous without one. */
  readonly username?: string;
}

interface ReferenceUser {
  readonly browserSession: BrowserSession;
  readonly page: Page;
  readonly reference: ReferencePage;
}

/**
 * Registers the hooks of a reference suite: one Chromium, and a separate platform with a portal, because the calls of the
 * reference page would change the figures of other suites.
 */
export class ReferenceFixture extends SuiteBrowser {
  private platform: LoginPlatform | undefined;

  constructor() {
    super();
    beforeAll(async () => {
      this.platform = await startLoginPlatform({ OAUTH_AUDIENCE });
    });
    afterAll(async () => {
      await this.platform?.close();
    });
  }

  get origin(): string {
    if (!this.platform) throw new Error('the platform is started before the tests, not before the suite');
    return this.platform.origin;
  }

  /** Creates a user who has not opened the page. */
  async createUser({ username, ...options }: UserOptions = {}): Promise<ReferenceUser> {
    const browserSession = await this.createSession({ baseURL: this.origin, ...options });
    if (username !== undefined) await browserSession.signInAs(username);
    const { page } = browserSession;
    return { browserSession, page, reference: new ReferencePage(page) };
  }
}
