import {
  BadRequestException,
  HttpException,
  Inject,
  Injectable,
  RequestTimeoutException,
} from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { LoginRequiredException } from '../../platform/access/access-refusals';
import { TWO_CREDENTIALS } from '../../platform/access/assert-access';
import type { Caller, CallerResolver } from '../../platform/access/caller';
import type { Exchange } from '../../platform/access/exchange';
import { findPageRefusal } from '../../platform/access/page-account';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { CallerAddresses } from '../../platform/http/address';
import { currentRequest } from '../../platform/http/current-request';
import { FairTurns } from '../../platform/limits/fair-turns';
import { TooBusyException } from '../../platform/limits/too-busy.exception';
import { TooManyRequestsException } from '../../platform/limits/too-many-requests.exception';
import type { WorkOwner } from '../../platform/limits/work-owner';
import { PAGE_ACCOUNT_HEADER } from '../../shared/page-account';
import { LoggedAccountService } from './accounts/logged-account.service';
import { BrowserSessionsService } from './sessions/browser-sessions.service';
import { hashOf } from './sessions/secret';
import { BearerTokensService, MAX_TOKEN_LENGTH } from './tokens/bearer-tokens.service';

/** How many valid credentials are remembered. */
const MAX_KNOWN = 20_000;

/** Identifies callers: a person by the session cookie, a machine by its access token. */
@Injectable()
export class RequestCallersService implements CallerResolver {
  /** Kinds and hashes of credentials that were valid when they were last used. Each use is checked; only its turn depends on this. */
  private readonly known = new LRUCache<string, true>({ maxSize: MAX_KNOWN, sizeCalculation: () => 1 });
  private readonly addresses: CallerAddresses;

  constructor(
    private readonly sessions: BrowserSessionsService,
    private readonly tokens: BearerTokensService,
    private readonly loggedAccount: LoggedAccountService,
    private readonly turns: FairTurns,
    @Inject(ENVIRONMENT) environment: Environment,
  ) {
    this.addresses = new CallerAddresses(environment);
  }

  /**
   * Returns the caller as `CallerResolver.resolve`. Credentials that are not known to be valid take a turn of their network
   * first. A page that was made for another account is refused, whatever it calls.
   */
  async resolve(exchange: Exchange): Promise<Caller | null> {
    const caller = await this.identify(exchange);
    const reason = findPageRefusal(exchange.requestHeader(PAGE_ACCOUNT_HEADER), caller);
    if (reason === undefined) return caller;
    await this.waitToRefuse();
    throw new LoginRequiredException(reason);
  }

  private async identify(exchange: Exchange): Promise<Caller | null> {
    const token = this.tokens.readToken(exchange);
    const session = this.sessions.readToken(exchange);
    if (token !== undefined && session !== undefined) throw new BadRequestException(TWO_CREDENTIALS);
    const secret = token ?? session;
    if (secret === undefined) return null;
    const key = keyOf(token === undefined ? 'session' : 'token', secret);
    if (!this.known.get(key)) await this.waitFor((network) => this.turns.takeForCheck(network));
    const check =
      token === undefined
        ? this.sessions.findCaller(secret, exchange)
        : this.tokens.authenticate(token, exchange);
    const caller = await check.catch(async (error: unknown) => {
      if (isRefusal(error)) {
        this.known.delete(key);
        await this.waitToRefuse();
      }
      throw error;
    });
    this.known.set(key, true);
    this.loggedAccount.set(caller.userId);
    return caller;
  }

  logOut(caller: Caller, exchange: Exchange): Promise<void> {
    return this.sessions.logOut(caller, exchange);
  }

  /** The response takes longer than the check: those that were checked at once are not refused at once. */
  private async waitToRefuse(): Promise<void> {
    await this.waitFor((network) => this.turns.takeForRefusal(network)).catch(ignoreFullQueue);
  }

  /**
   * Waits for a turn of the caller's network: a check takes as long as a call, and anybody can send credentials that are refused.
   * @throws RequestTimeoutException if the client disconnected during the wait
   */
  private async waitFor(take: (network: WorkOwner) => Promise<void> | undefined): Promise<void> {
    const request = currentRequest();
    if (!request) return;
    await take({ accountId: null, address: this.addresses.of(request) });
    if (request.socket.destroyed) throw new RequestTimeoutException('the client disconnected');
  }
}

/** Returns the key of a credential. Those that are too long share one, which is never remembered, because they are refused. */
function keyOf(kind: 'session' | 'token', secret: string): string {
  return secret.length > MAX_TOKEN_LENGTH ? `long ${kind}` : `${kind} ${hashOf(secret)}`;
}

/** The refusal that waits says more to its caller than that too many wait. */
function ignoreFullQueue(error: unknown): void {
  if (!(error instanceof TooBusyException || error instanceof TooManyRequestsException)) throw error;
}

function isRefusal(error: unknown): boolean {
  return error instanceof HttpException && error.getStatus() === 401;
}
