import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { CountryCode } from '../../../shared/country';
import { ownCountry } from '../../../platform/access/record-country';
import { contentDigest } from '../../../platform/database/content-digest';
import type { Transaction } from '../../../platform/database/database';
import { mapInTurns } from '../../../platform/limits/current-turns';
import { Distribution } from '../../../platform/database/distribution';
import type { ConditionContent } from './stored-content.schema';
import {
  DELETE_ENCOUNTERS,
  type EncounterRow,
  FIND_ENCOUNTERS_OF_CONSULTATIONS,
  FIND_ENCOUNTERS_OF_ITEMS,
  FIND_OWN_ENCOUNTERS,
  RECORD_CONDITIONS,
  RECORD_ENCOUNTERS,
} from './encounters.sql';
import { toToken } from '../identity/identifiers';
import type { EncounterGroup } from './encounter-group';

/** An Encounter in the database; `isNew` if this request recorded it. */
export interface StoredEncounter {
  readonly isNew: boolean;
  /** False for a consultation that was not recorded by FHIR: it is its own Encounter. */
  readonly isFromFhir: boolean;
  readonly country: CountryCode;
  readonly id: string;
  readonly patientId: string;
  /** Identifier system of the patient's number. */
  readonly patientSystem: string | undefined;
  /** `system|value` of each identifier. */
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

/** Stores Encounters and Conditions in the caller's transaction. */
@Injectable()
export class EncountersStore {
  constructor(private readonly distribution: Distribution) {}

  /** Records the new Encounters; returns the stored Encounter of each group, in order. */
  async record(
    transaction: Transaction,
    groups: readonly EncounterGroup[],
    caller: Caller,
  ): Promise<StoredEncounter[]> {
    if (groups.length === 0) return [];
    const country = ownCountry(caller);
    const rows = await mapInTurns(
      groups,
      ({ encounter: { patientId, startedAt, content }, externalId }, item) => ({
        item,
        external_id: externalId ?? null,
        digest: contentDigest([country, patientId, content.patientSystem ?? null, startedAt.toISOString()]),
        patient_id: patientId,
        started_at: startedAt.toISOString(),
        content,
      }),
    );
    const recorded = await transaction.rows(RECORD_ENCOUNTERS, {
      encounters: JSON.stringify(rows),
      accountId: caller.userId,
      country,
    });
    const newIds = new Map(recorded.map(({ item, id }) => [item, id]));
    const items = rows.map(({ item, external_id }) => ({ item, external_id, id: newIds.get(item) ?? null }));
    const values = {
      items: JSON.stringify(items),
      accountId: caller.userId,
      country,
      countries: await this.distribution.countriesOf(caller.userId),
    };
    const stored = await this.distribution.findClaimed(items.length, () =>
      transaction.rows(FIND_ENCOUNTERS_OF_ITEMS, values),
    );
    const byItem = new Map(stored.map((row) => [row.item, row]));
    return mapInTurns(rows, ({ item }) => {
      const row = byItem.get(item);
      if (!row) throw new Error('an Encounter was neither recorded nor claimed');
      return { ...toStoredEncounter(row), isNew: newIds.has(item) };
    });
  }

  /** Returns the Encounters that the account recorded, keyed by id. */
  async findOwned(
    transaction: Transaction,
    ids: readonly string[],
    { userId }: Caller,
  ): Promise<Map<string, StoredEncounter>> {
    if (ids.length === 0) return new Map();
    const countries = await this.distribution.countriesOf(userId);
    const rows = await transaction.rows(FIND_OWN_ENCOUNTERS, { ids, accountId: userId, countries });
    return new Map(rows.map((row) => [row.id, toStoredEncounter(row)]));
  }

  /** Returns the Encounters of consultations, keyed by the consultation's id. */
  async findByConsultations(
    transaction: Transaction,
    consultations: readonly { readonly country: CountryCode; readonly id: string }[],
  ): Promise<Map<string, StoredEncounter>> {
    const rows = await transaction.rows(FIND_ENCOUNTERS_OF_CONSULTATIONS, {
      consultations: JSON.stringify(consultations.map(({ country, id }) => ({ country, id }))),
      countries: [...new Set(consultations.map(({ country }) => country))],
    });
    return new Map(rows.map((row) => [row.consultationId, toStoredEncounter(row)]));
  }

  /** Deletes Encounters that the same transaction recorded. */
  async deleteNew(transaction: Transaction, ids: readonly string[], caller: Caller): Promise<void> {
    await transaction.run(DELETE_ENCOUNTERS, { country: ownCountry(caller), ids, accountId: caller.userId });
  }

  async recordConditions(transaction: Transaction, conditions: readonly NewCondition[]): Promise<void> {
    if (conditions.length === 0) return;
    const rows = conditions.map(({ country, consultationId, encounterId, content }) => ({
      country,
      consultation_id: consultationId,
      encounter_id: encounterId,
      content,
    }));
    await transaction.run(RECORD_CONDITIONS, { conditions: JSON.stringify(rows) });
  }
}

function toStoredEncounter(row: EncounterRow): StoredEncounter {
  return {
    isNew: false,
    isFromFhir: true,
    country: row.country,
    id: row.id,
    patientId: row.patientId,
    patientSystem: row.patientSystem ?? undefined,
    tokens: (row.identifiers ?? []).flatMap((identifier) => toToken(identifier) ?? []),
    startedAt: row.startedAt,
    recordedAt: row.recordedAt,
  };
}
