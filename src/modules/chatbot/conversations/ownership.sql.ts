/**
 * Whether somebody may see a conversation `c`: it is theirs, or nobody's, and then it belongs to whoever holds its id.
 * @param account the parameter that is the caller's account; null for a stranger
 */
export function isOpenTo(account: string): string {
  return `(c.account_id IS NULL OR c.account_id = ${account}::uuid)`;
}
