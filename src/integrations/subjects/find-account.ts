import { CommandError } from '../../platform/command-line/command';
import type { Database } from '../../platform/database/database';
import { UNKNOWN_COUNTRY } from '../../shared/country';
import { FIND_ACCOUNTS, type StoredAccount } from './account-data.sql';

/** @throws CommandError unless exactly one account has the id or the e-mail address */
export async function findAccount(database: Database, idOrEmail: string): Promise<StoredAccount> {
  const [account, ...others] = await database.rows(FIND_ACCOUNTS, { idOrEmail });
  if (!account) throw new CommandError('There is no account with this id or e-mail address.');
  if (others.length > 0) {
    const ids = [account, ...others].map(({ id }) => id).join(', ');
    throw new CommandError(`Several accounts have this e-mail address; name one by its id: ${ids}.`);
  }
  return account;
}

/** Returns the country of an account's events. */
export function countryOfAccount({ country }: Pick<StoredAccount, 'country'>): string {
  return country === null || country === '*' ? UNKNOWN_COUNTRY : country;
}
