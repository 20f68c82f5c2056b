import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENVIRONMENT } from '../config/config.module';
import type { Environment } from '../config/environment';
import { readProfile } from './login/profile';

/** Accounts, as the portal's profiles make them. */
@Injectable()
export class AccountService {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Creates the account of a profile or brings it up to date; role and country are the portal's at every login.
   * @returns the account's id
   */
  async signIn(issuer: string, claims: unknown): Promise<string> {
    const { subject, email, name, role, country } = readProfile(claims, this.environment);
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
