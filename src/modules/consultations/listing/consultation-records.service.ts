import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { CountryCode } from '../../../shared/country';
import { isUuid } from '../../../shared/identifier';
import { RECORDS_BY_EXTERNAL_IDS, RECORDS_BY_IDS } from './consultation-records.sql';

/** A consultation as it is stored, with all codes of its pathology. */
export interface ConsultationRecord {
  readonly country: CountryCode;
  readonly id: string;
  readonly patientId: string;
  readonly consultedAt: Date;
  readonly recordedAt: Date;
  readonly externalId: string | null;
  /** Null where it counts. */
  readonly voidedAt: Date | null;
  readonly pathology: {
    readonly name: string;
    /** `B54`; null for what is not in the catalogue. */
    readonly icd10: string | null;
    /** All that lead to it, in order. */
    readonly icd11: readonly string[];
  };
}

interface RecordRow {
  readonly country: CountryCode;
  readonly id: string;
  readonly patient_id: string;
  readonly consulted_at: Date;
  readonly recorded_at: Date;
  readonly external_id: string | null;
  readonly voided_at: Date | null;
  readonly name: string;
  readonly icd10: string | null;
  readonly icd11: readonly string[];
}

/** Consultations one by one, for whoever gives them back in another form. */
@Injectable()
export class ConsultationRecordsService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Those that are there, in any order.
   * @param accountId the account that recorded them, or null for any
   */
  async byIds(
    ids: readonly string[],
    accountId: string | null,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<ConsultationRecord[]> {
    const possible = ids.filter(isUuid);
    if (possible.length === 0) return [];
    const rows = await manager.query<RecordRow[]>(RECORDS_BY_IDS, [possible, accountId]);
    return rows.map(recordOf);
  }

  /** What external ids of an account stand for, each by its external id. */
  async byExternalIds(
    externalIds: readonly string[],
    accountId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<ReadonlyMap<string, ConsultationRecord>> {
    if (externalIds.length === 0) return new Map();
    const rows = await manager.query<(RecordRow & { readonly claimed_id: string })[]>(
      RECORDS_BY_EXTERNAL_IDS,
      [externalIds, accountId],
    );
    return new Map(rows.map((row) => [row.claimed_id, recordOf(row)]));
  }
}

function recordOf(row: RecordRow): ConsultationRecord {
  const { country, id, name, icd10, icd11 } = row;
  return {
    country,
    id,
    patientId: row.patient_id,
    consultedAt: row.consulted_at,
    recordedAt: row.recorded_at,
    externalId: row.external_id,
    voidedAt: row.voided_at,
    pathology: { name, icd10, icd11 },
  };
}
