import type { ProcedureContext } from '../../platform/contract/procedure-context';
import type { WorkOwner } from '../../platform/limits/work-owner';

/** Who sends a message: an account, or an anonymous caller with a network address. */
export interface Sender extends WorkOwner {
  /** BCP 47 tags that the caller prefers, best first. */
  readonly languages: readonly string[];
}

export function senderOf({
  caller,
  address,
  languages,
}: Pick<ProcedureContext, 'caller' | 'address' | 'languages'>): Sender {
  return { accountId: caller?.userId ?? null, address, languages };
}
