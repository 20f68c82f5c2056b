import { CommandError } from '../../platform/command-line/command';
import type { Database } from '../../platform/database/database';
import { UNKNOWN_COUNTRY } from '../../shared/country';
import { FIND_ACCOUNTS, type StoredAccount } from './account-data.sql';

/** @throws CommandError unless exactly one account has the id or the e-mail address */
export function findAccount(database: Database, idOrEmail: string): Promise<StoredAccount> {
  return findOne(database, { name: idOrEmail, bySubject: false });
}

/** @throws CommandError unless exactly one account has the id, the e-mail address, or the name at its issuer */
export function findAccountOrSubject(database: Database, name: string): Promise<StoredAccount> {
  return findOne(database, { name, bySubject: true });
}

async function findOne(
  database: Database,
  choice: { readonly name: string; readonly bySubject: boolean },
): Promise<StoredAccount> {
  const names = choice.bySubject ? 'id, e-mail address or subject' : 'id or e-mail address';
  const [account, ...others] = await database.rows(FIND_ACCOUNTS, choice);
  if (!account) throw new CommandError(`There is no account with this ${names}.`);
  if (others.length > 0) {
    const ids = [account, ...others].map(({ id }) => id).join(', ');
    const shared = choice.bySubject ? 'e-mail address or subject' : 'e-mail address';
    throw new CommandError(`Several accounts have this ${shared}; name one by its id: ${ids}.`);
  }
  return account;
}

/** Returns the country of an account's events. */
export function countryOfAccount({ country }: Pick<StoredAccount, 'country'>): string {
  return country === null || country === '*' ? UNKNOWN_COUNTRY : country;
}
