import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { logIn } from '../../dev/login/login-flow';
import { sharedStack } from './shared-stack';

/** Logs violations of the content security policy at once; Chromium itself logs them later. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  console.error('security policy: ' + violatedDirective + ' ' + blockedURI);
});`;

/** A browser context with its own cookies, which records the errors of its page. */
export class BrowserSession {
  /** Console messages and script errors, violations of the security policy, and requests to other origins. */
  readonly pageErrors: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly baseUrl: string,
  ) {
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.pageErrors.push(message.text());
    });
    page.on('pageerror', (error) => this.pageErrors.push(error.message));
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== 'data:' && protocol !== 'blob:' && origin !== baseUrl)
        this.pageErrors.push(`another origin: ${request.url()}`);
    });
  }

  static async create(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserSession> {
    const { baseURL = sharedStack().baseUrl } = options;
    const context = await browser.newContext({
      baseURL,
      viewport: { width: 1280, height: 900 },
      locale: 'en-GB',
      timezoneId: 'Africa/Nairobi',
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(20_000);
    await context.addInitScript(REPORT_VIOLATIONS);
    return new BrowserSession(context, await context.newPage(), baseURL);
  }

  /** Replaces the account's session by one of another account. */
  async signInAs(username: string): Promise<void> {
    const { baseUrl } = this;
    const token = await logIn({ baseUrl, username });
    await this.context.addCookies([{ name: 'session', value: token, url: baseUrl }]);
  }

  /** Signs in on the portal's page, and allows access to the account. */
  async submitLoginForm(username: string): Promise<void> {
    await this.page.locator('#username').fill(username);
    await this.page.locator('#password').fill(`${username}-demo`);
    await this.page.locator('form.login button').click();
    await this.page.locator('form.allow button').click();
  }

  /** Returns the value of the session cookie; empty without one. */
  async token(): Promise<string> {
    const cookies = await this.context.cookies();
    return cookies.find(({ name }) => name === 'session')?.value ?? '';
  }
}
