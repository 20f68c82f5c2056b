import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '../access/caller';
import type { CountryCode } from '../access/country';
import { filingCountry } from '../access/filing-country';
import {
  ConsultationLinesService,
  type LineOutcome,
  type NewConsultation,
} from '../consultations/consultation-lines.service';
import { PathologyCatalogueService } from '../consultations/pathology-catalogue.service';
import { type ReadBundle, entryPath } from './bundle-entries';
import { EncountersStore, type NewCondition, type StoredEncounter } from './encounters.store';
import { type Problem, refuseIfAny } from './outcome';
import { codesOf, nameKeysOf } from './pathology-of-code';
import { type Intention, type Visit, DEPENDENT, conceptsOf, dependent, intentionsOf } from './visits';

/** What became of an entry. */
export type EntryOutcome =
  | {
      readonly kind: 'stored';
      readonly isNew: boolean;
      readonly type: 'Encounter' | 'Condition';
      readonly id: string;
      readonly recordedAt: Date;
      /** Whether it would be recognised if it were sent again. */
      readonly named: boolean;
    }
  | Exclude<Intention, { kind: 'visit' }>;

type Outcomes = Map<number, EntryOutcome>;

/** Visits that stand in the way of a transaction; it is undone. */
class VisitsRefused extends Error {
  constructor(readonly refused: ReadonlyMap<Visit, Problem[]>) {
    super('visits were refused');
  }
}

/** Records what hospitals’ systems send as FHIR Bundles. */
@Injectable()
export class BundlesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lines: ConsultationLinesService,
    private readonly catalogue: PathologyCatalogueService,
    private readonly store: EncountersStore,
  ) {}

  /**
   * Records the Encounters and Conditions of a Bundle: of a transaction all or none, of a batch each Encounter with its
   * Conditions for itself.
   * @returns what became of each entry, in order
   * @throws Refused for a transaction of which anything is refused
   */
  async record({ type, entries }: ReadBundle, caller: Caller): Promise<EntryOutcome[]> {
    const concepts = conceptsOf(entries);
    const intentions = intentionsOf(entries, {
      codes: await this.catalogue.byCodes(concepts.flatMap(codesOf)),
      names: await this.catalogue.byKeys(concepts.flatMap(nameKeysOf)),
    });
    if (type === 'transaction') {
      // What is refused for another entry's sake tells nothing where all of them are.
      refuseIfAny(intentions.flatMap(problemsOf).filter(({ status }) => status !== DEPENDENT));
    }
    const visits = new Set(
      intentions.flatMap((intention) => (intention.kind === 'visit' ? [intention.visit] : [])),
    );
    const outcomes = await this.recordVisits([...visits], { caller, together: type === 'transaction' });
    return intentions.map((intention, index) => {
      const outcome = intention.kind === 'visit' ? outcomes.get(index) : intention;
      if (!outcome) throw new Error('an entry without an outcome');
      return outcome;
    });
  }

  /** What is refused is known once all is tried: the rest is then recorded without it, unless it belongs together. */
  private async recordVisits(
    visits: readonly Visit[],
    { caller, together }: { caller: Caller; together: boolean },
  ): Promise<Outcomes> {
    const refused: Outcomes = new Map();
    let remaining = visits;
    while (remaining.length > 0) {
      try {
        const tried = remaining;
        const recorded = await this.dataSource.transaction((manager) => this.attempt(manager, tried, caller));
        return new Map([...refused, ...recorded]);
      } catch (error) {
        if (!(error instanceof VisitsRefused)) throw error;
        if (together) refuseIfAny([...error.refused.values()].flat());
        for (const [visit, problems] of error.refused) refuseVisit(refused, visit, problems);
        remaining = remaining.filter((visit) => !error.refused.has(visit));
      }
    }
    return refused;
  }

  private async attempt(manager: EntityManager, visits: readonly Visit[], caller: Caller): Promise<Outcomes> {
    const encounters = await this.store.record(manager, visits, caller);
    const country = filingCountry(caller, undefined, 'country');
    const conflicts = new Map<Visit, Problem[]>();
    const cases = visits.flatMap((visit, index): Case[] => {
      const encounter = encounters[index];
      if (!encounter) throw new Error('a visit without an Encounter');
      const problem = otherContent(visit, encounter, country);
      if (problem) conflicts.set(visit, [problem]);
      return visit.conditions.map((condition) => ({ visit, encounter, condition }));
    });
    if (conflicts.size > 0) throw new VisitsRefused(conflicts);
    const outcomes = await this.lines.recordIn(
      manager,
      cases.map((one) => lineOf(one, caller)),
      caller,
    );
    const settled: Settled[] = [];
    const refused = new Map<Visit, Problem[]>();
    for (const [index, one] of cases.entries()) {
      const outcome = outcomes[index];
      if (!outcome) throw new Error('a line without an outcome');
      const result = await this.settle(manager, { ...one, outcome, caller });
      if ('status' in result) refused.set(one.visit, [...(refused.get(one.visit) ?? []), result]);
      else settled.push({ ...one, result });
    }
    if (refused.size > 0) throw new VisitsRefused(refused);
    await this.store.recordConditions(manager, settled.flatMap(newCondition));
    return outcomesOf(settled);
  }

  /** A creation that is to happen only where there is none is content with the one that there is. */
  private async settle(
    manager: EntityManager,
    { condition, outcome, caller }: Case & { readonly outcome: LineOutcome; readonly caller: Caller },
  ): Promise<StoredConsultation | Problem> {
    if (outcome.status !== 'refused') {
      const { id, country, recordedAt } = outcome.consultation;
      return { isNew: outcome.status === 'recorded', id, country, recordedAt: new Date(recordedAt) };
    }
    if (outcome.code === 'CONFLICT' && condition.identity.ifNoneExist && condition.externalId !== undefined) {
      const existing = await this.store.claimed(manager, condition.externalId, caller);
      if (existing) return { isNew: false, ...existing, recordedAt: existing.recorded_at };
    }
    return { ...REFUSALS[outcome.code], text: outcome.message, expression: resourcePath(condition.index) };
  }
}

interface Case {
  readonly visit: Visit;
  readonly encounter: StoredEncounter;
  readonly condition: Visit['conditions'][number];
}

interface StoredConsultation {
  readonly isNew: boolean;
  readonly id: string;
  readonly country: CountryCode;
  readonly recordedAt: Date;
}

type Settled = Case & { readonly result: StoredConsultation };

const REFUSALS = {
  BAD_REQUEST: { status: 422, code: 'business-rule' },
  FORBIDDEN: { status: 403, code: 'forbidden' },
  CONFLICT: { status: 409, code: 'conflict' },
} as const;

function resourcePath(index: number): string {
  return `${entryPath(index)}.resource`;
}

function problemsOf(intention: Intention): Problem[] {
  return intention.kind === 'refused' ? intention.problems : [];
}

/** Patient, moment and country are those of the Encounter as it is stored: what was recorded first stands. */
function lineOf({ encounter, condition }: Case, caller: Caller): NewConsultation {
  const { patientId, startedAt, country } = encounter;
  const named = country === filingCountry(caller, undefined, 'country') ? undefined : country;
  return {
    ...condition.recordedBy,
    patientId,
    consultationDate: startedAt,
    externalId: condition.externalId,
    country: named,
  };
}

/** What the Encounter that was recorded before says otherwise. */
function otherContent(
  { encounter: { index, identity, patientId, startedAt } }: Visit,
  stored: StoredEncounter,
  country: CountryCode,
): Problem | undefined {
  if (stored.isNew || identity.ifNoneExist) return undefined;
  const differing = [
    ...(patientId === stored.patientId ? [] : ['patient']),
    ...(startedAt.getTime() === stored.startedAt.getTime() ? [] : ['period.start']),
    ...(country === stored.country ? [] : ['country']),
  ];
  if (differing.length === 0) return undefined;
  const text = `this Encounter was recorded before with another ${new Intl.ListFormat('en').format(differing)}`;
  return { status: 409, code: 'conflict', text, expression: resourcePath(index) };
}

function newCondition({ encounter, condition: { content }, result }: Settled): NewCondition[] {
  const { isNew, country, id } = result;
  return isNew ? [{ country, consultationId: id, encounterId: encounter.id, content }] : [];
}

function outcomesOf(settled: readonly Settled[]): Outcomes {
  const outcomes: Outcomes = new Map();
  for (const { visit, encounter, condition, result } of settled) {
    const { isNew, id, recordedAt } = encounter;
    const named = visit.externalId !== undefined;
    outcomes.set(visit.encounter.index, { kind: 'stored', type: 'Encounter', isNew, id, recordedAt, named });
    outcomes.set(condition.index, {
      kind: 'stored',
      type: 'Condition',
      isNew: result.isNew,
      id: result.id,
      recordedAt: result.recordedAt,
      named: condition.externalId !== undefined,
    });
  }
  return outcomes;
}

/** Every entry of a visit that is refused says why, or that another one is the reason. */
function refuseVisit(
  outcomes: Outcomes,
  { encounter, conditions }: Visit,
  problems: readonly Problem[],
): void {
  for (const { index } of [encounter, ...conditions]) {
    const own = problems.filter(({ expression }) => expression === resourcePath(index));
    outcomes.set(index, { kind: 'refused', problems: own.length > 0 ? own : [dependent(index)] });
  }
}
