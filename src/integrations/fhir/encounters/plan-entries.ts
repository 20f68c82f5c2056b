import { type ParsedEntry, type ResourceEntry, formatEntryPath } from '../bundle/parse-bundle';
import { type ConditionEntry, type EncounterEntry, linkConditions } from './link-conditions';
import type { Ignored } from '../bundle/entry-outcome';
import type { Problem } from '../operation-outcome';
import { type KnownPathologies, type PathologyCandidates, listPathologyCandidates } from './pathology-choice';
import type { CodeableConcept, Condition, Encounter } from '../bundle/resources.schema';
import { FAILED_DEPENDENCY, type Patients, areDifferentPatients, indexPatients, resolveSubject } from './subject';
import { type EncounterGroup, groupEncounter } from './encounter-group';
import { parseCondition } from './parse-condition';
import { findEncounterIgnoreReason, parseEncounter } from './parse-encounter';

/** What is to become of an entry. */
export type EntryPlan =
  | { readonly kind: 'visit'; readonly group: EncounterGroup }
  | Ignored
  | { readonly kind: 'refused'; readonly problems: Problem[] };

/** What a Bundle is read with. */
export interface Known {
  readonly pathologies: KnownPathologies;
  /** The address of this platform's own `/fhir`. */
  readonly base: string;
}

/** What each concept of the Conditions of a Bundle may be recorded by. */
export function listCandidatesByConcept(entries: readonly ParsedEntry[]): Map<CodeableConcept, PathologyCandidates> {
  return new Map(
    entries.flatMap((read) => {
      const code = read.kind === 'Condition' ? read.entry.resource.code : undefined;
      return code ? [[code, listPathologyCandidates(code)]] : [];
    }),
  );
}

/** What is to become of each entry, in order. */
export function planEntries(entries: readonly ParsedEntry[], known: Known): EntryPlan[] {
  const plans = new Map<number, EntryPlan>();
  const members = new Map<number, ConditionEntry[]>();
  const { links, problems } = linkConditions(entries);
  for (const read of entries) {
    if (read.kind === 'refused') plans.set(read.index, { kind: 'refused', problems: read.problems });
    if (read.kind === 'other')
      plans.set(read.index, ignored(`${read.type} is not recorded`, 'information'));
    if (read.kind === 'Patient') plans.set(read.entry.index, ignored(PATIENT_IS_READ, 'information'));
    if (read.kind !== 'Condition') continue;
    const linkCondition = links.get(read.entry.index);
    if (linkCondition?.kind !== 'member') {
      if (linkCondition) plans.set(read.entry.index, linkCondition);
      continue;
    }
    const others = members.get(linkCondition.encounter);
    if (others) others.push(read);
    else members.set(linkCondition.encounter, [read]);
  }
  const patients = indexPatients(entries);
  for (const read of entries) {
    if (read.kind !== 'Encounter') continue;
    const { index } = read.entry;
    const conditions = members.get(index) ?? [];
    const group = planEncounter(read, conditions, { ...known, patients, problems: problems.get(index) ?? [] });
    for (const [place, plan] of group) plans.set(place, plan);
  }
  return entries.map((_entry, index) => {
    const plan = plans.get(index);
    if (!plan) throw new Error('an entry that nothing becomes of');
    return plan;
  });
}

const PATIENT_IS_READ = 'Patient is not recorded; of a patient, the number alone is kept with the Encounter';

function ignored(text: string, severity: Ignored['severity'] = 'warning'): EntryPlan {
  return { kind: 'ignored', severity, text };
}

interface Reading extends Known {
  readonly patients: Patients;
  /** What is wrong with the Encounter already. */
  readonly problems: readonly Problem[];
}

/** What becomes of an Encounter and its Conditions, each by its place. */
function planEncounter(
  { entry }: EncounterEntry,
  members: readonly ConditionEntry[],
  reading: Reading,
): (readonly [number, EntryPlan])[] {
  const indexes = [entry.index, ...members.map((member) => member.entry.index)];
  const refuse = (problems: ReadonlyMap<number, Problem[]>): (readonly [number, EntryPlan])[] =>
    indexes.map((index) => [index, { kind: 'refused', problems: problems.get(index) ?? [dependent(index)] }]);
  const reason = findEncounterIgnoreReason(entry.resource);
  if (reason !== undefined) return indexes.map((index) => [index, ignored(reason)]);
  if (reading.problems.length > 0) return refuse(new Map([[entry.index, [...reading.problems]]]));
  if (members.length === 0) return [[entry.index, ignored(WITHOUT_CONDITION)]];
  const encounter = parseEncounter(entry, reading);
  const conditions = members.map((member) => ({
    index: member.entry.index,
    read:
      otherPatient(member.entry, entry, reading.patients) ??
      parseCondition(member.entry, reading.pathologies, reading.base),
  }));
  const problems = new Map<number, Problem[]>(
    [{ index: entry.index, read: encounter }, ...conditions].flatMap(({ index, read }) =>
      Array.isArray(read) ? [[index, read]] : [],
    ),
  );
  if (problems.size > 0 || Array.isArray(encounter)) return refuse(problems);
  const group = groupEncounter(
    encounter,
    conditions.flatMap(({ read }) => (Array.isArray(read) ? [] : [read])),
  );
  return indexes.map((index) => [index, { kind: 'visit', group }]);
}

const WITHOUT_CONDITION = 'not recorded: an Encounter without a Condition names no pathology';

/** What is answered of an entry that is refused for another one’s sake. */
export function dependent(index: number): Problem {
  return {
    status: FAILED_DEPENDENCY,
    code: 'processing',
    text: 'another entry of the same Encounter was refused',
    expression: formatEntryPath(index),
  };
}

/** A Condition may say again whose it is; another patient than the Encounter’s is a mistake. */
function otherPatient(
  condition: ResourceEntry<Condition>,
  encounter: ResourceEntry<Encounter>,
  patients: Patients,
): Problem[] | undefined {
  if (!condition.resource.subject) return undefined;
  const own = resolveSubject(condition, patients);
  if ('status' in own) return [own];
  const other = resolveSubject(encounter, patients);
  // What is wrong with the Encounter's is said of that.
  if ('status' in other || !areDifferentPatients(own, other)) return undefined;
  return [
    {
      status: 422,
      code: 'business-rule',
      text: 'is not the patient of its Encounter',
      expression: `${formatEntryPath(condition.index)}.resource.subject`,
    },
  ];
}
