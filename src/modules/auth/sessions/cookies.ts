import { Inject, Injectable } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Exchange } from '../../../platform/access/exchange';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';

/** A cookie of ours: its name, and the paths it is sent to. */
export interface CookieKind {
  readonly name: string;
  readonly path: string;
}

/** Specification, section 5.3: the session token's cookie. */
export const SESSION_COOKIE: CookieKind = { name: 'session', path: '/' };

/** Binds a login attempt to the browser that began it. */
export const LOGIN_COOKIE: CookieKind = { name: 'login', path: '/api/oauth' };

/** Reads and writes cookies: HttpOnly, SameSite=Lax, and Secure where the platform is reached by https. */
@Injectable()
export class Cookies {
  private readonly secure: boolean;

  constructor(@Inject(ENVIRONMENT) { PUBLIC_URL }: Environment) {
    this.secure = PUBLIC_URL.startsWith('https:');
  }

  /** The cookie's value; undefined where the browser sent none, or an empty one. */
  read(exchange: Exchange, { name }: CookieKind): string | undefined {
    const header = exchange.requestHeader('cookie');
    return (header && parseCookie(header)[name]) || undefined;
  }

  write(exchange: Exchange, kind: CookieKind, { value, maxAge }: { value: string; maxAge: number }): void {
    const attributes = { httpOnly: true, sameSite: 'lax', secure: this.secure, maxAge } as const;
    exchange.appendResponseHeader('set-cookie', stringifySetCookie({ ...kind, ...attributes, value }));
  }

  clear(exchange: Exchange, kind: CookieKind): void {
    this.write(exchange, kind, { value: '', maxAge: 0 });
  }
}
