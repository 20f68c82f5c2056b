import type { Caller } from './caller';

/** Returns the account whose records the caller may access, or null for the records of all accounts. */
export function accessibleAccountId({ role, userId }: Caller): string | null {
  return role === 'admin' ? null : userId;
}
