import { CookieJar } from 'tough-cookie';

/** The response to one request. */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** Address of the redirect, if the response is one. */
  readonly redirect: string | undefined;
}

/**
 * An HTTP client with cookies. It follows redirects only in `follow`, so that a test can change, repeat or leave out
 * any step of a login.
 */
export class Browser {
  readonly jar = new CookieJar();

  /** @param headers of every request */
  constructor(private readonly headers: Readonly<Record<string, string>> = {}) {}

  get(url: string): Promise<Page> {
    return this.request(url, { method: 'GET' });
  }

  /** Sends a form. */
  post(url: string, form: Readonly<Record<string, string>>): Promise<Page> {
    return this.request(url, { method: 'POST', body: new URLSearchParams(form) });
  }

  /** Follows redirects to the last page, or to the first redirect that leaves the origin `within`. */
  async follow(page: Page, { within }: { within?: string } = {}): Promise<Page> {
    let current = page;
    for (let hops = 0; current.redirect !== undefined; hops += 1) {
      if (within !== undefined && new URL(current.redirect).origin !== within) return current;
      if (hops === 20) throw new Error(`Redirected without end: ${current.redirect}`);
      current = await this.get(current.redirect);
    }
    return current;
  }

  /** Returns the value of a cookie for `url`. */
  cookie(url: string, name: string): string | undefined {
    return this.jar.getCookiesSync(url).find((cookie) => cookie.key === name)?.value;
  }

  private async request(url: string, init: RequestInit): Promise<Page> {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...this.headers, cookie: this.jar.getCookieStringSync(url) },
      signal: AbortSignal.timeout(20_000),
    });
    for (const cookie of response.headers.getSetCookie())
      this.jar.setCookieSync(cookie, url, { ignoreError: true });
    const location =
      response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    return {
      url,
      status: response.status,
      headers: response.headers,
      body: await response.text(),
      redirect: location === null ? undefined : new URL(location, url).href,
    };
  }
}
