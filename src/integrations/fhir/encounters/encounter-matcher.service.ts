import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import { ownCountry } from '../../../platform/access/filing-country';
import { ConsultationRecordsService } from '../../../modules/consultations';
import { formatEntryPath } from '../bundle/parse-bundle';
import { EncountersStore, type StoredEncounter } from './encounters.store';
import type { Problem } from '../operation-outcome';
import { toStoredEncounter, describeDifferences, fromRecord, formatResourcePath } from './resolved-cases';
import type { EncounterGroup } from './encounter-group';
import { EncounterRefusals } from './encounter-refusals';

/** The Encounters of visits: recorded now, recorded before, or read here and sent back. */
@Injectable()
export class EncounterMatcherService {
  constructor(
    private readonly records: ConsultationRecordsService,
    private readonly store: EncountersStore,
  ) {}

  /** @throws VisitsRefused where one was recorded before with other content, or is not the account's */
  async record(
    manager: EntityManager,
    groups: readonly EncounterGroup[],
    caller: Caller,
  ): Promise<Map<EncounterGroup, StoredEncounter>> {
    const country = ownCountry(caller);
    const sent = groups.filter(({ encounter }) => encounter.identity.recordedId === undefined);
    const recorded = await this.store.record(manager, sent, caller);
    const newIds = new Set(recorded.flatMap(({ isNew, id }) => (isNew ? [id] : [])));
    const stored = await this.sentBack(manager, groups, caller);
    const refusals = new EncounterRefusals();
    for (const [index, group] of sent.entries()) {
      const encounter = recorded[index];
      if (!encounter) throw new Error('a visit without an Encounter');
      stored.set(group, encounter);
      const differing = describeDifferences(group, encounter, country);
      if (differing === undefined || group.encounter.identity.ifNoneExist) continue;
      refusals.add(group, recordedBefore(group, differing), newIds.has(encounter.id));
    }
    for (const group of groups) if (!stored.has(group)) refusals.add(group, notHere(group.encounter.index));
    refusals.throwIfAny();
    return stored;
  }

  /** Those that have the address of what the account recorded: an Encounter, or a consultation that is one of its own. */
  private async sentBack(
    manager: EntityManager,
    groups: readonly EncounterGroup[],
    caller: Caller,
  ): Promise<Map<EncounterGroup, StoredEncounter>> {
    const ids = groups.flatMap(({ encounter }) => encounter.identity.recordedId ?? []);
    const owned = await this.store.owned(manager, ids, caller);
    const others = await this.records.byIds(
      ids.filter((id) => !owned.has(id)),
      caller.userId,
      manager,
    );
    for (const record of others) owned.set(record.id, toStoredEncounter(fromRecord(record)));
    return new Map(
      groups.flatMap((group) => {
        const encounter = owned.get(group.encounter.identity.recordedId ?? '');
        return encounter ? [[group, encounter]] : [];
      }),
    );
  }
}

function recordedBefore({ encounter: { index } }: EncounterGroup, differing: string): Problem {
  const text = `this Encounter was recorded before with another ${differing}`;
  return { status: 409, code: 'conflict', text, expression: formatResourcePath(index) };
}

/** What is answered of an address of this platform at which the account recorded nothing. */
export function notHere(index: number): Problem {
  const text = 'the account has recorded nothing of this address';
  return { status: 422, code: 'not-found', text, expression: `${formatEntryPath(index)}.fullUrl` };
}
