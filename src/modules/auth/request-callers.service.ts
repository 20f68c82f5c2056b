import { BadRequestException, Injectable } from '@nestjs/common';
import { TWO_CREDENTIALS } from '../../platform/access/assert-access';
import type { Caller, CallerResolver } from '../../platform/access/caller';
import type { Exchange } from '../../platform/access/exchange';
import { BrowserSessions } from './sessions/browser-sessions.service';
import { BearerTokens } from './tokens/bearer-tokens.service';

/** Who calls: a person by the session of their browser, or a machine by its access token. Never both. */
@Injectable()
export class RequestCallers implements CallerResolver {
  constructor(
    private readonly sessions: BrowserSessions,
    private readonly tokens: BearerTokens,
  ) {}

  async resolve(exchange: Exchange): Promise<Caller | null> {
    const token = this.tokens.read(exchange);
    if (token === undefined) return this.sessions.resolve(exchange);
    if (this.sessions.isPresented(exchange)) {
      throw new BadRequestException(TWO_CREDENTIALS);
    }
    return this.tokens.callerOf(token, exchange);
  }

  logOut(caller: Caller, exchange: Exchange): Promise<void> {
    return this.sessions.logOut(caller, exchange);
  }
}
