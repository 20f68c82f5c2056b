import type { z } from 'zod';
import type { Database } from '../../../platform/database/database';
import { CREATE_IMPORT_ACCOUNT, FIND_IMPORT_ACCOUNT } from './account.sql';

/** An account of an import source, which owns the imported records. `name` is the first spelling of the source. */
type ImportAccount = z.output<typeof FIND_IMPORT_ACCOUNT.row>;

/** @param key `spellingKey` of the source, which all its spellings share */
export async function findImportAccount(database: Database, key: string): Promise<ImportAccount | undefined> {
  return database.first(FIND_IMPORT_ACCOUNT, { key });
}

/** Returns the account of a source. Concurrent calls create only one. */
export async function findOrCreateImportAccount(
  database: Database,
  source: { readonly key: string; readonly name: string },
): Promise<ImportAccount> {
  await database.run(CREATE_IMPORT_ACCOUNT, source);
  return database.one(FIND_IMPORT_ACCOUNT, { key: source.key });
}
