import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import { ownCountry } from '../../../platform/access/filing-country';
import { ConsultationRecordsService } from '../../../modules/consultations';
import { entryPath } from '../bundle/bundle-entries';
import { EncountersStore, type StoredEncounter } from './encounters.store';
import type { Problem } from '../outcome';
import { asEncounter, differences, earlierCase, resourcePath } from './settled-cases';
import type { Visit } from './visit';
import { Refusals } from './visits-refused';

/** The Encounters of visits: recorded now, recorded before, or read here and sent back. */
@Injectable()
export class VisitEncountersService {
  constructor(
    private readonly records: ConsultationRecordsService,
    private readonly store: EncountersStore,
  ) {}

  /** @throws VisitsRefused where one was recorded before with other content, or is not the account's */
  async record(
    manager: EntityManager,
    visits: readonly Visit[],
    caller: Caller,
  ): Promise<Map<Visit, StoredEncounter>> {
    const country = ownCountry(caller);
    const sent = visits.filter(({ encounter }) => encounter.identity.recordedId === undefined);
    const recorded = await this.store.record(manager, sent, caller);
    const newIds = new Set(recorded.flatMap(({ isNew, id }) => (isNew ? [id] : [])));
    const stored = await this.sentBack(manager, visits, caller);
    const refusals = new Refusals();
    for (const [index, visit] of sent.entries()) {
      const encounter = recorded[index];
      if (!encounter) throw new Error('a visit without an Encounter');
      stored.set(visit, encounter);
      const differing = differences(visit, encounter, country);
      if (differing === undefined || visit.encounter.identity.ifNoneExist) continue;
      refusals.add(visit, recordedBefore(visit, differing), newIds.has(encounter.id));
    }
    for (const visit of visits) if (!stored.has(visit)) refusals.add(visit, notHere(visit.encounter.index));
    refusals.throwIfAny();
    return stored;
  }

  /** Those that have the address of what the account recorded: an Encounter, or a consultation that is one of its own. */
  private async sentBack(
    manager: EntityManager,
    visits: readonly Visit[],
    caller: Caller,
  ): Promise<Map<Visit, StoredEncounter>> {
    const ids = visits.flatMap(({ encounter }) => encounter.identity.recordedId ?? []);
    const owned = await this.store.owned(manager, ids, caller);
    const others = await this.records.byIds(
      ids.filter((id) => !owned.has(id)),
      caller.userId,
      manager,
    );
    for (const record of others) owned.set(record.id, asEncounter(earlierCase(record)));
    return new Map(
      visits.flatMap((visit) => {
        const encounter = owned.get(visit.encounter.identity.recordedId ?? '');
        return encounter ? [[visit, encounter]] : [];
      }),
    );
  }
}

function recordedBefore({ encounter: { index } }: Visit, differing: string): Problem {
  const text = `this Encounter was recorded before with another ${differing}`;
  return { status: 409, code: 'conflict', text, expression: resourcePath(index) };
}

/** What is answered of an address of this platform at which the account recorded nothing. */
export function notHere(index: number): Problem {
  const text = 'the account has recorded nothing of this address';
  return { status: 422, code: 'not-found', text, expression: `${entryPath(index)}.fullUrl` };
}
