import { lockAccountsNotErased } from '../../../platform/database/erased-account.sql';

/** SQL query of a statement that stores something for the account `accountId`: its id; no row if it is erased, or null. */
export const LOCK_OWN_ACCOUNT = lockAccountsNotErased('a.id = $accountId::uuid');

/** SQL condition: the caller is anonymous, or its account is not erased. The statement has `own_account`, `LOCK_OWN_ACCOUNT`. */
export const MAY_STORE = `($accountId::uuid IS NULL OR EXISTS (SELECT FROM own_account))`;

/**
 * SQL condition: a caller may see the conversation `c`. It is the caller's, or it has no account, and then belongs to
 * everybody who has its id, until an account continues it. The statement has the parameter `accountId`, null for an anonymous caller.
 */
export const IS_VISIBLE = `(c.account_id IS NULL OR c.account_id = $accountId::uuid)`;
