import { Injectable } from '@nestjs/common';
import { recordsOfAccount } from '../../../platform/access/accessible-records';
import type { Caller } from '../../../platform/access/caller';
import { mapInTurns } from '../../../platform/limits/current-turns';
import type { Transaction } from '../../../platform/database/database';
import { ownCountry } from '../../../platform/access/record-country';
import { ConsultationRecordsService } from '../../../modules/consultations';
import { formatEntryPath } from '../bundle/parse-bundle';
import { EncountersStore } from './encounters.store';
import type { StoredEncounter } from './stored-encounter';
import type { Problem } from '../operation-outcome';
import {
  describeDifferences,
  formatResourcePath,
  toConsultationEncounter,
  toExistingConsultation,
} from './resolved-cases';
import type { EncounterGroup } from './encounter-group';
import { EncounterRefusals } from './encounter-refusals';

const ADDED_MEANWHILE =
  'another request has added a Condition to this Encounter, which was recorded before with other content: void that one, too';

/** Matches Encounters of a Bundle to stored Encounters. */
@Injectable()
export class EncounterMatcherService {
  constructor(
    private readonly records: ConsultationRecordsService,
    private readonly store: EncountersStore,
  ) {}

  /**
   * Returns the stored Encounter of each group; records those that are new.
   * @throws EncountersRefusedError if one was recorded with other content, or by another account
   */
  async matchOrRecord(
    transaction: Transaction,
    groups: readonly EncounterGroup[],
    caller: Caller,
  ): Promise<Map<EncounterGroup, StoredEncounter>> {
    const country = ownCountry(caller);
    const groupsToRecord = groups.filter(({ encounter }) => encounter.identity.recordedId === undefined);
    const recorded = await this.store.record(transaction, groupsToRecord, caller);
    const recordedGroups = new Map(
      groupsToRecord.flatMap((group, index) => {
        const encounter = recorded[index];
        return encounter?.isNew ? [[encounter.id, group]] : [];
      }),
    );
    const stored = await this.findByUrl(transaction, groups, caller);
    const refusals = new EncounterRefusals();
    await mapInTurns(groupsToRecord, (group, index) => {
      const encounter = recorded[index];
      if (!encounter) throw new Error('a group has no Encounter');
      stored.set(group, encounter);
      if (!encounter.supersedesCounted) return;
      const expression = formatResourcePath(group.encounter.index);
      refusals.add(group, { status: 409, code: 'conflict', text: ADDED_MEANWHILE, expression });
    });
    for (const group of groups) {
      const { index, identity } = group.encounter;
      const encounter = stored.get(group);
      if (!encounter) refusals.add(group, createNotFoundProblem(index));
      const differences = encounter && describeDifferences(group, encounter, country);
      if (differences === undefined || identity.ifNoneExist) continue;
      const text = `this Encounter was recorded before with another ${differences}`;
      const problem: Problem = { status: 409, code: 'conflict', text, expression: formatResourcePath(index) };
      refusals.add(group, problem, recordedGroups.get(encounter?.id ?? ''));
    }
    refusals.throwIfAny();
    return stored;
  }

  /** Finds the Encounters whose `fullUrl` is a URL of this platform. */
  private async findByUrl(
    transaction: Transaction,
    groups: readonly EncounterGroup[],
    caller: Caller,
  ): Promise<Map<EncounterGroup, StoredEncounter>> {
    const ids = groups.flatMap(({ encounter }) => encounter.identity.recordedId ?? []);
    const owned = await this.store.findOwned(transaction, ids, caller);
    const consultations = await this.records.findByIds(
      ids.filter((id) => !owned.has(id)),
      recordsOfAccount(caller.userId),
      transaction,
    );
    for (const record of consultations) {
      owned.set(record.id, toConsultationEncounter(toExistingConsultation(record)));
    }
    return new Map(
      groups.flatMap((group) => {
        const encounter = owned.get(group.encounter.identity.recordedId ?? '');
        return encounter ? [[group, encounter]] : [];
      }),
    );
  }
}

/** Returns the problem of a `fullUrl` of this platform that the account has not recorded. */
export function createNotFoundProblem(index: number): Problem {
  const text = 'the account has recorded nothing of this address';
  return { status: 422, code: 'not-found', text, expression: `${formatEntryPath(index)}.fullUrl` };
}
