import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type CountryCode, UNKNOWN_COUNTRY } from '../../shared/country';
import type { AccessibleRecords } from '../access/accessible-records';
import { Database } from './database';
import { DatabaseBusyError } from './database-busy-error';
import { outsideOfRequests } from '../limits/outside-of-requests';
import { FIND_COUNTRIES_OF_ACCOUNT, FIND_NODE_OF_COUNTRY } from './distribution.sql';

/** Shards move rarely. A statement that is sent to the node of before is slower, but has the same result. */
const NODE_TTL_MS = 60_000;

/** Pauses between attempts to find records that their node is about to commit. */
const COMMIT_PAUSES_MS = [5, 10, 20, 40, 80, 160, 320, 640];

/** Tells which node of a Citus cluster has the rows of a country, and in which countries an account's rows are. */
@Injectable()
export class Distribution {
  /** Until the process is restarted, which `db:distribute` requires. */
  private isOneServer = false;
  private readonly nodes = new LRUCache<CountryCode, Promise<string | null>>({ max: 300, ttl: NODE_TTL_MS });

  constructor(private readonly database: Database) {}

  /** Returns the node that has the rows of a country, or null on one server. */
  async nodeOf(country: CountryCode): Promise<string | null> {
    if (this.isOneServer) return null;
    const cached = this.nodes.get(country);
    if (cached) return cached;
    // Requests share the result, so it is not part of the transaction of one.
    const found = outsideOfRequests(() => this.database.one(FIND_NODE_OF_COUNTRY, { country })).then(
      ({ node }) => {
        this.isOneServer = node === null;
        return node;
      },
    );
    this.nodes.set(country, found);
    found.catch(() => this.nodes.delete(country));
    return found;
  }

  /** Whether the rows of countries are spread over nodes. */
  async isDistributed(): Promise<boolean> {
    return (await this.nodeOf(UNKNOWN_COUNTRY)) !== null;
  }

  /**
   * Returns the countries in which an account may have recorded, so that a look-up reads only their shards. Returns null for
   * any country, and on one server, where the indexes by account suffice.
   * @param accountId null for all accounts
   */
  async countriesOf(accountId: string | null): Promise<readonly CountryCode[] | null> {
    if (accountId === null || !(await this.isDistributed())) return null;
    const account = await this.database.first(FIND_COUNTRIES_OF_ACCOUNT, { accountId });
    return account?.countries ?? null;
  }

  /**
   * Returns the rows of a look-up by claims, which has a row for each. On Citus, a claim of the coordinator can be visible before
   * its record, because the nodes of one transaction commit one after another: the look-up is repeated until then.
   * @param count number of claims; one row is expected for each
   * @throws DatabaseBusyError if a node does not commit
   */
  async findClaimed<Row>(count: number, lookUp: () => Promise<Row[]>): Promise<Row[]> {
    let found = await lookUp();
    for (const pauseMs of COMMIT_PAUSES_MS) {
      if (found.length >= count || !(await this.isDistributed())) return found;
      await wait(pauseMs);
      found = await lookUp();
    }
    if (found.length < count) throw new DatabaseBusyError('a node has not committed a claimed record');
    return found;
  }

  /** Returns the countries that accessible records may have, as `countriesOf`. Administrators are few: they read all shards. */
  countriesOfRecords({ accountId, administered }: AccessibleRecords): Promise<readonly CountryCode[] | null> {
    return this.countriesOf(administered === null ? accountId : null);
  }
}
