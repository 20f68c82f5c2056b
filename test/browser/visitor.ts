import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium,
} from 'playwright-core';
import { CHROMIUM } from '../../dev/browser/chromium';
import { logIn } from '../../dev/browser/login-flow';
import { sharedStack } from './shared-stack';

export function startChromium(): Promise<Browser> {
  return chromium.launch(CHROMIUM);
}

/** Reports of the security policy go to the console too, but not before the page's own code has run. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  console.error('security policy: ' + violatedDirective + ' ' + blockedURI);
});`;

/** A browser of one person: cookies of their own, and all that went wrong on their pages. */
export class Visitor {
  /** Errors in the console and in scripts, what the security policy refused, and requests to other origins. */
  readonly complaints: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly baseUrl: string,
  ) {
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== 'data:' && protocol !== 'blob:' && origin !== baseUrl)
        this.complaints.push(`another origin: ${request.url()}`);
    });
  }

  static async arrive(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
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

  /** Comes signed in, as one who was at the portal before. @returns also the value of the session's cookie */
  static async signedIn(
    browser: Browser,
    username: string,
    options: BrowserContextOptions = {},
  ): Promise<{ visitor: Visitor; token: string }> {
    const visitor = await Visitor.arrive(browser, options);
    return { visitor, token: await visitor.becomes(username) };
  }

  /** Has the session of an account from now on. */
  async becomes(username: string): Promise<string> {
    const { baseUrl } = this;
    const token = await logIn({ baseUrl, username });
    await this.context.addCookies([{ name: 'session', value: token, url: baseUrl }]);
    return token;
  }
}
