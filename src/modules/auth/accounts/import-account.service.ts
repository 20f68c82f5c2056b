import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { nameKey } from '../../../shared/name-key';

/** No portal's address, so that nobody can sign in to such an account. */
const ISSUER = 'import';

/** The account that stands for where imported files come from. */
export interface ImportAccount {
  readonly id: string;
  /** The source as it was first spelled. */
  readonly name: string;
}

/** What an import account's source is known by, however it is spelled. */
export function sourceKey(source: string): string {
  return nameKey(source);
}

/** Accounts that stand for where imported files come from. Lines are claimed by them. */
@Injectable()
export class ImportAccountService {
  /** @returns a source's account; undefined where there is none */
  async find(manager: EntityManager, source: string): Promise<ImportAccount | undefined> {
    const [account] = await manager.query<ImportAccount[]>(
      'SELECT id, name FROM account WHERE issuer = $1 AND subject = $2',
      [ISSUER, sourceKey(source)],
    );
    return account;
  }

  /** @returns the spelling of the source that has this key */
  async nameOf(manager: EntityManager, key: string): Promise<string | undefined> {
    const [account] = await manager.query<{ name: string }[]>(
      'SELECT name FROM account WHERE issuer = $1 AND subject = $2',
      [ISSUER, key],
    );
    return account?.name;
  }

  /** @returns a source's account, which is created where there is none; of two that do so at once, one does */
  async findOrCreate(manager: EntityManager, source: string): Promise<ImportAccount> {
    await manager.query(
      `INSERT INTO account (issuer, subject, email, name, role, country) VALUES ($1, $2, '', $3, 'user', NULL)
       ON CONFLICT (issuer, subject) DO NOTHING`,
      [ISSUER, sourceKey(source), source],
    );
    const account = await this.find(manager, source);
    if (!account) throw new Error('an import account was created and is not found');
    return account;
  }
}
