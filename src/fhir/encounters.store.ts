import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../access/caller';
import type { CountryCode } from '../access/country';
import { filingCountry } from '../access/filing-country';
import { contentDigest } from '../database/content-digest';
import type { ConditionContent } from './content';
import {
  CLAIMED_CONSULTATION,
  ENCOUNTERS_OF_LINES,
  RECORD_CONDITIONS,
  RECORD_ENCOUNTERS,
} from './encounters.sql';
import type { Visit } from './visits';

/** An Encounter as it is stored, recorded now or before. */
export interface StoredEncounter {
  readonly isNew: boolean;
  readonly country: CountryCode;
  readonly id: string;
  readonly patientId: string;
  readonly startedAt: Date;
  readonly recordedAt: Date;
}

export interface NewCondition {
  readonly country: CountryCode;
  readonly consultationId: string;
  readonly encounterId: string;
  readonly content: ConditionContent;
}

interface EncounterRow {
  readonly line: number;
  readonly country: CountryCode;
  readonly id: string;
  readonly patient_id: string;
  readonly started_at: Date;
  readonly recorded_at: Date;
}

interface ClaimedRow {
  readonly country: CountryCode;
  readonly id: string;
  readonly recorded_at: Date;
}

/** Encounters and Conditions in the database, as a part of the caller's transaction. */
@Injectable()
export class EncountersStore {
  /** Records the Encounters of some visits that are new. In the order of the visits; each is there afterwards. */
  async record(manager: EntityManager, visits: readonly Visit[], caller: Caller): Promise<StoredEncounter[]> {
    const country = filingCountry(caller, undefined, 'country');
    const rows = visits.map(({ encounter: { patientId, startedAt, content }, externalId }, line) => ({
      line,
      external_id: externalId ?? null,
      digest: contentDigest([country, patientId, startedAt.toISOString()]),
      patient_id: patientId,
      started_at: startedAt.toISOString(),
      content,
    }));
    const recorded = await manager.query<{ line: number; id: string }[]>(RECORD_ENCOUNTERS, [
      JSON.stringify(rows),
      caller.userId,
      country,
    ]);
    const ids = new Map(recorded.map(({ line, id }) => [line, id]));
    const stored = await manager.query<EncounterRow[]>(ENCOUNTERS_OF_LINES, [
      JSON.stringify(rows.map(({ line, external_id }) => ({ line, external_id, id: ids.get(line) ?? null }))),
      caller.userId,
      country,
    ]);
    const byLine = new Map(stored.map((row) => [row.line, row]));
    return rows.map(({ line }) => {
      const row = byLine.get(line);
      if (!row) throw new Error('an Encounter was neither recorded nor claimed');
      return {
        isNew: ids.has(line),
        country: row.country,
        id: row.id,
        patientId: row.patient_id,
        startedAt: row.started_at,
        recordedAt: row.recorded_at,
      };
    });
  }

  /** Keeps what Conditions said beside the consultations that were recorded of them. */
  async recordConditions(manager: EntityManager, conditions: readonly NewCondition[]): Promise<void> {
    if (conditions.length === 0) return;
    const rows = conditions.map(({ country, consultationId, encounterId, content }) => ({
      country,
      consultation_id: consultationId,
      encounter_id: encounterId,
      content,
    }));
    await manager.query(RECORD_CONDITIONS, [JSON.stringify(rows)]);
  }

  /** The consultation that an external id of the account stands for. */
  async claimed(
    manager: EntityManager,
    externalId: string,
    { userId }: Caller,
  ): Promise<ClaimedRow | undefined> {
    const [row] = await manager.query<ClaimedRow[]>(CLAIMED_CONSULTATION, [userId, externalId]);
    return row;
  }
}
