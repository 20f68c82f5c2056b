import type { Caller } from '../../platform/access/caller';
import type { Account } from './accounts/account.entity';

export type User = Readonly<Pick<Account, 'id' | 'email' | 'name' | 'role'>>;

/** Returns the caller's account. The role is the caller's: a machine's role is only in its token. */
export function userOf({ userId, email, name, role }: Caller): User {
  return { id: userId, email, name, role };
}
