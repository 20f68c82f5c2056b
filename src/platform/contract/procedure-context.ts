import type { Caller } from '../access/caller';
import type { Exchange } from '../access/exchange';

/** What a procedure sees: `AccessGuard` has resolved the caller and let it pass. */
export interface ProcedureContext<C extends Caller | null = Caller | null> {
  readonly caller: C;
  readonly address: string;
  /** What the caller reads, as `Accept-Language` says it: BCP 47 tags, the preferred first. */
  readonly languages: readonly string[];
  readonly exchange: Exchange;
}
