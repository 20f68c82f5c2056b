import { Inject, Injectable } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Exchange } from '../../../platform/access/exchange';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';

/** A cookie of the platform: its name, and the path that browsers send it to. */
interface CookieKind {
  readonly name: string;
  readonly path: string;
}

/** The cookie of the session token (specification, section 5.3). */
export const SESSION_COOKIE: CookieKind = { name: 'session', path: '/' };

/** The cookie that binds a login attempt to its browser. */
export const LOGIN_COOKIE: CookieKind = { name: 'login', path: '/api/oauth' };

/** Reads and writes cookies: HttpOnly, SameSite=Lax, and Secure if `PUBLIC_URL` is https. */
@Injectable()
export class Cookies {
  private readonly isSecure: boolean;

  constructor(@Inject(ENVIRONMENT) { PUBLIC_URL }: Environment) {
    this.isSecure = PUBLIC_URL.startsWith('https:');
  }

  /** Returns the cookie's value, or undefined if it is missing or empty. */
  read(exchange: Exchange, { name }: CookieKind): string | undefined {
    const header = exchange.requestHeader('cookie');
    return (header && parseCookie(header)[name]) || undefined;
  }

  write(exchange: Exchange, kind: CookieKind, { value, maxAge }: { value: string; maxAge: number }): void {
    const attributes = { httpOnly: true, sameSite: 'lax', secure: this.isSecure, maxAge } as const;
    exchange.appendResponseHeader('set-cookie', stringifySetCookie({ ...kind, ...attributes, value }));
  }

  clear(exchange: Exchange, kind: CookieKind): void {
    this.write(exchange, kind, { value: '', maxAge: 0 });
  }
}
