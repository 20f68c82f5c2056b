import { DELETE_AND_COUNT_REPLIES, DELETE_STORED_RESPONSES } from '../../modules/chatbot';
import { DELETE_VIEWS } from '../../modules/views';
import { writeAuditEvents } from '../../platform/audit/write-audit-events';
import { CommandError } from '../../platform/command-line/command';
import { currentOperator } from '../../platform/command-line/operator';
import type { Database, Transaction } from '../../platform/database/database';
import {
  CLOSE_ACCOUNT,
  COUNT_CLAIMS_OF_ACCOUNT,
  DELETE_SESSIONS_OF_SUBJECT,
  DELETE_STORED_RESPONSES_OF_SUBJECT,
  ERASE_ACCOUNT,
  ERASE_ANONYMOUS_RATINGS_OF_SUBJECT,
  LOCK_CONVERSATIONS_OF_SUBJECT,
  type StoredAccount,
} from './account-data.sql';
import { eraseAlertActs } from './erase-alert-acts';
import { countryOfAccount, findAccount } from './find-account';

/**
 * Erases the holder of an account, and returns what to print. The account is closed in a transaction of its own: nothing is
 * stored for it after that, so that the second transaction finds everything. If the command is interrupted in between,
 * another run continues.
 * @param confirm false to erase nothing
 * @throws CommandError if there is no such account, or it is not a person's
 */
export async function eraseAccount(
  database: Database,
  idOrEmail: string,
  confirm: boolean,
): Promise<string[]> {
  const account = await findAccount(database, idOrEmail);
  assertPerson(account);
  if (confirm) await database.transaction((transaction) => closeAccount(transaction, account));
  return database.transaction((transaction) => eraseContent(transaction, account, confirm));
}

/** Ends the sessions of an account, and lets no call store anything for it any more. */
async function closeAccount(transaction: Transaction, account: StoredAccount): Promise<void> {
  const accountId = account.id;
  await transaction.run(CLOSE_ACCOUNT, { accountId });
  const sessions = await transaction.run(DELETE_SESSIONS_OF_SUBJECT, { accountId });
  if (sessions === 0) return;
  const details = { ...currentOperator(), account: accountId, sessions };
  await writeAuditEvents(transaction, [
    { country: countryOfAccount(account), action: 'sessions.endAll', caller: null, details },
  ]);
}

async function eraseContent(
  transaction: Transaction,
  account: StoredAccount,
  confirm: boolean,
): Promise<string[]> {
  const accountId = account.id;
  const conversations = await transaction.rows(LOCK_CONVERSATIONS_OF_SUBJECT, { accountId });
  const scope = `account ${accountId} with ${conversations.length} conversations`;
  const { claims } = await transaction.one(COUNT_CLAIMS_OF_ACCOUNT, { accountId });
  const notes = [
    ...(claims === 0 ? [] : [describeClaims(claims)]),
    ...(await eraseAlertActs(transaction, account, confirm)),
  ];
  if (!confirm) return [`Would erase ${scope}.`, ...notes];
  const conversationIds = conversations.map(({ id }) => id);
  await transaction.run(DELETE_STORED_RESPONSES, { conversationIds });
  await transaction.run(DELETE_AND_COUNT_REPLIES, { conversationIds });
  await transaction.run(ERASE_ANONYMOUS_RATINGS_OF_SUBJECT, { accountId });
  await transaction.run(DELETE_VIEWS, { accountId });
  await transaction.run(DELETE_STORED_RESPONSES_OF_SUBJECT, { accountId });
  await transaction.run(ERASE_ACCOUNT, { accountId });
  const details = { ...currentOperator(), accountId, conversations: conversations.length };
  await writeAuditEvents(transaction, [
    { country: countryOfAccount(account), action: 'subject.erase', caller: null, details },
  ]);
  return [`Erased ${scope}.`, ...notes];
}

/** Records of an account are recognised by its id: without it, what a program sends or imports again would count again. */
function assertPerson({ issuer, subject }: StoredAccount): void {
  const name = JSON.stringify(subject);
  if (issuer === 'import')
    throw new CommandError(
      `This is the account of the import source ${name}, not of a person: if it were erased, files that are imported again would count again. Nothing was erased.`,
    );
  if (issuer.startsWith('client of '))
    throw new CommandError(
      `This is the account of the machine client ${name}, not of a person: if it were erased, records that it sends again would count again. Nothing was erased.`,
    );
}

function describeClaims(claims: number): string {
  return `Its records with external ids: ${claims}. A later login of this person creates another account: if it sends these records again, they count again.`;
}
