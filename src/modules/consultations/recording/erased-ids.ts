import { createHmac } from 'node:crypto';
import { readErasureSecret } from '../../../platform/config/audit-settings';
import { OperatorError } from '../../../platform/config/operator-error';
import type { Transaction } from '../../../platform/database/database';
import { CONTENT_ID_PREFIX } from '../../../shared/external-id';
import type { StagedConsultations } from './consultation-batch.sql';
import { FIND_ERASED_ID, LOCK_ERASED_IDS } from './erased-ids.sql';

/** Imports refuse ids with `CONTENT_ID_PREFIX`, so that no line has such an id of its own. */
export const ERASED_ID_PREFIX = `${CONTENT_ID_PREFIX}erased:`;

/** The secret that turns ids of erased lines into ids from which no content can be guessed. */
export class ErasureKey {
  /** Begins every id of this key, so that another key is noticed. */
  readonly prefix: string;

  constructor(private readonly secret: string) {
    this.prefix = `${ERASED_ID_PREFIX}${this.digest('the id of the key').slice(0, 8)}:`;
  }

  /** Returns the id of an erased line. The same line has the same id, so it is recognised when it is imported again. */
  erase(externalId: string): string {
    return this.prefix + this.digest(externalId);
  }

  private digest(text: string): string {
    return createHmac('sha256', this.secret).update(text).digest('hex');
  }
}

/**
 * Returns the key of `PATIENT_ERASURE_KEY`, or undefined if it is unset.
 * @throws OperatorError if it is too short
 */
export function readErasureKey(variables: Parameters<typeof readErasureSecret>[0]): ErasureKey | undefined {
  const secret = readErasureSecret(variables);
  return secret === undefined ? undefined : new ErasureKey(secret);
}

/**
 * Gives staged lines of erased consultations their erased ids, so that they are recognised. Erasures of the account wait until
 * the transaction ends.
 * @throws OperatorError if lines of the account were erased with another key
 */
export async function restoreErasedIds(
  transaction: Transaction,
  statements: StagedConsultations,
  { accountId, erasureKey }: { readonly accountId: string; readonly erasureKey: ErasureKey | undefined },
): Promise<void> {
  await transaction.run(LOCK_ERASED_IDS.shared, { accountId });
  if (!(await assertKeyOfAccount(transaction, accountId, erasureKey)) || !erasureKey) return;
  const staged = await transaction.rows(statements.listContentIds);
  const ids = staged.map(({ externalId }) => externalId);
  const erasedIds = ids.map((id) => erasureKey.erase(id));
  await transaction.run(statements.replaceErasedIds, { accountId, ids, erasedIds });
}

/**
 * Returns whether lines of an account were erased.
 * @throws OperatorError if they were erased with another key
 */
export async function assertKeyOfAccount(
  transaction: Transaction,
  accountId: string,
  key: ErasureKey | undefined,
): Promise<boolean> {
  const erased = await transaction.first(FIND_ERASED_ID, { accountId, prefix: ERASED_ID_PREFIX });
  if (!erased) return false;
  if (key && erased.externalId.startsWith(key.prefix)) return true;
  throw new OperatorError(
    `PATIENT_ERASURE_KEY is ${key ? 'not the key' : 'unset, and a key is needed'} with which imported lines of this source were erased: without it, erased lines would count again`,
  );
}
