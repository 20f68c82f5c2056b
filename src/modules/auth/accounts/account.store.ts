import { Injectable } from '@nestjs/common';
import type { Role } from '../../../platform/access/role';
import { Database } from '../../../platform/database/database';
import { QueuedLimit } from '../../../platform/limits/queued-limit';
import type { CountryScope } from '../../../shared/country';
import { UPSERT_ACCOUNT } from './account.sql';

/** The id of a person or a program at the portal, as it can be stored. */
export const SUBJECT = /^[^\0]{1,255}$/;

/** The fields that an account takes from the portal at every login. */
export interface Profile {
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly country: CountryScope | null;
}

/** Stores the accounts of people. */
@Injectable()
export class AccountStore {
  /** Logins of one account at once would wait for each other in the database, each with a connection, and some too long. */
  private readonly upserts = new QueuedLimit({ content: 'logins', perKey: 1, inAll: Infinity });

  constructor(private readonly database: Database) {}

  /** Creates or updates the account of a profile, and returns its id. */
  async upsert(issuer: string, profile: Profile): Promise<string> {
    const leave = await this.upserts.enter(`${issuer} ${profile.subject}`);
    try {
      const { id } = await this.database.one(UPSERT_ACCOUNT, { issuer, ...profile });
      return id;
    } finally {
      leave();
    }
  }
}
