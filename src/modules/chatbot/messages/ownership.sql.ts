/**
 * SQL condition: a caller may see the conversation `c`. It is the caller's, or it has no account, and then belongs to
 * everybody who has its id, until an account continues it. The statement has the parameter `accountId`, null for an anonymous caller.
 */
export const IS_VISIBLE = `(c.account_id IS NULL OR c.account_id = $accountId::uuid)`;
