import type { Caller } from '../access/caller';
import type { Exchange } from '../access/exchange';

/** The context of a procedure. `AccessGuard` has resolved the caller and checked its access. */
export interface ProcedureContext<C extends Caller | null = Caller | null> {
  readonly caller: C;
  /** The caller's network address. */
  readonly address: string;
  /** The caller's languages from `Accept-Language`: BCP 47 tags, preferred first. */
  readonly languages: readonly string[];
  readonly exchange: Exchange;
  /** Whether it is not known who the caller is, so that nothing may be read or stored (`runsWithoutCaller`). */
  readonly isCallerUnknown: boolean;
}
