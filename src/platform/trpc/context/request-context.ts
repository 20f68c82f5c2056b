import type { Caller, CallerResolver } from '../../access/caller';
import type { Exchange } from '../../access/exchange';

/** What the wire knows of a request before any procedure runs. Calls of one batch share it. */
export class RequestContext {
  private resolved: Promise<Caller | null> | undefined;

  readonly requestId: string;
  /** The caller's network address, behind the proxies that `TRUST_PROXY` believes. */
  readonly address: string;
  /** BCP 47 tags that the caller prefers, best first. */
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

  /** Resolves the caller, once a request. */
  resolveCaller(): Promise<Caller | null> {
    this.resolved ??= this.resolver.resolve(this.exchange);
    return this.resolved;
  }

  /** Ends the caller's session, before an answer whose headers leave first. */
  async endSession(): Promise<void> {
    const caller = await this.resolveCaller();
    if (caller) await this.resolver.logOut(caller, this.exchange);
  }
}
