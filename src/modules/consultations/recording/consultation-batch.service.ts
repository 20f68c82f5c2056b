import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CountryCode } from '../../../shared/country';
import { contentDigest } from '../../../platform/database/content-digest';
import { nameKey } from '../../../shared/name-key';
import {
  CONSULTATION_ROWS,
  type ConsultationLines,
  compareClaims,
  createPathologies,
  recordConsultations,
} from './consultation-batch.sql';
import { slotOfWriter } from '../counts/count-slot';

export { CONSULTATION_ROWS } from './consultation-batch.sql';

/** A consultation whose country is known. */
export interface ConsultationLine {
  readonly country: CountryCode;
  readonly patientId: string;
  readonly pathologyName: string;
  readonly consultationDate: Date;
}

/** A consultation as the database takes it: the columns, in this order, of what `recordFrom` records. */
export interface ConsultationRow {
  /** Names the line to whoever sent it. */
  readonly line: number;
  readonly country: CountryCode;
  readonly key: string;
  readonly name: string;
  readonly patient_id: string;
  /** ISO 8601 in UTC. */
  readonly consulted_at: string;
  readonly external_id: string | null;
  /** SHA-256 of the content as PostgreSQL reads a `bytea`. */
  readonly digest: string;
}

export interface RecordedBatch {
  readonly recorded: number;
  readonly alreadyRecorded: number;
  /** Lines that had been recorded with the same content, which was voided since. */
  readonly voided: number;
  /** Lines whose external id stands for other content, in order. */
  readonly conflicting: number[];
}

/** What a line is known by to who sends it. */
interface SentLine {
  readonly line: number;
  readonly externalId?: string | undefined;
  /** The key that tells its pathology from others, whatever it is called; the key of its name when absent. */
  readonly pathologyKey?: string | undefined;
}

/** Makes the row of a consultation, with the key that its pathology is looked up by and the digest of its content. */
export function consultationRow(
  { country, patientId, pathologyName, consultationDate }: ConsultationLine,
  { line, externalId, pathologyKey }: SentLine,
): ConsultationRow {
  const key = nameKey(pathologyName);
  const moment = consultationDate.toISOString();
  return {
    line,
    country,
    key,
    name: pathologyName,
    patient_id: patientId,
    consulted_at: moment,
    external_id: externalId ?? null,
    digest: contentDigest([country, pathologyKey ?? key, patientId, moment]),
  };
}

/** Many consultations at once. */
@Injectable()
export class ConsultationBatchService {
  /**
   * Records lines from anywhere and counts them, as a part of the caller's transaction. Once for each transaction: its
   * locks are taken in an order that all calls share, which a second one in the same transaction would break.
   * @param lines a FROM item with the columns of `ConsultationRow`, each line's number its own, and its parameters, `$1` first
   * @param accountId who recorded them, and whose external ids they are
   * @returns `alreadyRecorded` counts lines whose external id had been recorded with the same content, or stood before
   * them; the `conflicting` ones are not recorded. Where the consultation of an external id was voided, a line of other
   * content is recorded in its place
   */
  async recordFrom(
    manager: EntityManager,
    lines: ConsultationLines,
    accountId: string,
  ): Promise<RecordedBatch> {
    const values = [...lines.values];
    await manager.query(createPathologies(lines), values);
    const [{ lines: all, recorded }] = await manager.query<[{ lines: number; recorded: number }]>(
      recordConsultations(lines),
      [...values, accountId, slotOfWriter()],
    );
    if (recorded === all) return { recorded, alreadyRecorded: 0, voided: 0, conflicting: [] };
    const [{ conflicting, voided }] = await manager.query<[{ conflicting: number[]; voided: number }]>(
      compareClaims(lines),
      [...values, accountId],
    );
    const alreadyRecorded = all - recorded - voided - conflicting.length;
    return { recorded, alreadyRecorded, voided, conflicting };
  }

  /**
   * Likewise, rows that are at hand.
   * @returns the identifiers of those that were recorded, by their lines
   */
  async recordRows(
    manager: EntityManager,
    rows: readonly ConsultationRow[],
    accountId: string,
  ): Promise<ReadonlyMap<number, string>> {
    const lines: ConsultationLines = { relation: CONSULTATION_ROWS, values: [JSON.stringify(rows)] };
    await manager.query(createPathologies(lines), [...lines.values]);
    const [{ ids }] = await manager.query<[{ ids: { line: number; id: string }[] }]>(
      recordConsultations(lines, 'ids'),
      [...lines.values, accountId, slotOfWriter()],
    );
    return new Map(ids.map(({ line, id }) => [line, id]));
  }
}
