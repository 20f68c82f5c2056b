import { Injectable } from '@nestjs/common';
import { recordsOfAccount } from '../../../platform/access/accessible-records';
import type { Caller } from '../../../platform/access/caller';
import { ownCountry } from '../../../platform/access/record-country';
import type { CountryCode } from '../../../shared/country';
import type { Transaction } from '../../../platform/database/database';
import { groupBy } from '../../../shared/groups';
import {
  type ClaimedConsultation,
  ConsultationRecordingService,
  type ConsultationRecord,
  ConsultationRecordsService,
  PathologyCatalogueService,
  StalePathologyError,
} from '../../../modules/consultations';
import { type AdoptedConsultations, AdoptedConsultationsService } from './adopted-consultations.service';
import type { EncounterGroup } from './encounter-group';
import type { ConsultationOfEncounter } from './encounters.sql';
import { EncountersStore } from './encounters.store';
import type { StoredEncounter } from './stored-encounter';
import {
  type Case,
  type ResolvedCase,
  type StoredConsultation,
  describeDifferences,
  formatPathology,
  formatStoredPathology,
  toExistingConsultation,
} from './resolved-cases';

/** Cases that are not recorded, because their Encounters have their pathologies already. */
export interface CountedCases {
  /** The consultations that earlier requests recorded. */
  readonly recorded: ReadonlyMap<Case, StoredConsultation>;
  /** The cases of the same Encounter and pathology. */
  readonly duplicates: ReadonlyMap<Case, Case>;
  /** The existing Encounters of new ones with a known Condition, keyed by the id of the new one. */
  readonly existingEncounters: ReadonlyMap<string, StoredEncounter>;
  /** The consultations that were recorded before their Conditions had identifiers. */
  readonly adopted: AdoptedConsultations;
}

/** Ensures that a pathology counts once in an Encounter, whatever led to it, or once for each identifier of its Conditions. */
@Injectable()
export class CountedPathologiesService {
  constructor(
    private readonly recording: ConsultationRecordingService,
    private readonly records: ConsultationRecordsService,
    private readonly store: EncountersStore,
    private readonly catalogue: PathologyCatalogueService,
    private readonly adopted: AdoptedConsultationsService,
  ) {}

  /** Finds the cases without identifiers of their own that need not be recorded. Those of which the external id is known are left out. */
  async find(transaction: Transaction, cases: readonly Case[], caller: Caller): Promise<CountedCases> {
    const known = await this.findKnown(transaction, cases, caller);
    const existing = await this.findExistingEncounters(transaction, known, ownCountry(caller));
    const final = cases.map((one) => ({
      ...one,
      one,
      encounter: existing.get(one.encounter.id) ?? one.encounter,
    }));
    const isRecorded = (one: Case) => known.get(one)?.fate === 'alreadyRecorded';
    const originals = new Map<string, Case>();
    const duplicates = new Map<Case, Case>();
    for (const each of [...final.filter(hasOwnIdentity), ...final.filter((each) => !hasOwnIdentity(each))]) {
      const pathology = formatPathology(each);
      const original = originals.get(pathology);
      if (!original) originals.set(pathology, each.one);
      else if (!hasOwnIdentity(each)) duplicates.set(each.one, original);
    }
    const searched = final.filter(
      (each) =>
        !each.encounter.isNew && !hasOwnIdentity(each) && !duplicates.has(each.one) && !isRecorded(each.one),
    );
    const identified = final.filter((each) => {
      const claimed = known.get(each.one);
      return (!claimed || claimed.fate === 'replaces') && canAdopt(each, ownCountry(caller));
    });
    const stored = await this.findConsultations(transaction, [...searched, ...identified]);
    const found = mapByPathology(stored);
    return {
      adopted: await this.adopted.choose(transaction, identified, stored),
      duplicates,
      existingEncounters: existing,
      recorded: new Map(
        searched.flatMap((each) => {
          const consultation = found.get(formatPathology(each));
          return consultation ? [[each.one, consultation]] : [];
        }),
      ),
    };
  }

  /**
   * Checks that names which were replaced by codes mean the pathologies of these, once these are created.
   * @throws StalePathologyError if another transaction gave a name its own pathology, or the code another name, meanwhile
   */
  async assertReplacedNames(transaction: Transaction, groups: readonly EncounterGroup[]): Promise<void> {
    const conditions = groups.flatMap((group) => group.conditions);
    const names = conditions.flatMap(({ replacedName }) => replacedName ?? []);
    const known = await this.catalogue.findByNames(names, transaction);
    for (const { replacedName, pathology } of conditions) {
      if (replacedName && known.find(replacedName)?.key !== pathology.key)
        throw new StalePathologyError('a name or its code has got a pathology of its own meanwhile');
    }
  }

  /**
   * Checks recorded and adopting cases again, and lets other transactions that add to their Encounters wait.
   * @param adopted what the cases were to adopt
   * @throws StalePathologyError if another one has added the same pathology meanwhile, or adopted its consultation. Whatever can be
   * seen without others has to be found by `find`, or refused: a repetition does not change it
   */
  async assertCountedOnce(
    transaction: Transaction,
    cases: readonly ResolvedCase[],
    adopted: AdoptedConsultations,
  ): Promise<void> {
    const isAdopting = ({ condition, consultation }: ResolvedCase) =>
      adopted.ids.get(condition) === consultation.id;
    const changed = cases.filter(
      (one) => !one.encounter.isNew && (one.consultation.isNew || isAdopting(one)),
    );
    if (changed.length === 0) return;
    await this.store.lock(
      transaction,
      changed.map(({ encounter }) => encounter),
    );
    const stored = await this.findConsultations(transaction, changed);
    const found = mapByPathology(stored);
    const added = changed.filter((one) => !hasOwnIdentity(one));
    const identified = changed.filter((one) => hasOwnIdentity(one) && one.consultation.isNew);
    const adopting = changed.filter(isAdopting);
    const adoptable = await this.adopted.findAdoptable(transaction, stored);
    // A consultation is adoptable again if a Condition of this request has taken over the external id that had adopted it.
    const passedIds = new Set([...adopted.unadoptable, ...adopting.map(({ consultation: { id } }) => id)]);
    if (
      added.some((one) => found.has(formatPathology(one))) ||
      new Set(added.map(formatPathology)).size < added.length ||
      identified.some((one) => adoptable.get(formatPathology(one))?.some((id) => !passedIds.has(id))) ||
      !(await this.adopted.areAdoptedOnce(transaction, adopting, stored))
    )
      throw new StalePathologyError('an Encounter has got the same pathology meanwhile');
  }

  /**
   * Finds the consultations of the addresses and external ids of cases, in existing Encounters and in new ones of several Conditions:
   * one alone has nothing to add to an Encounter that it leads to.
   */
  private async findKnown(
    transaction: Transaction,
    cases: readonly Case[],
    caller: Caller,
  ): Promise<ReadonlyMap<Case, ClaimedConsultation>> {
    const searched = [...groupBy(cases, ({ encounter }) => encounter.id).values()].flatMap((group) =>
      group.length > 1 || group.some(({ encounter }) => !encounter.isNew) ? group : [],
    );
    const ids = searched.flatMap(({ condition: { identity } }) => identity.recordedId ?? []);
    const records = await this.records.findByIds(ids, recordsOfAccount(caller.userId), transaction);
    const byId = new Map(records.map((record) => [record.id, record]));
    const checked = searched.flatMap((one) => one.checked ?? []);
    const claimed = await this.recording.findClaimed(transaction, checked, caller);
    return new Map(
      searched.flatMap((one) => {
        const record = byId.get(one.condition.identity.recordedId ?? '');
        const found = one.checked ? claimed.get(one.checked) : record && toKnown(record);
        return found ? [[one, found]] : [];
      }),
    );
  }

  /** Finds the existing Encounters of the consultations that new ones have, keyed by the id of the new one. */
  private async findExistingEncounters(
    transaction: Transaction,
    known: ReadonlyMap<Case, ClaimedConsultation>,
    country: CountryCode,
  ): Promise<ReadonlyMap<string, StoredEncounter>> {
    const lasting = [...known].filter(([{ encounter }, { fate }]) => encounter.isNew && fate !== 'replaces');
    const byConsultation = await this.store.findByConsultations(
      transaction,
      lasting.map(([, record]) => record),
    );
    return new Map(
      lasting.flatMap(([{ group, encounter }, { id }]) => {
        const existing = byConsultation.get(id);
        // With other content, it is refused, or the new Encounter corrects it.
        const isSame = existing && describeDifferences(group, existing, country) === undefined;
        return isSame ? [[encounter.id, existing]] : [];
      }),
    );
  }

  private findConsultations(
    transaction: Transaction,
    cases: readonly Case[],
  ): Promise<ConsultationOfEncounter[]> {
    return this.store.findConsultations(
      transaction,
      cases.map(({ encounter }) => encounter),
    );
  }
}

/** Returns a consultation of each Encounter and pathology, preferably one that is not voided, keyed by both. */
function mapByPathology(rows: readonly ConsultationOfEncounter[]): ReadonlyMap<string, StoredConsultation> {
  // The last one of a pathology is in the map.
  const sorted = rows.toSorted(
    (one, other) => Number(one.voidedAt === null) - Number(other.voidedAt === null),
  );
  return new Map(sorted.map((row) => [formatStoredPathology(row), toExistingConsultation(row)]));
}

/** A record of the account with the address of a Condition. */
function toKnown({ country, id }: ConsultationRecord): ClaimedConsultation {
  return { country, id, fate: 'alreadyRecorded' };
}

/** Whether a Condition has an identifier, and the record of the same one without it may be in its Encounter. */
function canAdopt(one: Case, country: CountryCode): boolean {
  const { group, encounter, condition } = one;
  return (
    condition.identity.token !== undefined &&
    condition.identity.recordedId === undefined &&
    !encounter.isNew &&
    encounter.isFromFhir &&
    describeDifferences(group, encounter, country) === undefined
  );
}

/** Whether a Condition is recognised by itself; otherwise it is its pathology in its Encounter. */
function hasOwnIdentity({ condition: { identity } }: Case): boolean {
  return identity.token !== undefined || identity.recordedId !== undefined;
}
