import type { Transaction } from '../../platform/database/database';
import type { StoredAccount } from './account-data.sql';
import {
  COUNT_ALERT_ACTS_OF_SUBJECT,
  DELETE_ALERT_RESPONSES_WITH_NAME,
  ERASE_NAME_IN_ALERT_ACTS,
  LIST_ALERT_TEXTS_OF_SUBJECT,
} from './alert-acts.sql';

/** A shorter name would be found in too many words. */
const MIN_NAME_LENGTH = 3;
/** A pattern that matches nothing. */
const NOTHING = '(?!)';

/**
 * Replaces the e-mail address of an account in the texts about alerts, and its name in those of its country, because others have
 * the same name. What the account did stays, without its name.
 * @param confirm false to erase nothing
 * @returns what to print; only if nothing is erased, with the texts
 */
export async function eraseAlertActs(
  transaction: Transaction,
  account: StoredAccount,
  confirm: boolean,
): Promise<string[]> {
  const { id: accountId, country } = account;
  const [name, email] = [patternOfName(account.name), patternOfEmail(account.email)];
  const parameters = { country: country ?? '', pattern: `${email}|${name}`, emailPattern: email };
  const { acts } = await transaction.one(COUNT_ALERT_ACTS_OF_SUBJECT, { accountId });
  const texts = await transaction.rows(LIST_ALERT_TEXTS_OF_SUBJECT, parameters);
  if (confirm) {
    if (texts.length > 0) await transaction.run(ERASE_NAME_IN_ALERT_ACTS, parameters);
    await transaction.run(DELETE_ALERT_RESPONSES_WITH_NAME, parameters);
  }
  if (acts === 0 && texts.length === 0) return [];
  return [
    `Acts on alerts, which stay without its name: ${acts}. Texts about alerts in which its name is replaced: ${texts.length}; see that none names the person otherwise.`,
    ...(confirm ? [] : texts.map(describeText)),
  ];
}

function describeText(text: {
  readonly country: string;
  readonly disease: string;
  readonly content: string | null;
}): string {
  return `Would change a text about ${text.disease} in ${text.country}: ${JSON.stringify(text.content)}`;
}

/** Returns a regular expression of PostgreSQL that matches a name as whole words. */
function patternOfName(name: string): string {
  return patternOf(name, { before: '(?<![[:alnum:]])', after: '(?![[:alnum:]])' });
}

/** Returns one that matches an e-mail address, but not a longer one that contains it. */
function patternOfEmail(email: string): string {
  return patternOf(email, {
    before: String.raw`(?<![[:alnum:]][._%+-]?)`,
    after: String.raw`(?![._-]?[[:alnum:]])`,
  });
}

function patternOf(text: string, { before, after }: { before: string; after: string }): string {
  const normal = text.normalize('NFC').trim();
  if (normal.length < MIN_NAME_LENGTH) return NOTHING;
  const escaped = normal.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`);
  return `${before}${escaped}${after}`;
}
