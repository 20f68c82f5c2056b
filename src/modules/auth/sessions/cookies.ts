import { BadRequestException, Inject, Injectable } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Exchange } from '../../../platform/access/exchange';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';

/** A cookie of the platform on http: its name, and the path that browsers send it to. */
interface CookieKind {
  readonly name: string;
  readonly path: string;
  /** Whether the name without the prefix is accepted on https too. */
  readonly isForScripts: boolean;
}

/** The cookie of the session token. Scripts send it under this name (specification, section 5.3). */
export const SESSION_COOKIE: CookieKind = { name: 'session', path: '/', isForScripts: true };

/** The cookie that binds a login attempt to its browser. */
export const LOGIN_COOKIE: CookieKind = { name: 'login', path: '/api/oauth', isForScripts: false };

/** The cookie with the language of the page that the browser's last login comes from. */
export const LOGIN_LANGUAGE_COOKIE: CookieKind = {
  name: 'login_language',
  path: '/api/oauth',
  isForScripts: false,
};

/** Browsers accept a cookie with this prefix only from its own host, on https, for all paths (RFC 6265bis, section 4.1.3). */
const PREFIX = '__Host-';

/** Reads and writes cookies: HttpOnly and SameSite=Lax; if `PUBLIC_URL` is https, also Secure, with the prefix `__Host-`. */
@Injectable()
export class Cookies {
  private readonly isSecure: boolean;

  constructor(@Inject(ENVIRONMENT) { PUBLIC_URL }: Environment) {
    this.isSecure = PUBLIC_URL.startsWith('https:');
  }

  /**
   * Returns the cookie's value, or undefined if it is missing or empty. The name with the prefix has priority, because other
   * hosts of the site can set the one without.
   * @throws BadRequestException if the request has several values, of which any may be another host's
   */
  read(exchange: Exchange, kind: CookieKind): string | undefined {
    const { name, values } = this.find(exchange, kind);
    const [value, ...others] = values;
    if (others.length === 0) return value;
    throw new BadRequestException(
      `Cookie: two cookies are named ${name}; send one, or delete this site’s cookies in the browser`,
    );
  }

  /** Returns the cookie's value like `read`, but undefined if there are several. */
  readIfSingle(exchange: Exchange, kind: CookieKind): string | undefined {
    const { values } = this.find(exchange, kind);
    return values.length === 1 ? values[0] : undefined;
  }

  /** Sets the cookie. On https, it also clears the one without the prefix, which earlier versions have set. */
  write(exchange: Exchange, kind: CookieKind, content: CookieContent): void {
    this.set(exchange, this.isSecure ? prefixed(kind) : kind, content);
    if (this.isSecure && kind.isForScripts) this.set(exchange, kind, CLEARED);
  }

  /** Clears the cookie under each name that it can have in a browser. */
  clear(exchange: Exchange, kind: CookieKind): void {
    this.write(exchange, kind, CLEARED);
  }

  /** Returns the values that are not empty, and their name. */
  private find(exchange: Exchange, kind: CookieKind): { name: string; values: readonly string[] } {
    const header = exchange.requestHeader('cookie') ?? '';
    const ownName = this.isSecure || kind.isForScripts ? prefixed(kind).name : kind.name;
    const own = valuesOf(header, ownName);
    if (own.length > 0 || !kind.isForScripts) return { name: ownName, values: own };
    return { name: kind.name, values: valuesOf(header, kind.name) };
  }

  private set(exchange: Exchange, { name, path }: Pick<CookieKind, 'name' | 'path'>, content: CookieContent) {
    const attributes = { httpOnly: true, sameSite: 'lax', secure: this.isSecure } as const;
    exchange.appendResponseHeader(
      'set-cookie',
      stringifySetCookie({ name, path, ...attributes, ...content }),
    );
  }
}

interface CookieContent {
  readonly value: string;
  /** In seconds. */
  readonly maxAge: number;
}

const CLEARED: CookieContent = { value: '', maxAge: 0 };

function prefixed({ name }: CookieKind): Pick<CookieKind, 'name' | 'path'> {
  return { name: `${PREFIX}${name}`, path: '/' };
}

/** Each pair is parsed by itself: of a whole header, the library returns only the first value of a name. */
function valuesOf(header: string, name: string): string[] {
  return header.split(';').flatMap((pair) => {
    if (!pair.includes(name)) return [];
    return parseCookie(pair)[name] || [];
  });
}
