import type { Caller, CallerResolver } from '../../access/caller';
import type { Exchange } from '../../access/exchange';

/** The context of a request. The calls of a batch share it. */
export class RequestContext {
  private resolved: Promise<Caller | null> | undefined;
  /** Set by `AccessGuard`; null before it and for an anonymous caller. */
  caller: Caller | null = null;
  /** Whether it is not known who the caller is: the database does not tell, or the session or token is refused. */
  isCallerUnknown = false;

  readonly requestId: string;
  /** The caller's network address, with trusted proxies resolved (`TRUST_PROXY`, `TRUSTED_PROXIES`). */
  readonly address: string;
  /** BCP 47 tags of `Accept-Language`, preferred first. */
  readonly languages: readonly string[];
  readonly exchange: Exchange;

  constructor(
    {
      requestId,
      address,
      languages,
      exchange,
    }: Pick<RequestContext, 'requestId' | 'address' | 'languages' | 'exchange'>,
    private readonly resolver: CallerResolver,
  ) {
    this.requestId = requestId;
    this.address = address;
    this.languages = languages;
    this.exchange = exchange;
  }

  /** Returns the caller, which is resolved once per request. */
  resolveCaller(): Promise<Caller | null> {
    this.resolved ??= this.resolver.resolve(this.exchange);
    return this.resolved;
  }

  /** Returns the caller as of now. For streams, which may last longer than the session. */
  resolveCallerAgain(): Promise<Caller | null> {
    return this.resolver.resolve(this.exchange);
  }

  /** Returns a context for a call that runs although nobody knows who its caller is. Other calls keep theirs. */
  withoutCaller(): RequestContext {
    const context = new RequestContext(this, this.resolver);
    context.resolved = Promise.resolve(null);
    context.isCallerUnknown = true;
    return context;
  }

  /** Ends the caller's session. For streamed responses, whose headers are sent before the procedure runs. */
  async endSession(): Promise<void> {
    const caller = await this.resolveCaller();
    if (caller) await this.resolver.logOut(caller, this.exchange);
  }
}
