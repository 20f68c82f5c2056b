import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import { GroupedWrites } from '../../../platform/database/grouped-writes';
import type { CountryCode } from '../../../shared/country';
import type { ConsultationDetails } from '../consultation-details.sql';
import { RECORD_CONSULTATION, RECORD_CONSULTATION_GROUP } from './consultation-recording.sql';

/** A consultation that has no external id. */
interface NamedConsultation {
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

/** Records consultations of concurrent callers in one statement and one commit. */
@Injectable()
export class GroupedRecordingService {
  private readonly writes: GroupedWrites<NamedConsultation, Recorded>;

  constructor(private readonly database: Database) {
    this.writes = new GroupedWrites(database, {
      one: (consultation) => this.recordOne(consultation),
      group: (consultations) => this.recordGroup(consultations),
    });
  }

  /** Records and counts a consultation; returns null if its pathology is not known. */
  record(consultation: NamedConsultation): Promise<Recorded> {
    return this.writes.write(consultation);
  }

  private async recordOne(consultation: NamedConsultation): Promise<Recorded> {
    return (await this.database.first(RECORD_CONSULTATION, consultation)) ?? null;
  }

  private async recordGroup(items: readonly NamedConsultation[]): Promise<Recorded[]> {
    const rows = await this.database.rows(RECORD_CONSULTATION_GROUP, {
      keys: items.map(({ key }) => key),
      countries: items.map(({ country }) => country),
      patientIds: items.map(({ patientId }) => patientId),
      consultedAts: items.map(({ consultedAt }) => consultedAt),
      accountIds: items.map(({ accountId }) => accountId),
    });
    const byItem = new Map(rows.map(({ item, ...details }) => [item, details]));
    return items.map((_item, index) => byItem.get(index) ?? null);
  }
}
