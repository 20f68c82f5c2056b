import { BadRequestException, Injectable, UnauthorizedException } from '@nestjs/common';
import { LOGIN_REQUIRED } from '../../../platform/access/assert-access';
import type { Caller } from '../../../platform/access/caller';
import type { Exchange } from '../../../platform/access/exchange';
import { Cookies, SESSION_COOKIE } from './cookies';
import { hashOf } from './secret';
import { SessionStore } from './session.store';

/** Sessions as browsers hold them, in a cookie: begun, recognised and ended. */
@Injectable()
export class BrowserSessions {
  constructor(
    private readonly sessions: SessionStore,
    private readonly cookies: Cookies,
  ) {}

  /** Whether a browser sends a session, valid or not. */
  isPresented(exchange: Exchange): boolean {
    return this.cookies.read(exchange, SESSION_COOKIE) !== undefined;
  }

  /** A session that is presented and not valid is refused, and the browser forgets it. */
  async resolve(exchange: Exchange): Promise<Caller | null> {
    const token = this.cookies.read(exchange, SESSION_COOKIE);
    if (token === undefined) return null;
    const caller = await this.sessions.find(token);
    if (caller) return caller;
    this.cookies.clear(exchange, SESSION_COOKIE);
    throw new UnauthorizedException(LOGIN_REQUIRED);
  }

  /** Begins a new session for a browser and ends the one it had. */
  async logIn(accountId: string, exchange: Exchange): Promise<void> {
    const previous = this.cookies.read(exchange, SESSION_COOKIE);
    if (previous !== undefined) await this.sessions.delete(hashOf(previous));
    const token = await this.sessions.create(accountId);
    this.cookies.write(exchange, SESSION_COOKIE, { value: token, maxAge: this.sessions.absoluteSeconds });
  }

  /**
   * Ends a session, and has its browser forget it.
   * @throws BadRequestException for a caller without one
   */
  async logOut({ sessionId }: Caller, exchange: Exchange): Promise<void> {
    if (sessionId === null)
      throw new BadRequestException('a token has no session to end: it expires by itself');
    await this.sessions.delete(sessionId);
    this.cookies.clear(exchange, SESSION_COOKIE);
  }
}
