import { Injectable } from '@nestjs/common';
import type { Role } from '../../../platform/access/role';
import { Database } from '../../../platform/database/database';
import type { CountryScope } from '../../../shared/country';
import { UPSERT_ACCOUNT } from './account.sql';
import { createLoginTurns } from './login-turns';

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
  private readonly turns = createLoginTurns();

  constructor(private readonly database: Database) {}

  /** Creates or updates the account of a profile, and returns its id. */
  async upsert(issuer: string, profile: Profile): Promise<string> {
    const { id } = await this.turns.run(`${issuer} ${profile.subject}`, () =>
      this.database.one(UPSERT_ACCOUNT, { issuer, ...profile }),
    );
    return id;
  }
}
