import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../../../platform/database/database';
import { UPSERT_MACHINE_ACCOUNT } from '../accounts/account.sql';
import { PortalAddressesService } from '../portal/portal-addresses.service';
import type { Machine } from './machine';

const ID_TTL_MS = 10 * 60_000;
const MAX_CACHED_IDS = 10_000;

/**
 * Stores one account for each client of the portal, as the author of its records. Role and country are those of each
 * token. The issuer of the account is not a URL, so it never equals the account of a person.
 */
@Injectable()
export class MachineAccountStore {
  private readonly ids = new LRUCache<string, string>({ max: MAX_CACHED_IDS, ttl: ID_TTL_MS });

  constructor(
    private readonly database: Database,
    private readonly addresses: PortalAddressesService,
  ) {}

  /** Returns the id of a machine's account, which is created at its first call. */
  async findOrCreateId({ clientId }: Machine): Promise<string> {
    const cached = this.ids.get(clientId);
    if (cached !== undefined) return cached;
    const { issuer } = await this.addresses.getEndpoints();
    const account = { issuer: `client of ${issuer}`, clientId };
    const { id } = await this.database.one(UPSERT_MACHINE_ACCOUNT, account);
    this.ids.set(clientId, id);
    return id;
  }
}
