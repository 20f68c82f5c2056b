import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller';
import { ENVIRONMENT } from '../config/config.module';
import type { Environment } from '../config/environment';
import { Database, type Transaction } from '../database/database';
import { Distribution } from '../database/distribution';
import { GroupedWrites } from '../database/grouped-writes';
import { CallerAddresses } from '../http/address';
import { currentRequest } from '../http/current-request';
import { requestIdOf } from '../logging/request-id';
import { storedCountry, storedScope } from '../../shared/country';
import {
  type ActOrigin,
  type AuditEvent,
  type AuditRow,
  NO_ORIGIN,
  type Origin,
  toAuditRow,
} from './audit-event';
import { WRITE_AUDIT_EVENTS } from './audit.sql';
import { writeAuditEvents } from './write-audit-events';

/**
 * Writes the audit trail: who read or wrote what, when, from where, in which request. A background job chains the events
 * afterwards, so that writers never wait for each other.
 */
@Injectable()
export class AuditTrail {
  private readonly addresses: CallerAddresses;
  /** By node of a Citus cluster; the key is null on one server. */
  private readonly writes = new Map<string | null, GroupedWrites<AuditRow, true>>();

  constructor(
    private readonly database: Database,
    private readonly distribution: Distribution,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'TRUST_PROXY' | 'TRUSTED_PROXIES'>,
  ) {
    this.addresses = new CallerAddresses(environment);
  }

  /** The origin of the request that the running code is part of. */
  get origin(): Origin {
    const request = currentRequest();
    if (!request) return NO_ORIGIN;
    return { address: this.addresses.of(request) || null, requestId: requestIdOf(request) };
  }

  /** Returns what a statement needs that writes the event of its own act. */
  originOf({ role }: Pick<Caller, 'role'>): ActOrigin {
    return { role, ...this.origin };
  }

  /**
   * Writes events of reads. Those of concurrent calls share one commit, after which this resolves. Within a shared transaction,
   * they are part of it.
   */
  async write(events: readonly AuditEvent[]): Promise<void> {
    const { origin } = this;
    await Promise.all(
      events.map(async (event) => {
        const node = await this.distribution.nodeOf(storedCountry.parse(event.country));
        await this.writesOf(node).write(toAuditRow(event, origin));
      }),
    );
  }

  /** Writes events in the transaction of their act. */
  async writeIn(transaction: Transaction, events: readonly AuditEvent[]): Promise<void> {
    await writeAuditEvents(transaction, events, this.origin);
  }

  private writesOf(node: string | null): GroupedWrites<AuditRow, true> {
    const existing = this.writes.get(node);
    if (existing) return existing;
    const created = new GroupedWrites<AuditRow, true>(this.database, {
      one: async (row) => {
        await this.writeAll([row]);
        return true;
      },
      group: async (rows) => {
        await this.writeAll(rows);
        return rows.map(() => true);
      },
    });
    this.writes.set(node, created);
    return created;
  }

  private async writeAll(rows: readonly AuditRow[]): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const country = storedScope.parse(first.country);
    await this.database.one(WRITE_AUDIT_EVENTS, { country, events: JSON.stringify(rows) });
  }
}
