import { Injectable } from '@nestjs/common';
import { recordsOfAccount } from '../../../platform/access/accessible-records';
import type { Caller } from '../../../platform/access/caller';
import { AuditTrail } from '../../../platform/audit/audit-trail.service';
import { touchedRecords } from '../../../platform/contract/audit-rule';
import type { Transaction } from '../../../platform/database/database';
import { mapInTurns } from '../../../platform/limits/current-turns';
import type { CountryCode } from '../../../shared/country';
import { ownCountry } from '../../../platform/access/record-country';
import {
  adopt,
  type CheckedConsultation,
  ConsultationRecordingService,
  ConsultationRecordsService,
  type ItemOutcome,
  type NewConsultation,
} from '../../../modules/consultations';
import type { EntryOutcomes } from '../bundle/entry-outcome';
import type { Problem } from '../operation-outcome';
import { type CountedCases, CountedPathologiesService } from './counted-pathologies.service';
import type { EncounterGroup } from './encounter-group';
import { EncounterMatcherService, createNotFoundProblem } from './encounter-matcher.service';
import { EncounterRefusals } from './encounter-refusals';
import { EncountersStore } from './encounters.store';
import type { StoredEncounter } from './stored-encounter';
import { findReplacementEncounters } from './replacement-encounters';
import {
  type Case,
  type ResolvedCase,
  type StoredConsultation,
  createOtherPathologyProblem,
  createSupersededProblem,
  findConflict,
  hasPathology,
  resolveDuplicates,
  toEntryOutcomes,
  toExistingConsultation,
  toStoredConsultation,
} from './resolved-cases';

/** Records Encounters, and their Conditions as consultations. */
@Injectable()
export class EncountersRecorderService {
  constructor(
    private readonly recording: ConsultationRecordingService,
    private readonly records: ConsultationRecordsService,
    private readonly store: EncountersStore,
    private readonly matcher: EncounterMatcherService,
    private readonly counted: CountedPathologiesService,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Records them in the transaction, with the audit event.
   * @throws EncountersRefusedError if any of them cannot be recorded
   * @throws StalePathologyError if the pathology of a Condition is not the one that it was planned with
   */
  async record(
    transaction: Transaction,
    groups: readonly EncounterGroup[],
    caller: Caller,
  ): Promise<EntryOutcomes> {
    const encounters = await this.matcher.matchOrRecord(transaction, groups, caller);
    const cases = await this.checkCases(transaction, { groups, encounters, caller });
    const counted = await this.counted.find(transaction, cases, caller);
    const distinct = cases.filter((one) => !counted.duplicates.has(one));
    const resolved = await this.resolveCases(transaction, distinct, { caller, counted });
    await this.counted.assertReplacedNames(transaction, groups);
    const moved = await this.moveToExistingEncounters(transaction, resolved, { caller, counted });
    await this.counted.assertCountedOnce(transaction, moved, counted.adopted);
    const final = [...moved, ...resolveDuplicates(moved, counted.duplicates)];
    await this.store.recordConditions(
      transaction,
      final.flatMap(({ encounter, condition: { content }, consultation: { isNew, country, id } }) =>
        isNew ? [{ country, consultationId: id, encounterId: encounter.id, content }] : [],
      ),
    );
    const touched = touchedRecords([
      ...groups.flatMap((group) => (group.conditions.length === 0 ? (encounters.get(group) ?? []) : [])),
      ...final.flatMap(({ encounter, consultation }) => [encounter, consultation]),
    ]);
    await this.audit.writeIn(
      transaction,
      touched.map((each) => ({ ...each, action: 'fhir.record', caller })),
    );
    return toEntryOutcomes(final);
  }

  /** Checks the consultation of each Condition that has no address of this platform. */
  private async checkCases(
    transaction: Transaction,
    { groups, encounters, caller }: EncountersOfGroups,
  ): Promise<Case[]> {
    const unchecked = groups.flatMap((group) => {
      const encounter = encounters.get(group);
      if (!encounter) throw new Error('a group has no Encounter');
      return group.conditions.map((condition) => ({ group, encounter, condition, checked: undefined }));
    });
    const toRecord = unchecked.filter(({ condition }) => condition.identity.recordedId === undefined);
    const country = ownCountry(caller);
    const consultations = await mapInTurns(toRecord, (one) => toNewConsultation(one, country));
    const results = await this.recording.check(transaction, consultations, caller);
    const checked = new Map<Case, CheckedConsultation | undefined>(
      toRecord.map((one, index) => [one, results[index]]),
    );
    return unchecked.map((one) => ({ ...one, checked: checked.get(one) }));
  }

  /** Records the consultation of each case, or finds the existing one. */
  private async resolveCases(
    transaction: Transaction,
    cases: readonly Case[],
    { caller, counted: { recorded, adopted } }: CountingContext,
  ): Promise<ResolvedCase[]> {
    const country = ownCountry(caller);
    const casesToRecord = cases.filter((one) => one.checked && !recorded.has(one));
    const checked = casesToRecord.flatMap(({ checked: each, condition }) =>
      each ? adopt(each, adopted.ids.get(condition)) : [],
    );
    const results = await this.recording.recordChecked(transaction, checked, caller);
    const outcomes = new Map(casesToRecord.map((one, index) => [one, results[index]]));
    const existing = new Map<Case, StoredConsultation | Problem>([
      ...(await this.findExisting(transaction, cases, { caller, outcomes })),
      ...recorded,
    ]);
    const recordedGroups = new Map(
      [...outcomes].flatMap(
        ([
          {
            group,
            condition: { externalId },
          },
          outcome,
        ]) => (outcome?.status === 'recorded' && externalId !== undefined ? [[externalId, group]] : []),
      ),
    );
    const resolved: ResolvedCase[] = [];
    const refusals = new EncounterRefusals();
    await mapInTurns(cases, (one) => {
      const { group, condition } = one;
      const outcome = outcomes.get(one);
      const result =
        existing.get(one) ??
        (outcome ? toStoredConsultation(one, outcome) : createNotFoundProblem(condition.index));
      const problem = 'status' in result ? result : result.isNew ? findConflict(one, country) : undefined;
      const other =
        outcome?.status === 'refused' ? recordedGroups.get(condition.externalId ?? '') : undefined;
      if (problem) refusals.add(group, problem, other);
      else if (!('status' in result)) resolved.push({ ...one, consultation: result });
    });
    refusals.throwIfAny();
    return resolved;
  }

  /** Finds the consultations of a `fullUrl` of this platform, or that their content differs, and those that `ifNoneExist` found. */
  private async findExisting(
    transaction: Transaction,
    cases: readonly Case[],
    { caller: { userId }, outcomes }: RecordingResult,
  ): Promise<Map<Case, StoredConsultation | Problem>> {
    const conflicting = cases.filter((one) => {
      const outcome = outcomes.get(one);
      return (
        one.condition.identity.ifNoneExist && outcome?.status === 'refused' && outcome.code === 'CONFLICT'
      );
    });
    const ids = cases.flatMap(({ condition }) => condition.identity.recordedId ?? []);
    const externalIds = conflicting.flatMap(({ condition }) => condition.externalId ?? []);
    const records = await this.records.findByIds(ids, recordsOfAccount(userId), transaction);
    const byId = new Map(records.map((record) => [record.id, record]));
    const byExternalId = await this.records.findByExternalIds(externalIds, userId, transaction);
    const existing = new Map<Case, StoredConsultation | Problem>();
    for (const one of cases) {
      const { identity, externalId = '' } = one.condition;
      const outcome = outcomes.get(one);
      const record =
        identity.recordedId === undefined ? byExternalId.get(externalId) : byId.get(identity.recordedId);
      if (record && (outcome === undefined || outcome.status === 'refused')) {
        const isOther = !identity.ifNoneExist && !hasPathology(one.condition, record);
        existing.set(
          one,
          isOther ? createOtherPathologyProblem(one.condition.index) : toExistingConsultation(record),
        );
      }
    }
    return existing;
  }

  /** Moves cases to the Encounters in which their Conditions were first recorded. */
  private async moveToExistingEncounters(
    transaction: Transaction,
    cases: readonly ResolvedCase[],
    { caller, counted }: CountingContext,
  ): Promise<readonly ResolvedCase[]> {
    const existing = cases.flatMap(({ consultation }) => (consultation.isNew ? [] : [consultation]));
    const byConsultation = await this.store.findByConsultations(transaction, existing);
    const replacements = findReplacementEncounters(cases, {
      byConsultation,
      expected: counted.existingEncounters,
      country: ownCountry(caller),
    });
    // A duplicate is not among the cases, and may be the only known Condition of its Encounter.
    const duplicates = [...counted.duplicates.keys()];
    for (const { encounter } of duplicates) {
      const other = encounter.isNew ? counted.existingEncounters.get(encounter.id) : undefined;
      if (other && !replacements.has(encounter.id)) replacements.set(encounter.id, other);
    }
    const final = cases.map((one) => ({
      ...one,
      encounter: replacements.get(one.encounter.id) ?? one.encounter,
    }));
    await this.refuseSuperseded(transaction, final, { caller, replacements });
    const replaced = new Map(
      [...cases, ...duplicates].map(({ encounter }) => [encounter, replacements.get(encounter.id)]),
    );
    await this.store.replaceNew(
      transaction,
      [...replaced].flatMap(([encounter, other]) => (other ? [[encounter, other] as const] : [])),
      caller,
    );
    return final;
  }

  /**
   * Refuses cases of Encounters that were replaced, and prevents that the others are until the transaction ends. Only an
   * address or a known Condition leads to a replaced one; the claim that led to any other is locked already.
   */
  private async refuseSuperseded(
    transaction: Transaction,
    cases: readonly ResolvedCase[],
    { caller, replacements }: Replacements,
  ): Promise<void> {
    const moved = new Set(replacements.values());
    const reached = cases.filter(
      ({ group, encounter, consultation }) =>
        moved.has(encounter) || (consultation.isNew && group.encounter.identity.recordedId !== undefined),
    );
    const encounters = reached.map(({ encounter }) => encounter);
    const superseded = await this.store.findSuperseded(transaction, encounters, caller);
    const refusals = new EncounterRefusals();
    for (const { group, encounter, condition } of reached)
      if (superseded.has(encounter.id)) refusals.add(group, createSupersededProblem(condition.index));
    refusals.throwIfAny();
  }
}

interface Replacements {
  readonly caller: Caller;
  /** Existing Encounters, keyed by the id of the new one that they replace. */
  readonly replacements: ReadonlyMap<string, StoredEncounter>;
}

interface EncountersOfGroups {
  readonly groups: readonly EncounterGroup[];
  readonly encounters: ReadonlyMap<EncounterGroup, StoredEncounter>;
  readonly caller: Caller;
}

interface CountingContext {
  readonly caller: Caller;
  readonly counted: CountedCases;
}

interface RecordingResult {
  readonly caller: Caller;
  readonly outcomes: ReadonlyMap<Case, ItemOutcome | undefined>;
}

/** Takes patient, date and country from the stored Encounter, which may differ under `ifNoneExist`. */
function toNewConsultation({ encounter, condition }: Case, ownCountryCode: CountryCode): NewConsultation {
  const { patientId, startedAt, country } = encounter;
  const { pathologyCode, pathologyName } = condition.pathology;
  return {
    pathologyCode,
    pathologyName,
    patientId,
    consultationDate: startedAt,
    externalId: condition.externalId,
    earlierIds: condition.earlierIds,
    // It was looked up in the caller's own country.
    ...(country === ownCountryCode ? { expectedKey: condition.pathology.key } : { country }),
  };
}
