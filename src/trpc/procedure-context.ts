import type { Caller } from '../access/caller';
import type { Exchange } from '../access/exchange';

/** What a procedure sees: `AccessGuard` has resolved the caller and let it pass. */
export interface ProcedureContext<C extends Caller | null = Caller | null> {
  readonly caller: C;
  readonly address: string;
  readonly exchange: Exchange;
}
