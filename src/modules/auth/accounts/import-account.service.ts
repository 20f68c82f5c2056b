import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Database } from '../../../platform/database/database';
import { nameKey } from '../../../shared/name-key';
import { CREATE_IMPORT_ACCOUNT, FIND_IMPORT_ACCOUNT } from './account.sql';

/** The account of an import source. `name` is the first spelling of the source. */
export type ImportAccount = z.output<typeof FIND_IMPORT_ACCOUNT.row>;

/** Returns the key of an import source, which all its spellings share. */
export function sourceKey(source: string): string {
  return nameKey(source);
}

/** Finds and creates the accounts of import sources, which own the imported records. */
@Injectable()
export class ImportAccountService {
  async find(database: Database, source: string): Promise<ImportAccount | undefined> {
    return database.first(FIND_IMPORT_ACCOUNT, { key: sourceKey(source) });
  }

  /** Returns the name of the source with this key, or undefined if there is none. */
  async findName(database: Database, key: string): Promise<string | undefined> {
    const account = await database.first(FIND_IMPORT_ACCOUNT, { key });
    return account?.name;
  }

  /** Returns the account of a source. Concurrent calls create only one. */
  async findOrCreate(database: Database, source: string): Promise<ImportAccount> {
    await database.run(CREATE_IMPORT_ACCOUNT, { key: sourceKey(source), name: source });
    return database.one(FIND_IMPORT_ACCOUNT, { key: sourceKey(source) });
  }
}
