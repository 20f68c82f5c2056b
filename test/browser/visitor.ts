import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium,
} from 'playwright-core';
import { CHROMIUM_OPTIONS } from '../../dev/browser/chromium';
import { logIn } from '../../dev/browser/login-flow';
import { sharedStack } from './shared-stack';

export function startChromium(): Promise<Browser> {
  return chromium.launch(CHROMIUM_OPTIONS);
}

/** Logs violations of the content security policy at once; Chromium itself logs them later. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  console.error('security policy: ' + violatedDirective + ' ' + blockedURI);
});`;

/** A browser context with its own cookies, which records the errors of its page. */
export class Visitor {
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

  static async create(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
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
    return new Visitor(context, await context.newPage(), baseURL);
  }

  /** Creates a visitor with a session. @returns the visitor, and the value of the session cookie */
  static async createSignedIn(
    browser: Browser,
    username: string,
    options: BrowserContextOptions = {},
  ): Promise<{ visitor: Visitor; token: string }> {
    const visitor = await Visitor.create(browser, options);
    return { visitor, token: await visitor.signInAs(username) };
  }

  /** Replaces the session by one of another account. @returns the value of the session cookie */
  async signInAs(username: string): Promise<string> {
    const { baseUrl } = this;
    const token = await logIn({ baseUrl, username });
    await this.context.addCookies([{ name: 'session', value: token, url: baseUrl }]);
    return token;
  }
}
