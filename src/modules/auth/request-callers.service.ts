import { BadRequestException, Injectable } from '@nestjs/common';
import { TWO_CREDENTIALS } from '../../platform/access/assert-access';
import type { Caller, CallerResolver } from '../../platform/access/caller';
import type { Exchange } from '../../platform/access/exchange';
import { LoggedAccountService } from './accounts/logged-account.service';
import { BrowserSessionsService } from './sessions/browser-sessions.service';
import { BearerTokensService } from './tokens/bearer-tokens.service';

/** Identifies callers: a person by the session cookie, a machine by its access token. */
@Injectable()
export class RequestCallersService implements CallerResolver {
  constructor(
    private readonly sessions: BrowserSessionsService,
    private readonly tokens: BearerTokensService,
    private readonly loggedAccount: LoggedAccountService,
  ) {}

  async resolve(exchange: Exchange): Promise<Caller | null> {
    const caller = await this.identify(exchange);
    if (caller) this.loggedAccount.set(caller.userId);
    return caller;
  }

  private identify(exchange: Exchange): Promise<Caller | null> {
    const token = this.tokens.readToken(exchange);
    if (token === undefined) return this.sessions.findCaller(exchange);
    if (this.sessions.hasSessionCookie(exchange)) throw new BadRequestException(TWO_CREDENTIALS);
    return this.tokens.authenticate(token, exchange);
  }

  logOut(caller: Caller, exchange: Exchange): Promise<void> {
    return this.sessions.logOut(caller, exchange);
  }
}
