import type { Transaction } from '../../platform/database/database';
import type { StoredAccount } from './account-data.sql';
import { COUNT_ALERT_ACTS_OF_SUBJECT, ERASE_NAME_IN_ALERT_ACTS } from './alert-acts.sql';

/** A shorter name would be found in too many words. */
const MIN_NAME_LENGTH = 3;
/** A pattern that matches nothing. */
const NOTHING = '(?!)';

/**
 * Replaces the name and e-mail address of an account in the texts about alerts. What it did stays, without its name.
 * @param confirm false to erase nothing
 * @returns what to print
 */
export async function eraseAlertActs(
  transaction: Transaction,
  account: StoredAccount,
  confirm: boolean,
): Promise<string[]> {
  const pattern = patternOf([account.name, account.email]);
  const { acts, texts } = await transaction.one(COUNT_ALERT_ACTS_OF_SUBJECT, {
    accountId: account.id,
    pattern,
  });
  if (confirm && texts > 0) await transaction.run(ERASE_NAME_IN_ALERT_ACTS, { pattern });
  if (acts === 0 && texts === 0) return [];
  return [
    `Acts on alerts, which stay without its name: ${acts}. Texts about alerts in which its name is replaced: ${texts}; see that none names the person otherwise.`,
  ];
}

/** Returns a regular expression of PostgreSQL that matches any of the names as whole words. */
function patternOf(names: readonly string[]): string {
  const escaped = names
    .map((name) => name.normalize('NFC').trim())
    .filter((name) => name.length >= MIN_NAME_LENGTH)
    .map((name) => name.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`));
  if (escaped.length === 0) return NOTHING;
  return `(?<![[:alnum:]])(?:${escaped.join('|')})(?![[:alnum:]])`;
}
