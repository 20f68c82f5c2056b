import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import type { CountryCode } from '../../../shared/country';
import { ownCountry } from '../../../platform/access/filing-country';
import {
  ConsultationLinesService,
  ConsultationRecordsService,
  type LineOutcome,
  type NewConsultation,
} from '../../../modules/consultations';
import type { Outcomes } from '../bundle/entry-outcome';
import { findReplacementEncounters } from './replacement-encounters';
import { EncountersStore } from './encounters.store';
import type { Problem } from '../operation-outcome';
import {
  type Case,
  type ResolvedCase,
  type StoredConsultation,
  describeDifferences,
  fromRecord,
  toEntryOutcomes,
  formatResourcePath,
  toStoredConsultation,
} from './resolved-cases';
import type { EncounterGroup } from './encounter-group';
import { EncounterMatcherService, notHere } from './encounter-matcher.service';
import { EncounterRefusals } from './encounter-refusals';

/** Records visits: their Encounters, the consultations of their Conditions, and what those said beside them. */
@Injectable()
export class EncountersRecorderService {
  constructor(
    private readonly lines: ConsultationLinesService,
    private readonly records: ConsultationRecordsService,
    private readonly store: EncountersStore,
    private readonly encounters: EncounterMatcherService,
  ) {}

  /** @throws VisitsRefused where any of them cannot be recorded */
  async record(manager: EntityManager, groups: readonly EncounterGroup[], caller: Caller): Promise<Outcomes> {
    const encounters = await this.encounters.record(manager, groups, caller);
    const cases = groups.flatMap((group): Case[] => {
      const encounter = encounters.get(group);
      if (!encounter) throw new Error('a visit without an Encounter');
      return group.conditions.map((condition) => ({ group, encounter, condition }));
    });
    const settled = await this.settle(manager, cases, caller);
    const kept = await this.inTheirEncounters(manager, settled, caller);
    await this.store.recordConditions(
      manager,
      kept.flatMap(({ encounter, condition: { content }, result: { isNew, country, id } }) =>
        isNew ? [{ country, consultationId: id, encounterId: encounter.id, content }] : [],
      ),
    );
    return toEntryOutcomes(kept);
  }

  private async settle(manager: EntityManager, cases: readonly Case[], caller: Caller): Promise<ResolvedCase[]> {
    const country = ownCountry(caller);
    const sent = cases.filter(({ condition }) => condition.identity.recordedId === undefined);
    const lines = sent.map((one) => lineOf(one, country));
    const outcomes = await this.lines.recordIn(manager, lines, caller);
    const byCase = new Map(sent.map((one, index) => [one, outcomes[index]]));
    const earlier = await this.earlier(manager, cases, { caller, outcomes: byCase });
    const recordedNow = new Set(
      [...byCase].flatMap(([{ condition }, outcome]) =>
        outcome?.status === 'recorded' ? (condition.externalId ?? []) : [],
      ),
    );
    const settled: ResolvedCase[] = [];
    const refusals = new EncounterRefusals();
    for (const one of cases) {
      const { group, condition } = one;
      const outcome = byCase.get(one);
      const result = earlier.get(one) ?? (outcome ? toStoredConsultation(one, outcome) : notHere(condition.index));
      const problem = 'status' in result ? result : result.isNew ? newElsewhere(one, country) : undefined;
      const byAnother = outcome?.status === 'refused' && recordedNow.has(condition.externalId ?? '');
      if (problem) refusals.add(group, problem, byAnother);
      else if (!('status' in result)) settled.push({ ...one, result });
    }
    refusals.throwIfAny();
    return settled;
  }

  /** What is answered as it is: what was read here, and what is to be created only if there is none. */
  private async earlier(
    manager: EntityManager,
    cases: readonly Case[],
    { caller: { userId }, outcomes }: EarlierCases,
  ): Promise<Map<Case, StoredConsultation>> {
    const conflicting = cases.filter((one) => {
      const outcome = outcomes.get(one);
      return (
        one.condition.identity.ifNoneExist && outcome?.status === 'refused' && outcome.code === 'CONFLICT'
      );
    });
    const ids = cases.flatMap(({ condition }) => condition.identity.recordedId ?? []);
    const externalIds = conflicting.flatMap(({ condition }) => condition.externalId ?? []);
    const records = await this.records.byIds(ids, userId, manager);
    const byId = new Map(records.map((record) => [record.id, record]));
    const byExternalId = await this.records.byExternalIds(externalIds, userId, manager);
    const found = new Map<Case, StoredConsultation>();
    for (const one of cases) {
      const { identity, externalId = '' } = one.condition;
      const record =
        identity.recordedId === undefined ? byExternalId.get(externalId) : byId.get(identity.recordedId);
      if (record && !isRecordedNow(outcomes.get(one))) found.set(one, fromRecord(record));
    }
    return found;
  }

  /** A Condition that was recorded before stays in its Encounter, and brings the others of a new one there. */
  private async inTheirEncounters(
    manager: EntityManager,
    settled: readonly ResolvedCase[],
    caller: Caller,
  ): Promise<readonly ResolvedCase[]> {
    const earlier = settled.flatMap(({ result }) => (result.isNew ? [] : [result]));
    if (earlier.length === 0) return settled;
    const country = ownCountry(caller);
    const recorded = await this.store.ofConsultations(manager, earlier);
    const found = findReplacementEncounters(settled, { recorded, country });
    if (found.size === 0) return settled;
    await this.store.takeBack(manager, [...found.keys()], caller);
    return settled.map((one) => ({ ...one, encounter: found.get(one.encounter.id) ?? one.encounter }));
  }
}

interface EarlierCases {
  readonly caller: Caller;
  readonly outcomes: ReadonlyMap<Case, LineOutcome | undefined>;
}

function isRecordedNow(outcome: LineOutcome | undefined): boolean {
  return outcome !== undefined && outcome.status !== 'refused';
}

/** Patient, moment and country are those of the Encounter as it is stored: what was recorded first stands. */
function lineOf({ encounter, condition }: Case, own: CountryCode): NewConsultation {
  const { patientId, startedAt, country } = encounter;
  const { pathologyCode, pathologyName } = condition.choosePathology;
  return {
    pathologyCode,
    pathologyName,
    patientId,
    consultationDate: startedAt,
    externalId: condition.externalId,
    country: country === own ? undefined : country,
  };
}

/** A case that is new is of the patient and the moment that were sent with it, or of nobody's. */
function newElsewhere({ group, encounter, condition }: Case, country: CountryCode): Problem | undefined {
  const expression = formatResourcePath(condition.index);
  if (!encounter.isEncounter) {
    const text = 'its Encounter is a consultation that was recorded another way, and has no other Condition';
    return { status: 409, code: 'conflict', text, expression };
  }
  const differing = describeDifferences(group, encounter, country);
  if (differing === undefined) return undefined;
  const text = `is new, and its Encounter was recorded before with another ${differing}`;
  return { status: 409, code: 'conflict', text, expression };
}
