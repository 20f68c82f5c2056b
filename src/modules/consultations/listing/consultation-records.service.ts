import { Injectable } from '@nestjs/common';
import type { AccessibleRecords } from '../../../platform/access/accessible-records';
import { Database } from '../../../platform/database/database';
import { Distribution } from '../../../platform/database/distribution';
import { isUuid } from '../../../shared/identifier';
import {
  type ConsultationRecord,
  FIND_CLAIMS_OF_RECORDS,
  FIND_RECORDS,
  FIND_RECORDS_BY_EXTERNAL_IDS,
} from './consultation-records.sql';

/** Finds stored consultations. */
@Injectable()
export class ConsultationRecordsService {
  constructor(
    private readonly database: Database,
    private readonly distribution: Distribution,
  ) {}

  /** Returns the consultations that exist and are accessible, in any order. */
  async findByIds(
    ids: readonly string[],
    records: AccessibleRecords,
    database = this.database,
  ): Promise<ConsultationRecord[]> {
    const uuids = ids.filter(isUuid);
    if (uuids.length === 0) return [];
    const countries = await this.distribution.countriesOfRecords(records);
    return database.rows(FIND_RECORDS, { ids: uuids, ...records, countries });
  }

  /** Returns the consultations that an account recorded under external ids, keyed by external id. */
  async findByExternalIds(
    externalIds: readonly string[],
    accountId: string,
    database = this.database,
  ): Promise<ReadonlyMap<string, ConsultationRecord>> {
    if (externalIds.length === 0) return new Map();
    const countries = await this.distribution.countriesOf(accountId);
    const rows = await database.rows(FIND_RECORDS_BY_EXTERNAL_IDS, { externalIds, accountId, countries });
    return new Map(rows.map(({ claimedId, ...record }) => [claimedId, record]));
  }

  /** Returns the external ids that lead to consultations: all that have been sent, if it was sent with several. */
  async findClaims(
    records: readonly Pick<ConsultationRecord, 'country' | 'id'>[],
    database = this.database,
  ): Promise<{ id: string; externalId: string }[]> {
    if (records.length === 0) return [];
    return database.rows(FIND_CLAIMS_OF_RECORDS, {
      records: JSON.stringify(records.map(({ country, id }) => ({ country, id }))),
    });
  }
}
