import { type ReadEntry, type ResourceEntry, entryPath } from '../bundle/bundle-entries';
import { type ConditionEntry, type EncounterEntry, linkConditions } from './linked-conditions';
import type { Ignored } from '../bundle/entry-outcome';
import type { Problem } from '../outcome';
import { type KnownPathologies, type Naming, namingOf } from './pathology-of-code';
import type { CodeableConcept, Condition, Encounter } from '../bundle/resources.schema';
import { DEPENDENT, type Patients, differ, patientsOf, readSubject } from './subject';
import { type Visit, visitOf } from './visit';
import { readCondition } from './visit-condition';
import { noConsultation, readEncounter } from './visit-encounter';

/** What is to become of an entry. */
export type Intention =
  | { readonly kind: 'visit'; readonly visit: Visit }
  | Ignored
  | { readonly kind: 'refused'; readonly problems: Problem[] };

/** What a Bundle is read with. */
export interface Known {
  readonly pathologies: KnownPathologies;
  /** The address of this platform's own `/fhir`. */
  readonly base: string;
}

/** What each concept of the Conditions of a Bundle may be recorded by. */
export function namingsOf(entries: readonly ReadEntry[]): Map<CodeableConcept, Naming> {
  return new Map(
    entries.flatMap((read) => {
      const code = read.kind === 'Condition' ? read.entry.resource.code : undefined;
      return code ? [[code, namingOf(code)]] : [];
    }),
  );
}

/** What is to become of each entry, in order. */
export function intentionsOf(entries: readonly ReadEntry[], known: Known): Intention[] {
  const intentions = new Map<number, Intention>();
  const members = new Map<number, ConditionEntry[]>();
  const { memberships, problems } = linkConditions(entries);
  for (const read of entries) {
    if (read.kind === 'refused') intentions.set(read.index, { kind: 'refused', problems: read.problems });
    if (read.kind === 'other')
      intentions.set(read.index, ignored(`${read.type} is not recorded`, 'information'));
    if (read.kind === 'Patient') intentions.set(read.entry.index, ignored(PATIENT_IS_READ, 'information'));
    if (read.kind !== 'Condition') continue;
    const membership = memberships.get(read.entry.index);
    if (membership?.kind !== 'member') {
      if (membership) intentions.set(read.entry.index, membership);
      continue;
    }
    const others = members.get(membership.encounter);
    if (others) others.push(read);
    else members.set(membership.encounter, [read]);
  }
  const patients = patientsOf(entries);
  for (const read of entries) {
    if (read.kind !== 'Encounter') continue;
    const { index } = read.entry;
    const conditions = members.get(index) ?? [];
    const visit = readVisit(read, conditions, { ...known, patients, problems: problems.get(index) ?? [] });
    for (const [place, intention] of visit) intentions.set(place, intention);
  }
  return entries.map((_entry, index) => {
    const intention = intentions.get(index);
    if (!intention) throw new Error('an entry that nothing becomes of');
    return intention;
  });
}

const PATIENT_IS_READ = 'Patient is not recorded; of a patient, the number alone is kept with the Encounter';

function ignored(text: string, severity: Ignored['severity'] = 'warning'): Intention {
  return { kind: 'ignored', severity, text };
}

interface Reading extends Known {
  readonly patients: Patients;
  /** What is wrong with the Encounter already. */
  readonly problems: readonly Problem[];
}

/** What becomes of an Encounter and its Conditions, each by its place. */
function readVisit(
  { entry }: EncounterEntry,
  members: readonly ConditionEntry[],
  reading: Reading,
): (readonly [number, Intention])[] {
  const indexes = [entry.index, ...members.map((member) => member.entry.index)];
  const refuse = (problems: ReadonlyMap<number, Problem[]>): (readonly [number, Intention])[] =>
    indexes.map((index) => [index, { kind: 'refused', problems: problems.get(index) ?? [dependent(index)] }]);
  const reason = noConsultation(entry.resource);
  if (reason !== undefined) return indexes.map((index) => [index, ignored(reason)]);
  if (reading.problems.length > 0) return refuse(new Map([[entry.index, [...reading.problems]]]));
  if (members.length === 0) return [[entry.index, ignored(WITHOUT_CONDITION)]];
  const encounter = readEncounter(entry, reading);
  const conditions = members.map((member) => ({
    index: member.entry.index,
    read:
      otherPatient(member.entry, entry, reading.patients) ??
      readCondition(member.entry, reading.pathologies, reading.base),
  }));
  const problems = new Map<number, Problem[]>(
    [{ index: entry.index, read: encounter }, ...conditions].flatMap(({ index, read }) =>
      Array.isArray(read) ? [[index, read]] : [],
    ),
  );
  if (problems.size > 0 || Array.isArray(encounter)) return refuse(problems);
  const visit = visitOf(
    encounter,
    conditions.flatMap(({ read }) => (Array.isArray(read) ? [] : [read])),
  );
  return indexes.map((index) => [index, { kind: 'visit', visit }]);
}

const WITHOUT_CONDITION = 'not recorded: an Encounter without a Condition names no pathology';

/** What is answered of an entry that is refused for another one’s sake. */
export function dependent(index: number): Problem {
  return {
    status: DEPENDENT,
    code: 'processing',
    text: 'another entry of the same Encounter was refused',
    expression: entryPath(index),
  };
}

/** A Condition may say again whose it is; another patient than the Encounter’s is a mistake. */
function otherPatient(
  condition: ResourceEntry<Condition>,
  encounter: ResourceEntry<Encounter>,
  patients: Patients,
): Problem[] | undefined {
  if (!condition.resource.subject) return undefined;
  const own = readSubject(condition, patients);
  if ('status' in own) return [own];
  const other = readSubject(encounter, patients);
  // What is wrong with the Encounter's is said of that.
  if ('status' in other || !differ(own, other)) return undefined;
  return [
    {
      status: 422,
      code: 'business-rule',
      text: 'is not the patient of its Encounter',
      expression: `${entryPath(condition.index)}.resource.subject`,
    },
  ];
}
