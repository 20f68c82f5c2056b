import type { Caller } from './caller';

/** Whose records a caller may have: those of the account, or, as null, anybody's. */
export function recordsOf({ role, userId }: Caller): string | null {
  return role === 'admin' ? null : userId;
}
