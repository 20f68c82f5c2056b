import { mapInTurns } from '../../../platform/limits/current-turns';
import { addTo } from '../../../shared/groups';
import { type ParsedEntry, type ResourceEntry, formatEntryPath } from '../bundle/parse-bundle';
import type { IgnoredOutcome } from '../bundle/entry-outcome';
import type { Problem } from '../operation-outcome';
import type { CodeableConcept, Condition, Encounter } from '../bundle/resources.schema';
import type { EncounterDraft } from './encounter-draft';
import { type ConditionEntry, type EncounterEntry, linkConditions } from './link-conditions';
import { parseCondition } from './parse-condition';
import { findEncounterIgnoreReason, parseEncounter } from './parse-encounter';
import { type KnownPathologies, type PathologyCandidates, listPathologyCandidates } from './pathology-choice';
import {
  FAILED_DEPENDENCY,
  type Patients,
  type SubjectFinder,
  areDifferentPatients,
  createSubjectFinder,
  indexPatients,
  resolveSubject,
} from './subject';

/** Whether to record, ignore or refuse an entry. */
export type EntryPlan =
  | { readonly kind: 'record'; readonly draft: EncounterDraft }
  | IgnoredOutcome
  | { readonly kind: 'refused'; readonly problems: Problem[] };

interface PlanContext {
  readonly pathologies: KnownPathologies;
  /** The URL of this platform's `/fhir`. */
  readonly baseUrl: string;
}

/** Returns the pathology candidates of each concept in the Bundle's Conditions. */
export async function listCandidatesByConcept(
  entries: readonly ParsedEntry[],
): Promise<Map<CodeableConcept, PathologyCandidates>> {
  const concepts = entries.flatMap((parsed) =>
    parsed.kind === 'Condition' ? (parsed.entry.resource.code ?? []) : [],
  );
  return new Map(await mapInTurns(concepts, (concept) => [concept, listPathologyCandidates(concept)]));
}

/** Returns the plan of each entry, in order. */
export async function planEntries(
  entries: readonly ParsedEntry[],
  context: PlanContext,
): Promise<EntryPlan[]> {
  const plans = new Map<number, EntryPlan>();
  const conditionsByEncounter = new Map<number, ConditionEntry[]>();
  const { links, problems } = await linkConditions(entries);
  for (const parsed of entries) {
    if (parsed.kind === 'refused') plans.set(parsed.index, { kind: 'refused', problems: parsed.problems });
    if (parsed.kind === 'other')
      plans.set(parsed.index, planIgnored(`${parsed.type} is not recorded`, 'information'));
    if (parsed.kind === 'Patient') plans.set(parsed.entry.index, planIgnored(PATIENT_IGNORED, 'information'));
    if (parsed.kind !== 'Condition') continue;
    const link = links.get(parsed.entry.index);
    if (link?.kind !== 'linked') {
      if (link) plans.set(parsed.entry.index, link);
      continue;
    }
    addTo(conditionsByEncounter, link.encounterIndex, parsed);
  }
  const patients = await indexPatients(entries);
  const findSubject = createSubjectFinder(patients);
  const linked = [...conditionsByEncounter].flatMap(([encounterIndex, conditions]) =>
    conditions.map((condition) => ({ condition, encounterIndex })),
  );
  const encounterEntries = new Map(
    entries.flatMap((parsed) => (parsed.kind === 'Encounter' ? [[parsed.entry.index, parsed.entry]] : [])),
  );
  // Before their Encounters, of which one may have thousands.
  const parsedConditions = new Map(
    await mapInTurns(linked, ({ condition: { entry }, encounterIndex }) => {
      const encounter = encounterEntries.get(encounterIndex);
      const problems = encounter && findPatientProblems(entry, encounter, { patients, findSubject });
      return [entry.index, problems ?? parseCondition(entry, context.pathologies, context.baseUrl)];
    }),
  );
  await mapInTurns(entries, (parsed) => {
    if (parsed.kind !== 'Encounter') return;
    const encounterContext = {
      ...context,
      findSubject,
      parsedConditions,
      problems: problems.get(parsed.entry.index) ?? [],
    };
    const conditions = conditionsByEncounter.get(parsed.entry.index) ?? [];
    for (const [index, plan] of planEncounter(parsed, conditions, encounterContext)) plans.set(index, plan);
  });
  return entries.map((_entry, index) => {
    const plan = plans.get(index);
    if (!plan) throw new Error('an entry has no plan');
    return plan;
  });
}

const PATIENT_IGNORED = 'Patient is not recorded; of a patient, the number alone is kept with the Encounter';
const ENCOUNTER_WITHOUT_CONDITION = 'not recorded: an Encounter without a Condition names no pathology';

function planIgnored(text: string, severity: IgnoredOutcome['severity'] = 'warning'): IgnoredOutcome {
  return { kind: 'ignored', severity, text };
}

interface EncounterContext extends PlanContext {
  readonly findSubject: SubjectFinder;
  /** By the index of the entry; problems of those that are refused. */
  readonly parsedConditions: ReadonlyMap<number, ReturnType<typeof parseCondition>>;
  /** Ambiguous diagnoses of the Encounter. */
  readonly problems: readonly Problem[];
}

/** Returns the plans of an Encounter and its Conditions, with the index of each entry. */
function planEncounter(
  { entry }: EncounterEntry,
  conditions: readonly ConditionEntry[],
  context: EncounterContext,
): (readonly [number, EntryPlan])[] {
  const indexes = [entry.index, ...conditions.map((condition) => condition.entry.index)];
  const refuseAll = (problems: ReadonlyMap<number, Problem[]>): (readonly [number, EntryPlan])[] =>
    indexes.map((index) => [
      index,
      { kind: 'refused', problems: problems.get(index) ?? [createDependencyProblem(index)] },
    ]);
  const ignoreReason = findEncounterIgnoreReason(entry.resource);
  if (ignoreReason !== undefined) return indexes.map((index) => [index, planIgnored(ignoreReason)]);
  if (context.problems.length > 0) return refuseAll(new Map([[entry.index, [...context.problems]]]));
  if (conditions.length === 0) return [[entry.index, planIgnored(ENCOUNTER_WITHOUT_CONDITION)]];
  const parsedEncounter = parseEncounter(entry, context);
  const parsedConditions = conditions.map(({ entry: { index } }) => {
    const parsed = context.parsedConditions.get(index);
    if (!parsed) throw new Error('a Condition was not parsed');
    return { index, parsed };
  });
  const problems = new Map<number, Problem[]>(
    [{ index: entry.index, parsed: parsedEncounter }, ...parsedConditions].flatMap(({ index, parsed }) =>
      Array.isArray(parsed) ? [[index, parsed]] : [],
    ),
  );
  if (problems.size > 0 || Array.isArray(parsedEncounter)) return refuseAll(problems);
  const draft = {
    encounter: parsedEncounter,
    conditions: parsedConditions.flatMap(({ parsed }) => (Array.isArray(parsed) ? [] : [parsed])),
  };
  return indexes.map((index) => [index, { kind: 'record', draft }]);
}

/** Returns the problem of an entry that is refused because another entry of its Encounter was. */
export function createDependencyProblem(index: number): Problem {
  return {
    status: FAILED_DEPENDENCY,
    code: 'processing',
    text: 'another entry of the same Encounter was refused',
    expression: formatEntryPath(index),
  };
}

/** Returns the problems of a Condition's subject, which must be the Encounter's patient if it is present. */
function findPatientProblems(
  condition: ResourceEntry<Condition>,
  encounter: ResourceEntry<Encounter>,
  { patients, findSubject }: { readonly patients: Patients; readonly findSubject: SubjectFinder },
): Problem[] | undefined {
  if (!condition.resource.subject) return undefined;
  const subject = resolveSubject(condition, patients);
  if ('status' in subject) return [subject];
  const encounterSubject = findSubject(encounter);
  // A problem of the Encounter's own subject is reported with the Encounter.
  if ('status' in encounterSubject || !areDifferentPatients(subject, encounterSubject)) return undefined;
  return [
    {
      status: 422,
      code: 'business-rule',
      text: 'is not the patient of its Encounter',
      expression: `${formatEntryPath(condition.index)}.resource.subject`,
    },
  ];
}
