import { BadRequestException, Injectable } from '@nestjs/common';
import { LoginRequiredException } from '../../../platform/access/access-refusals';
import type { Caller } from '../../../platform/access/caller';
import type { Exchange } from '../../../platform/access/exchange';
import { LoggedAccountService } from '../accounts/logged-account.service';
import { PortalLogoutService } from '../portal/portal-logout.service';
import type { PortalTokens } from '../portal/portal-tokens';
import { Cookies, SESSION_COOKIE } from './cookies';
import { hashOf, isSecret } from './secret';
import { SessionStore } from './session.store';

/** A login at the portal. */
interface Login {
  readonly accountId: string;
  readonly portalTokens: PortalTokens;
}

interface ListedSession {
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
  /** ISO 8601 in UTC; up to a minute before the last call. */
  readonly lastSeenAt: string;
  /** Whether it is the caller's. */
  readonly current: boolean;
}

/** Creates, finds and ends the sessions of browsers, which have the token in a cookie. */
@Injectable()
export class BrowserSessionsService {
  constructor(
    private readonly sessions: SessionStore,
    private readonly cookies: Cookies,
    private readonly portal: PortalLogoutService,
    private readonly loggedAccount: LoggedAccountService,
  ) {}

  /** Returns the token in the session cookie, which may not be valid; undefined without a cookie. */
  readToken(exchange: Exchange): string | undefined {
    return this.cookies.read(exchange, SESSION_COOKIE);
  }

  /**
   * Returns the caller of the token in the session cookie.
   * @throws LoginRequiredException if the session is not valid; the cookie is cleared
   */
  async findCaller(token: string, exchange: Exchange): Promise<Caller> {
    const caller = await this.sessions.find(token);
    if (caller) return caller;
    this.cookies.clear(exchange, SESSION_COOKIE);
    throw new LoginRequiredException(isSecret(token) ? 'expired' : 'malformed');
  }

  /** Creates a session, sets its cookie, and deletes the browser's previous session. */
  async logIn({ accountId, portalTokens }: Login, exchange: Exchange): Promise<void> {
    // Another host of the site may have set a second cookie. That must not stop a login.
    const previousToken = this.cookies.readIfSingle(exchange, SESSION_COOKIE);
    if (previousToken !== undefined) await this.sessions.delete(hashOf(previousToken));
    const token = await this.sessions.create(accountId, portalTokens);
    this.loggedAccount.set(accountId);
    this.cookies.write(exchange, SESSION_COOKIE, { value: token, maxAge: this.sessions.absoluteSeconds });
  }

  /** Returns the sessions of the caller's account that have not ended, the last used first. */
  async list({ userId, sessionId }: Caller): Promise<ListedSession[]> {
    const sessions = await this.sessions.list(userId);
    return sessions.map(({ tokenHash, createdAt, lastSeenAt }) => ({
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      current: tokenHash === sessionId,
    }));
  }

  /**
   * Ends the caller's session, also at the portal, and clears its cookie.
   * @throws BadRequestException if the caller has an access token instead of a session
   */
  async logOut({ sessionId }: Caller, exchange: Exchange): Promise<void> {
    assertSession(sessionId);
    const portalTokens = await this.sessions.delete(sessionId);
    await this.endAtBrowserAndPortal(portalTokens, exchange);
  }

  /**
   * Ends all sessions of the caller's account, and the caller's at the portal; clears the cookie.
   * @throws BadRequestException if the caller has an access token instead of a session
   */
  async logOutEverywhere({ userId, sessionId }: Caller, exchange: Exchange): Promise<void> {
    assertSession(sessionId);
    const portalTokens = await this.sessions.deleteAll(userId, sessionId);
    await this.endAtBrowserAndPortal(portalTokens, exchange);
  }

  private async endAtBrowserAndPortal(portalTokens: Buffer | null, exchange: Exchange): Promise<void> {
    const token = this.cookies.read(exchange, SESSION_COOKIE);
    this.cookies.clear(exchange, SESSION_COOKIE);
    if (portalTokens !== null && token !== undefined) await this.portal.logOut(portalTokens, token);
  }
}

function assertSession(sessionId: string | null): asserts sessionId is string {
  if (sessionId === null)
    throw new BadRequestException('a token has no session to end: it expires by itself');
}
