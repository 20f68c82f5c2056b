import { networkOf } from './address-limit';

/** Whose work it is: an account's, or that of all anonymous callers of a network. */
export interface WorkOwner {
  /** Null for an anonymous caller. */
  readonly accountId: string | null;
  readonly address: string;
}

/** Returns what the work of an owner is counted by: the account, or the network of an anonymous caller. */
export function keyOf({ accountId, address }: WorkOwner): string {
  return accountId ?? networkOf(address);
}
