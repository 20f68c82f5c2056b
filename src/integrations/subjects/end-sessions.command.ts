import { parseArgs } from 'node:util';
import { writeAuditEvents } from '../../platform/audit/write-audit-events';
import { type Command, CommandError } from '../../platform/command-line/command';
import { currentOperator } from '../../platform/command-line/operator';
import { getErrorMessage } from '../../platform/config/operator-error';
import { Database } from '../../platform/database/database';
import { DELETE_SESSIONS_OF_SUBJECT, LOCK_ACCOUNT_OF_SUBJECT } from './account-data.sql';
import { countryOfAccount, findAccountOrSubject } from './find-account';

export const USAGE = `Usage: npm run sessions:end -- --account <id, e-mail address or subject>

Ends all sessions of an account at once, on every device: after an account was disabled at the portal, or a device was lost.

It does not lock the account: who may sign in is decided at the portal. Disable the account there first. Access tokens of a
machine are no sessions: they end at the portal too, or when they expire.

The act is written to the audit trail.`;

/** Runs `npm run sessions:end`. */
export const endSessions: Command = async ({ args, dataSource }) => {
  const name = parseOptions(args);
  const { id, count } = await new Database(dataSource).transaction(async (transaction) => {
    const account = await findAccountOrSubject(transaction, name);
    const accountId = account.id;
    await transaction.one(LOCK_ACCOUNT_OF_SUBJECT, { accountId });
    const sessions = await transaction.run(DELETE_SESSIONS_OF_SUBJECT, { accountId });
    const details = { ...currentOperator(), account: accountId, sessions };
    await writeAuditEvents(transaction, [
      { country: countryOfAccount(account), action: 'sessions.endAll', caller: null, details },
    ]);
    return { id: accountId, count: sessions };
  });
  // After the commit: what is printed is in the audit trail.
  process.stdout.write(`Ended ${count} ${count === 1 ? 'session' : 'sessions'} of account ${id}.\n`);
  return 0;
};

function parseOptions(args: readonly string[]): string {
  const name = readAccount(args)?.trim() ?? '';
  if (name === '') throw new CommandError(`--account: required.\n\n${USAGE}`);
  return name;
}

function readAccount(args: readonly string[]): string | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { account: { type: 'string' } }, strict: true });
    return values.account;
  } catch (error) {
    throw new CommandError(`${getErrorMessage(error)}\n\n${USAGE}`);
  }
}
