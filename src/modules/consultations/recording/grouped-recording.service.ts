import { Injectable } from '@nestjs/common';
import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';
import { Database } from '../../../platform/database/database';
import { TurnBatch } from '../../../platform/database/turn-batch';
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

/**
 * Records consultations of concurrent callers in one statement and one commit, which takes the database little longer than a
 * single one. Each caller's promise resolves after the commit.
 */
@Injectable()
export class GroupedRecordingService {
  /** Two, so that one group is sent while the database writes the other to disk. */
  private readonly groups = new TurnBatch<NamedConsultation, Recorded>((items) => this.recordAll(items), {
    maxSize: 200,
    maxRunning: 2,
  });

  constructor(private readonly database: Database) {}

  /** Records and counts a consultation; returns null if its pathology is not known. */
  record(consultation: NamedConsultation): Promise<Recorded> {
    return this.database.isInSharedTransaction ? this.recordOne(consultation) : this.groups.add(consultation);
  }

  private async recordAll(items: readonly NamedConsultation[]): Promise<(Recorded | Promise<Recorded>)[]> {
    const [first, ...others] = items;
    if (first && others.length === 0) return [await this.recordOne(first)];
    try {
      return await this.recordGroup(items);
    } catch (error) {
      // Without an error of the database, the group may have been recorded: another attempt could record it twice.
      if (!isRolledBack(error)) throw error;
      return items.map((item) => this.recordOne(item));
    }
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

/** Returns whether the database reported that the statement had no effect. */
function isRolledBack(error: unknown): boolean {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : undefined;
  return cause instanceof DatabaseError && cause.severity === 'ERROR';
}
