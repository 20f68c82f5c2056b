import { BadRequestException, Injectable, UnauthorizedException } from '@nestjs/common';
import { LOGIN_REQUIRED } from '../../../platform/access/assert-access';
import type { Caller } from '../../../platform/access/caller';
import type { Exchange } from '../../../platform/access/exchange';
import { Cookies, SESSION_COOKIE } from './cookies';
import { hashOf } from './secret';
import { SessionStore } from './session.store';

/** Creates, finds and ends the sessions of browsers, which have the token in a cookie. */
@Injectable()
export class BrowserSessionsService {
  constructor(
    private readonly sessions: SessionStore,
    private readonly cookies: Cookies,
  ) {}

  /** Returns whether the request has a session cookie, valid or not. */
  hasSessionCookie(exchange: Exchange): boolean {
    return this.cookies.read(exchange, SESSION_COOKIE) !== undefined;
  }

  /**
   * Returns the caller of the session cookie, or null without a cookie.
   * @throws UnauthorizedException if the session is not valid; the cookie is cleared
   */
  async findCaller(exchange: Exchange): Promise<Caller | null> {
    const token = this.cookies.read(exchange, SESSION_COOKIE);
    if (token === undefined) return null;
    const caller = await this.sessions.find(token);
    if (caller) return caller;
    this.cookies.clear(exchange, SESSION_COOKIE);
    throw new UnauthorizedException(LOGIN_REQUIRED);
  }

  /** Creates a session, sets its cookie, and deletes the browser's previous session. */
  async logIn(accountId: string, exchange: Exchange): Promise<void> {
    const previousToken = this.cookies.read(exchange, SESSION_COOKIE);
    if (previousToken !== undefined) await this.sessions.delete(hashOf(previousToken));
    const token = await this.sessions.create(accountId);
    this.cookies.write(exchange, SESSION_COOKIE, { value: token, maxAge: this.sessions.absoluteSeconds });
  }

  /**
   * Deletes the caller's session and clears its cookie.
   * @throws BadRequestException if the caller has an access token instead of a session
   */
  async logOut({ sessionId }: Caller, exchange: Exchange): Promise<void> {
    if (sessionId === null)
      throw new BadRequestException('a token has no session to end: it expires by itself');
    await this.sessions.delete(sessionId);
    this.cookies.clear(exchange, SESSION_COOKIE);
  }
}
