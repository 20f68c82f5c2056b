import { assertKeyOfAccount, type ErasureKey, LOCK_ERASED_IDS } from '../../modules/consultations';
import type { Transaction } from '../../platform/database/database';
import type { CountryCode } from '../../shared/country';
import { groupBy } from '../../shared/groups';
import { LIST_CONTENT_CLAIMS, REPLACE_CLAIMED_IDS } from './erasure.sql';

/**
 * Replaces the ids of imported lines that have no id of their own: anybody can compute these ids for a number that is guessed.
 * Without a key they stay, because a line that is not recognised would count again.
 * @returns the number of ids that stay
 * @throws OperatorError if lines of a source were erased with another key
 */
export async function eraseContentIds(
  transaction: Transaction,
  records: { readonly country: CountryCode; readonly ids: readonly string[] },
  key: ErasureKey | undefined,
): Promise<number> {
  const claims = await transaction.rows(LIST_CONTENT_CLAIMS, records);
  if (!key) return claims.length;
  const byAccount = groupBy(claims, ({ accountId }) => accountId);
  // In the order of the accounts, so that concurrent erasures cannot deadlock.
  for (const [accountId, ofAccount] of byAccount) {
    await transaction.run(LOCK_ERASED_IDS.exclusive, { accountId });
    await assertKeyOfAccount(transaction, accountId, key);
    const externalIds = ofAccount.map(({ externalId }) => externalId);
    const erasedIds = externalIds.map((id) => key.erase(id));
    await transaction.run(REPLACE_CLAIMED_IDS, { accountId, externalIds, erasedIds });
  }
  return 0;
}
