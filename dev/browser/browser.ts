import { CookieJar } from 'tough-cookie';

/** What came back for one request. */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** Where it sends the browser, if it does. */
  readonly redirect: string | undefined;
}

/**
 * As much of a browser as a login takes: cookies are kept, and a redirect is followed only when told to, so that a
 * test can stop before any step, change it, or take it twice.
 */
export class Browser {
  readonly jar = new CookieJar();

  get(url: string): Promise<Page> {
    return this.request(url, { method: 'GET' });
  }

  /** Sends a form. */
  post(url: string, form: Readonly<Record<string, string>>): Promise<Page> {
    return this.request(url, { method: 'POST', body: new URLSearchParams(form) });
  }

  /** Follows redirects to the page at their end, or to the first that leaves the origin `within`. */
  async follow(page: Page, { within }: { within?: string } = {}): Promise<Page> {
    let current = page;
    for (let hops = 0; current.redirect !== undefined; hops += 1) {
      if (within !== undefined && new URL(current.redirect).origin !== within) return current;
      if (hops === 20) throw new Error(`Redirected without end: ${current.redirect}`);
      current = await this.get(current.redirect);
    }
    return current;
  }

  /** Value of a cookie that would be sent to `url`. */
  cookie(url: string, name: string): string | undefined {
    return this.jar.getCookiesSync(url).find((cookie) => cookie.key === name)?.value;
  }

  private async request(url: string, init: RequestInit): Promise<Page> {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { cookie: this.jar.getCookieStringSync(url) },
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
