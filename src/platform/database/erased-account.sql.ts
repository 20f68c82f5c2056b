/** SQL value: the subject of an erased account. Random, because issuer and subject are unique. */
export const ERASED_SUBJECT = `'erased-' || gen_random_uuid()`;

/** SQL condition: the account is erased, or its erasure has begun. Nothing more is stored about its holder. */
export const isErasedAccount = (account: string): string =>
  `${account}.subject ~ '^erased-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`;

/**
 * SQL query: the ids of those of the accounts that are not erased. Locks them until the end of the transaction, so that an
 * erasure waits for what the transaction stores, or the transaction sees the erasure.
 */
export const lockAccountsNotErased = (condition: string): string =>
  `SELECT a.id FROM account a WHERE ${condition} AND NOT ${isErasedAccount('a')} ORDER BY a.id FOR KEY SHARE`;
