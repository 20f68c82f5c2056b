import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PortalAddresses } from '../portal/portal-addresses.service';
import { BoundedCache } from './bounded-cache';
import type { Machine } from './machine';

/** How long an account's id is known without a look, in milliseconds. */
const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 10_000;

/**
 * The accounts of machines: one for each client of the portal, so that what it records has an author. Their issuer is no
 * address, as a person's always is, so that neither can ever be taken for the other. They hold no role and no country:
 * those are the token's alone.
 */
@Injectable()
export class MachineAccountStore {
  private readonly ids = new BoundedCache<string>(MOST_KEPT);

  constructor(
    private readonly dataSource: DataSource,
    private readonly addresses: PortalAddresses,
  ) {}

  /** @returns the account's id; the account is created at a client's first call */
  async idOf({ clientId }: Machine): Promise<string> {
    const kept = this.ids.get(clientId);
    if (kept !== undefined) return kept;
    const { issuer } = await this.addresses.endpoints();
    const [row] = await this.dataSource.query<[{ id: string }]>(
      `INSERT INTO account (issuer, subject, email, name, role, country) VALUES ($1, $2, '', $2, 'user', NULL)
       ON CONFLICT (issuer, subject) DO UPDATE SET last_login_at = now()
       RETURNING id`,
      [`client of ${issuer}`, clientId],
    );
    this.ids.set(clientId, row.id, Date.now() + KEPT_MS);
    return row.id;
  }
}
