import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import type { CountryCode } from '../../../shared/country';
import { ownCountry } from '../../../platform/access/filing-country';
import { contentDigest } from '../../../platform/database/content-digest';
import type { ConditionContent } from './content';
import {
  FIND_ENCOUNTERS_OF_CONSULTATIONS,
  FIND_ENCOUNTERS_OF_ITEMS,
  FIND_OWN_ENCOUNTERS,
  RECORD_CONDITIONS,
  RECORD_ENCOUNTERS,
  DELETE_ENCOUNTERS,
} from './encounters.sql';
import { toToken } from '../identity/identifiers';
import type { Identifier } from '../bundle/resources.schema';
import type { EncounterGroup } from './encounter-group';

/** An Encounter as it is stored, recorded now or before. */
export interface StoredEncounter {
  readonly isNew: boolean;
  /** False for a consultation that came another way, which is one of its own. */
  readonly isEncounter: boolean;
  readonly country: CountryCode;
  readonly id: string;
  readonly patientId: string;
  /** Whose number that is, where it was said. */
  readonly patientSystem: string | undefined;
  /** `system|value` of each of its identifiers. */
  readonly tokens: readonly string[];
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
  readonly country: CountryCode;
  readonly id: string;
  readonly patient_id: string;
  readonly patient_system: string | null;
  readonly identifiers: readonly Identifier[] | null;
  readonly started_at: Date;
  readonly recorded_at: Date;
}

/** Encounters and Conditions in the database, as a part of the caller's transaction. */
@Injectable()
export class EncountersStore {
  /** Records the Encounters of some visits that are new. In the order of the visits; each is there afterwards. */
  async record(manager: EntityManager, groups: readonly EncounterGroup[], caller: Caller): Promise<StoredEncounter[]> {
    if (groups.length === 0) return [];
    const country = ownCountry(caller);
    const rows = groups.map(({ encounter: { patientId, startedAt, content }, externalId }, line) => ({
      line,
      external_id: externalId ?? null,
      digest: contentDigest([country, patientId, content.patientSystem ?? null, startedAt.toISOString()]),
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
    const stored = await manager.query<(EncounterRow & { readonly line: number })[]>(FIND_ENCOUNTERS_OF_ITEMS, [
      JSON.stringify(rows.map(({ line, external_id }) => ({ line, external_id, id: ids.get(line) ?? null }))),
      caller.userId,
      country,
    ]);
    const byLine = new Map(stored.map((row) => [row.line, row]));
    return rows.map(({ line }) => {
      const row = byLine.get(line);
      if (!row) throw new Error('an Encounter was neither recorded nor claimed');
      return { ...storedEncounter(row), isNew: ids.has(line) };
    });
  }

  /** Those of some Encounters that the account recorded, each by its id. */
  async owned(
    manager: EntityManager,
    ids: readonly string[],
    { userId }: Caller,
  ): Promise<Map<string, StoredEncounter>> {
    if (ids.length === 0) return new Map();
    const rows = await manager.query<EncounterRow[]>(FIND_OWN_ENCOUNTERS, [ids, userId]);
    return new Map(rows.map((row) => [row.id, storedEncounter(row)]));
  }

  /** The Encounters that consultations were recorded in, each by the consultation's id. */
  async ofConsultations(
    manager: EntityManager,
    consultations: readonly { readonly country: CountryCode; readonly id: string }[],
  ): Promise<Map<string, StoredEncounter>> {
    const rows = await manager.query<(EncounterRow & { readonly consultation_id: string })[]>(
      FIND_ENCOUNTERS_OF_CONSULTATIONS,
      [JSON.stringify(consultations.map(({ country, id }) => ({ country, id })))],
    );
    return new Map(rows.map((row) => [row.consultation_id, storedEncounter(row)]));
  }

  /** Takes back what was recorded in the same transaction. */
  async takeBack(manager: EntityManager, ids: readonly string[], caller: Caller): Promise<void> {
    const country = ownCountry(caller);
    await manager.query(DELETE_ENCOUNTERS, [country, ids, caller.userId]);
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
}

function storedEncounter(row: EncounterRow): StoredEncounter {
  return {
    isNew: false,
    isEncounter: true,
    country: row.country,
    id: row.id,
    patientId: row.patient_id,
    patientSystem: row.patient_system ?? undefined,
    tokens: (row.identifiers ?? []).flatMap((identifier) => toToken(identifier) ?? []),
    startedAt: row.started_at,
    recordedAt: row.recorded_at,
  };
}
