import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** No portal's address, so that nobody can sign in to such an account. */
const ISSUER = 'import';

/** Accounts that stand for where imported files come from. Lines are claimed by them. */
@Injectable()
export class ImportAccountService {
  /** @returns the id of a source's account; undefined where nothing was imported from it */
  async find(manager: EntityManager, source: string): Promise<string | undefined> {
    const [row] = await manager.query<{ id: string }[]>(
      'SELECT id FROM account WHERE issuer = $1 AND subject = $2',
      [ISSUER, source],
    );
    return row?.id;
  }

  /** @returns the id of a source's account, which is created where there is none; of two that do so at once, one does */
  async findOrCreate(manager: EntityManager, source: string): Promise<string> {
    await manager.query(
      `INSERT INTO account (issuer, subject, email, name, role, country) VALUES ($1, $2, '', $2, 'user', NULL)
       ON CONFLICT (issuer, subject) DO NOTHING`,
      [ISSUER, source],
    );
    const id = await this.find(manager, source);
    if (id === undefined) throw new Error('an import account was created and is not found');
    return id;
  }
}
