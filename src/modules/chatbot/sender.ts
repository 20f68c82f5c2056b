import { networkOf } from '../../platform/limits/address-limit';

/** Who sends a message: an account, or an anonymous caller with a network address. */
export interface Sender {
  /** Null for an anonymous caller. */
  readonly accountId: string | null;
  readonly address: string;
  /** BCP 47 tags that the caller prefers, best first. */
  readonly languages: readonly string[];
}

/** Returns the key under which a sender's messages are limited: the account, or the network of an anonymous caller. */
export function limitKeyOf({ accountId, address }: Sender): string {
  return accountId ?? networkOf(address);
}
