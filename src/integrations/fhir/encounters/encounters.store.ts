import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Caller } from '../../../platform/access/caller';
import type { CountryCode } from '../../../shared/country';
import { ownCountry } from '../../../platform/access/record-country';
import type { Transaction } from '../../../platform/database/database';
import { mapInTurns } from '../../../platform/limits/current-turns';
import { Distribution } from '../../../platform/database/distribution';
import { groupBy } from '../../../shared/groups';
import type { ConditionContent } from './stored-content.schema';
import {
  type ConsultationOfEncounter,
  DELETE_ENCOUNTERS,
  FIND_CONSULTATIONS_OF_ENCOUNTERS,
  FIND_COUNTED_ENCOUNTERS,
  FIND_ENCOUNTERS_OF_CONSULTATIONS,
  FIND_ENCOUNTERS_OF_ITEMS,
  FIND_OWN_ENCOUNTERS,
  LOCK_ADDRESSED_ENCOUNTERS,
  LOCK_CLAIMS_OF_ENCOUNTERS,
  LOCK_ENCOUNTERS,
  MOVE_CLAIMS_OF_ENCOUNTERS,
  RECORD_CONDITIONS,
  RECORD_ENCOUNTERS,
} from './encounters.sql';
import type { EncounterGroup } from './encounter-group';
import {
  type RecordedEncounter,
  type StoredEncounter,
  digestOf,
  toStoredEncounter,
} from './stored-encounter';

export interface NewCondition {
  readonly country: CountryCode;
  readonly consultationId: string;
  readonly encounterId: string;
  readonly content: ConditionContent;
}

/** An Encounter to record, which can have been recorded by its address before. */
interface AddressedRow {
  readonly item: number;
  readonly address_id: string | undefined;
  /** ISO 8601 in UTC. */
  readonly started_at: string;
}

/** A row of `MOVE_CLAIMS_OF_ENCOUNTERS`. */
interface MovedClaims {
  readonly country: CountryCode;
  readonly id: string;
  readonly digest: string;
  readonly new_country: CountryCode;
  readonly new_id: string;
  readonly is_from_fhir: boolean;
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
  ): Promise<RecordedEncounter[]> {
    if (groups.length === 0) return [];
    const country = ownCountry(caller);
    const rows = await mapInTurns(
      groups,
      ({ encounter: { patientId, startedAt, content }, externalId, addressId }, item) => ({
        item,
        external_id: externalId ?? null,
        address_id: addressId,
        digest: digestOf({ country, patientId, patientSystem: content.patientSystem, startedAt }),
        patient_id: patientId,
        started_at: startedAt.toISOString(),
        content: externalId === undefined ? content : { ...content, hasExternalId: true },
      }),
    );
    const adopted = await this.findAddressed(transaction, rows, caller);
    const recorded = await transaction.rows(RECORD_ENCOUNTERS, {
      encounters: JSON.stringify(rows.map((row) => ({ ...row, ...adopted.get(row.item) }))),
      accountId: caller.userId,
      country,
    });
    await this.moveClaims(
      transaction,
      recorded.flatMap(({ item, id, superseded }) => {
        const digest = rows[item]?.digest;
        return superseded && digest !== undefined
          ? [{ ...superseded, digest, new_country: country, new_id: id, is_from_fhir: true }]
          : [];
      }),
      caller,
    );
    const counted = await this.findSupersededCounted(transaction, recorded);
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
      return {
        ...toStoredEncounter(row),
        isFromFhir: row.isFromFhir,
        isNew: newIds.has(item),
        supersedesCounted: counted.has(item),
      };
    });
  }

  /**
   * Returns the Encounters that items had before they got identifiers, keyed by item. Erased ones of the same start are among them, so
   * that they do not come back: the claim leads to one without a digest, from which a patient's number could be guessed.
   */
  private async findAddressed(
    transaction: Transaction,
    rows: readonly AddressedRow[],
    caller: Caller,
  ): Promise<ReadonlyMap<number, { readonly adopted_id: string; readonly digest?: '' }>> {
    const addressed = rows.filter(({ address_id }) => address_id !== undefined);
    if (addressed.length === 0) return new Map();
    const encounters = JSON.stringify(addressed);
    const found = await transaction.rows(LOCK_ADDRESSED_ENCOUNTERS, {
      encounters,
      accountId: caller.userId,
    });
    const erasedIds = found.flatMap(({ id, isErased }) => (isErased ? id : []));
    const erased = await this.findOwned(transaction, erasedIds, caller);
    const starts = new Map(addressed.map(({ item, started_at }) => [item, started_at]));
    return new Map(
      found.flatMap(({ item, id, isErased }) => {
        if (!isErased) return [[item, { adopted_id: id }]];
        const isSame = erased.get(id)?.startedAt.toISOString() === starts.get(item);
        return isSame ? [[item, { adopted_id: id, digest: '' }]] : [];
      }),
    );
  }

  /** Returns the items that took over the claim of an Encounter to which a concurrent transaction has added a Condition. */
  private async findSupersededCounted(
    transaction: Transaction,
    recorded: readonly z.output<typeof RECORD_ENCOUNTERS.row>[],
  ): Promise<Set<number>> {
    const encounters = recorded.flatMap(({ superseded }) => superseded ?? []);
    if (encounters.length === 0) return new Set();
    const found = await transaction.rows(FIND_COUNTED_ENCOUNTERS, {
      encounters: JSON.stringify(encounters),
      countries: listCountries(encounters),
    });
    const counted = new Set(found.map(({ id }) => id));
    return new Set(
      recorded.flatMap(({ item, superseded }) => (superseded && counted.has(superseded.id) ? [item] : [])),
    );
  }

  /**
   * Returns the ids of the Encounters whose claim other content has taken over; locks the claims of the others until the end of
   * the transaction.
   */
  async findSuperseded(
    transaction: Transaction,
    encounters: readonly StoredEncounter[],
    { userId }: Caller,
  ): Promise<Set<string>> {
    const identified = encounters.filter(({ hasExternalId }) => hasExternalId);
    if (identified.length === 0) return new Set();
    const ids = identified.map(({ id }) => id);
    const claims = await transaction.rows(LOCK_CLAIMS_OF_ENCOUNTERS, {
      accountId: userId,
      countries: listCountries(identified),
      ids,
    });
    const claimed = new Set(claims.map(({ id }) => id));
    return new Set(ids.filter((id) => !claimed.has(id)));
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
    if (consultations.length === 0) return new Map();
    const rows = await transaction.rows(FIND_ENCOUNTERS_OF_CONSULTATIONS, {
      consultations: JSON.stringify(consultations.map(({ country, id }) => ({ country, id }))),
      countries: listCountries(consultations),
    });
    return new Map(rows.map((row) => [row.consultationId, toStoredEncounter(row)]));
  }

  /** Returns the consultations of existing Encounters, the first one first. */
  async findConsultations(
    transaction: Transaction,
    encounters: readonly StoredEncounter[],
  ): Promise<ConsultationOfEncounter[]> {
    if (encounters.length === 0) return [];
    const ids = new Map(encounters.map(({ country, id }) => [id, { country, id }]));
    return transaction.rows(FIND_CONSULTATIONS_OF_ENCOUNTERS, {
      encounters: JSON.stringify([...ids.values()]),
      countries: listCountries(encounters),
    });
  }

  /** Locks Encounters until the end of the transaction. */
  async lock(transaction: Transaction, encounters: readonly StoredEncounter[]): Promise<void> {
    const byCountry = groupBy(encounters, ({ country }) => country);
    for (const country of listCountries(encounters).sort())
      await transaction.rows(LOCK_ENCOUNTERS, {
        country,
        ids: (byCountry.get(country) ?? []).map(({ id }) => id),
      });
  }

  /** Replaces Encounters that the same transaction recorded by existing ones, which have their external ids from then on. */
  async replaceNew(
    transaction: Transaction,
    replaced: readonly (readonly [StoredEncounter, StoredEncounter])[],
    caller: Caller,
  ): Promise<void> {
    if (replaced.length === 0) return;
    const moved = replaced.map(([encounter, existing]) => ({
      country: encounter.country,
      id: encounter.id,
      digest: digestOf(encounter),
      new_country: existing.country,
      new_id: existing.id,
      is_from_fhir: existing.isFromFhir,
    }));
    await this.moveClaims(transaction, moved, caller);
    const ids = replaced.map(([{ id }]) => id);
    await transaction.run(DELETE_ENCOUNTERS, { country: ownCountry(caller), ids });
  }

  private async moveClaims(
    transaction: Transaction,
    moved: readonly MovedClaims[],
    { userId }: Caller,
  ): Promise<void> {
    if (moved.length === 0) return;
    const encounters = JSON.stringify(moved);
    await transaction.run(MOVE_CLAIMS_OF_ENCOUNTERS, { encounters, accountId: userId });
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

function listCountries(records: readonly { readonly country: CountryCode }[]): CountryCode[] {
  return [...new Set(records.map(({ country }) => country))];
}
