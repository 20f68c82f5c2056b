import { mapInTurns, runInTurns } from '../../../platform/limits/current-turns';
import { addTo } from '../../../shared/groups';
import { type ParsedEntry, type ResourceEntry, formatEntryPath } from '../bundle/parse-bundle';
import type { IgnoredOutcome } from '../bundle/entry-outcome';
import type { Problem } from '../operation-outcome';
import {
  AMBIGUOUS,
  ReferenceIndex,
  type ReferenceMatch,
  type ReferenceTarget,
} from '../bundle/reference-index';
import type { Condition, Encounter } from '../bundle/resources.schema';
import { findConditionIgnoreReason } from './parse-condition';
import { FAILED_DEPENDENCY, createAmbiguityProblem } from './subject';

export type EncounterEntry = Extract<ParsedEntry, { kind: 'Encounter' }>;
export type ConditionEntry = Extract<ParsedEntry, { kind: 'Condition' }>;

/** An Encounter of a Bundle; `entry` is undefined if it was refused. */
type EncounterTarget = ReferenceTarget & {
  readonly index: number;
  readonly entry: ResourceEntry<Encounter> | undefined;
};

/** The Encounter of a Condition, or why the Condition is ignored or refused. */
type ConditionLink =
  | { readonly kind: 'linked'; readonly encounterIndex: number }
  | IgnoredOutcome
  | { readonly kind: 'refused'; readonly problems: Problem[] };

export interface LinkedConditions {
  /** Keyed by the index of the Condition. */
  readonly links: ReadonlyMap<number, ConditionLink>;
  /** Ambiguous diagnoses, keyed by the index of the Encounter. */
  readonly problems: ReadonlyMap<number, Problem[]>;
}

/** Links each Condition to its Encounter by `Condition.encounter`, else by `Encounter.diagnosis`. */
export async function linkConditions(entries: readonly ParsedEntry[]): Promise<LinkedConditions> {
  const encounters = await ReferenceIndex.of(listEncounterTargets(entries));
  const { diagnosedIn, problems } = await indexDiagnoses(entries);
  const links = new Map<number, ConditionLink>();
  await mapInTurns(entries, (parsed) => {
    if (parsed.kind !== 'Condition') return;
    const { index, fullUrl, resource } = parsed.entry;
    const findEncounter = () =>
      hasEncounter(resource)
        ? encounters.find(resource.encounter ?? {}, { type: 'Encounter', sourceUrl: fullUrl })
        : diagnosedIn.get(index);
    links.set(index, linkCondition(parsed.entry, findEncounter));
  });
  return { links, problems };
}

function linkCondition(
  { index, resource }: ResourceEntry<Condition>,
  findEncounter: () => ReferenceMatch<EncounterTarget> | undefined,
): ConditionLink {
  const ignoreReason = findConditionIgnoreReason(resource);
  if (ignoreReason !== undefined) return { kind: 'ignored', severity: 'warning', text: ignoreReason };
  const encounter = findEncounter();
  const expression = `${formatEntryPath(index)}.resource.encounter`;
  const refuse = (problem: Problem): ConditionLink => ({ kind: 'refused', problems: [problem] });
  if (encounter === AMBIGUOUS) return refuse(createAmbiguityProblem(expression));
  if (encounter?.entry) return { kind: 'linked', encounterIndex: encounter.index };
  if (encounter) {
    const text = 'its Encounter was refused';
    return refuse({ status: FAILED_DEPENDENCY, code: 'processing', text, expression });
  }
  if (!hasEncounter(resource)) {
    const text = 'not recorded: a Condition without an Encounter is no consultation';
    return { kind: 'ignored', severity: 'warning', text };
  }
  const text = 'no Encounter of the Bundle: send a Condition together with its Encounter';
  return refuse({ status: 422, code: 'not-found', text, expression });
}

/** A reference with only a `display` refers to nothing. */
function hasEncounter({ encounter }: Condition): boolean {
  return encounter?.reference !== undefined || encounter?.identifier?.value !== undefined;
}

function listEncounterTargets(entries: readonly ParsedEntry[]): EncounterTarget[] {
  return entries.flatMap((parsed): EncounterTarget[] => {
    if (parsed.kind === 'Encounter') return [{ ...parsed.entry, entry: parsed.entry }];
    if (parsed.kind !== 'refused' || parsed.target?.type !== 'Encounter') return [];
    return [{ ...parsed.target, index: parsed.index, entry: undefined }];
  });
}

interface DiagnosisIndex {
  /** The Encounter that lists a Condition as a diagnosis, keyed by the index of the Condition. */
  readonly diagnosedIn: ReadonlyMap<number, ReferenceMatch<EncounterTarget>>;
  readonly problems: Map<number, Problem[]>;
}

/** Indexes `Encounter.diagnosis`. A Condition that several Encounters list is ambiguous. */
async function indexDiagnoses(entries: readonly ParsedEntry[]): Promise<DiagnosisIndex> {
  const conditions = await ReferenceIndex.of(
    entries.flatMap((parsed) => (parsed.kind === 'Condition' ? [parsed.entry] : [])),
  );
  return runInTurns(indexInSteps(entries, conditions));
}

/** Yields after each diagnosis. */
function* indexInSteps(
  entries: readonly ParsedEntry[],
  conditions: ReferenceIndex<ResourceEntry<Condition>>,
): Generator<void, DiagnosisIndex> {
  const diagnosedIn = new Map<number, ReferenceMatch<EncounterTarget>>();
  const problems = new Map<number, Problem[]>();
  for (const parsed of entries) {
    if (parsed.kind !== 'Encounter') continue;
    const { index, fullUrl, resource } = parsed.entry;
    const target = { ...parsed.entry, entry: parsed.entry };
    for (const [position, diagnosis] of (resource.diagnosis ?? []).entries()) {
      yield;
      const condition =
        diagnosis.condition &&
        conditions.find(diagnosis.condition, { type: 'Condition', sourceUrl: fullUrl });
      if (condition === AMBIGUOUS) {
        const expression = `${formatEntryPath(index)}.resource.diagnosis[${position}].condition`;
        addTo(problems, index, createAmbiguityProblem(expression));
      } else if (condition) {
        const earlier = diagnosedIn.get(condition.index);
        const isOnlyHere = earlier === undefined || (earlier !== AMBIGUOUS && earlier.index === index);
        diagnosedIn.set(condition.index, isOnlyHere ? target : AMBIGUOUS);
      }
    }
  }
  return { diagnosedIn, problems };
}
