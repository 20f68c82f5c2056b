import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { CountryScope } from '../../../shared/country';
import type { Role } from '../../../platform/access/role';

/** What an account takes from the portal at every login. */
export interface Profile {
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly country: CountryScope | null;
}

/** Accounts, as the portal's profiles make them. */
@Injectable()
export class AccountStore {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Creates the account of a profile or brings it up to date.
   * @returns the account's id
   */
  async signIn(issuer: string, { subject, email, name, role, country }: Profile): Promise<string> {
    const [row] = await this.dataSource.query<[{ id: string }]>(
      `INSERT INTO account (issuer, subject, email, name, role, country) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (issuer, subject) DO UPDATE
         SET email = excluded.email, name = excluded.name, role = excluded.role, country = excluded.country,
             last_login_at = now()
       RETURNING id`,
      [issuer, subject, email, name, role, country],
    );
    return row.id;
  }
}
