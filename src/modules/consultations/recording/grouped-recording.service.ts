import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import { Distribution } from '../../../platform/database/distribution';
import { GroupedWrites } from '../../../platform/database/grouped-writes';
import type { CountryCode } from '../../../shared/country';
import type { ActOrigin } from '../../../platform/audit/audit-event';
import type { ConsultationDetails } from '../consultation-details.sql';
import {
  RECORD_CONSULTATION,
  RECORD_CONSULTATION_GROUP,
  type RecordedConsultation,
} from './consultation-recording.sql';

/** A consultation that has no external id. */
interface NamedConsultation extends ActOrigin {
  /** `nameKey` of the pathology. */
  readonly key: string;
  readonly country: CountryCode;
  readonly patientId: string;
  /** ISO 8601 in UTC. */
  readonly consultedAt: string;
  /** The account that records it. */
  readonly accountId: string;
}

/** The consultation, or null if its pathology is not known. */
type Recorded = ConsultationDetails | null;

/**
 * Records consultations of concurrent callers in one statement and one commit. On Citus, the countries of each node
 * have groups of their own.
 */
@Injectable()
export class GroupedRecordingService {
  /** By node; the key is null on one server. */
  private readonly writes = new Map<string | null, GroupedWrites<NamedConsultation, Recorded>>();

  constructor(
    private readonly database: Database,
    private readonly distribution: Distribution,
  ) {}

  /** Records and counts a consultation; returns null if its pathology is not known. */
  async record(consultation: NamedConsultation): Promise<Recorded> {
    return this.writesOf(await this.distribution.nodeOf(consultation.country)).write(consultation);
  }

  private writesOf(node: string | null): GroupedWrites<NamedConsultation, Recorded> {
    const existing = this.writes.get(node);
    if (existing) return existing;
    const created = new GroupedWrites<NamedConsultation, Recorded>(this.database, {
      one: (consultation) => this.recordOne(consultation),
      group: (consultations) => this.recordGroup(consultations),
    });
    this.writes.set(node, created);
    return created;
  }

  private async recordOne(consultation: NamedConsultation): Promise<Recorded> {
    const recorded = await this.database.first(RECORD_CONSULTATION, consultation);
    return recorded ? toDetails(consultation, recorded) : null;
  }

  private async recordGroup(items: readonly NamedConsultation[]): Promise<Recorded[]> {
    const [first] = items;
    if (!first) return [];
    const rows = await this.database.rows(RECORD_CONSULTATION_GROUP, {
      country: first.country,
      keys: items.map(({ key }) => key),
      countries: items.map(({ country }) => country),
      patientIds: items.map(({ patientId }) => patientId),
      consultedAts: items.map(({ consultedAt }) => consultedAt),
      accountIds: items.map(({ accountId }) => accountId),
      roles: items.map(({ role }) => role),
      addresses: items.map(({ address }) => address),
      requestIds: items.map(({ requestId }) => requestId),
    });
    const byItem = new Map(rows.map((row) => [row.item, row]));
    return items.map((item, index) => {
      const recorded = byItem.get(index);
      return recorded ? toDetails(item, recorded) : null;
    });
  }
}

function toDetails(
  { country, patientId, consultedAt }: NamedConsultation,
  { id, pathologyName, icd10, recordedAt }: RecordedConsultation,
): ConsultationDetails {
  return {
    id,
    patientId,
    pathologyName,
    pathologyCode: icd10 === null ? null : `icd10:${icd10}`,
    consultationDate: consultedAt,
    recordedAt,
    externalId: null,
    country,
    voidedAt: null,
  };
}
