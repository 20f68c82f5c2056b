import { type ReadEntry, type ResourceEntry, entryPath } from './bundle-entries';
import { externalIdOf } from './identity';
import type { Problem } from './outcome';
import type { KnownPathologies } from './pathology-of-code';
import { type Referable, References } from './references';
import type { CodeableConcept, Condition, Encounter, Patient } from './resources.schema';
import { patientNumber } from './patient-number';
import { type VisitCondition, noDiagnosis, readCondition } from './visit-condition';
import { type VisitEncounter, noConsultation, readEncounter } from './visit-encounter';

/** An Encounter and its Conditions that are cases: recorded together, or not at all. */
export interface Visit {
  readonly encounter: VisitEncounter;
  readonly conditions: readonly (VisitCondition & { readonly externalId: string | undefined })[];
  /** Of the Encounter; Conditions have theirs. */
  readonly externalId: string | undefined;
}

/** Failed Dependency: the status of an entry that is refused for another one’s sake. */
export const DEPENDENT = 424;

/** What is to become of an entry. */
export type Intention =
  | { readonly kind: 'visit'; readonly visit: Visit }
  | { readonly kind: 'ignored'; readonly text: string }
  | { readonly kind: 'refused'; readonly problems: Problem[] };

type EncounterEntry = Extract<ReadEntry, { kind: 'Encounter' }>;
type ConditionEntry = Extract<ReadEntry, { kind: 'Condition' }>;
type EncounterTarget = Referable & { readonly read: EncounterEntry | undefined };

/** What the Conditions of a Bundle may be recorded by. */
export function conceptsOf(entries: readonly ReadEntry[]): CodeableConcept[] {
  return entries.flatMap((read) => (read.kind === 'Condition' ? (read.entry.resource.code ?? []) : []));
}

/** What is to become of each entry, in order. */
export function intentionsOf(entries: readonly ReadEntry[], known: KnownPathologies): Intention[] {
  const intentions = new Map<number, Intention>();
  const members = new Map<number, ConditionEntry[]>();
  const findEncounter = encounterFinder(entries);
  for (const read of entries) {
    if (read.kind === 'refused') intentions.set(read.index, { kind: 'refused', problems: read.problems });
    if (read.kind === 'other') intentions.set(read.index, ignored(`${read.type} is not recorded`));
    if (read.kind === 'Patient') intentions.set(read.entry.index, ignored(PATIENT_IS_READ));
    if (read.kind !== 'Condition') continue;
    const found = belongsTo(read, findEncounter);
    if ('kind' in found) intentions.set(read.entry.index, found);
    else members.set(found.index, [...(members.get(found.index) ?? []), read]);
  }
  const patients = new References(entries.flatMap((read) => (read.kind === 'Patient' ? [read.entry] : [])));
  for (const read of entries) {
    if (read.kind !== 'Encounter') continue;
    const conditions = members.get(read.entry.index) ?? [];
    for (const [index, intention] of readVisit(read, conditions, { known, patients })) {
      intentions.set(index, intention);
    }
  }
  return entries.map((_entry, index) => {
    const intention = intentions.get(index);
    if (!intention) throw new Error('an entry that nothing becomes of');
    return intention;
  });
}

const PATIENT_IS_READ = 'Patient is not recorded; of a patient, the number alone is kept with the Encounter';

function ignored(text: string): Intention {
  return { kind: 'ignored', text };
}

/** The Encounter that a Condition names, or else that names it as a diagnosis. */
function encounterFinder(
  entries: readonly ReadEntry[],
): (condition: ResourceEntry<Condition>) => EncounterTarget | undefined {
  const encounters = new References(
    entries.flatMap((read): EncounterTarget[] => {
      if (read.kind === 'Encounter') return [{ ...read.entry, read }];
      const referable = read.kind === 'refused' ? read.referable : undefined;
      return referable?.type === 'Encounter' ? [{ ...referable, read: undefined }] : [];
    }),
  );
  const conditions = new References(
    entries.flatMap((read) => (read.kind === 'Condition' ? [read.entry] : [])),
  );
  const diagnosedIn = new Map<number, EncounterTarget>();
  for (const read of entries) {
    if (read.kind !== 'Encounter') continue;
    for (const { condition } of read.entry.resource.diagnosis ?? []) {
      const found = condition && conditions.find(condition, 'Condition');
      if (found && !diagnosedIn.has(found.index)) diagnosedIn.set(found.index, { ...read.entry, read });
    }
  }
  return ({ index, resource: { encounter } }) =>
    encounter ? encounters.find(encounter, 'Encounter') : diagnosedIn.get(index);
}

function belongsTo(
  { entry }: ConditionEntry,
  findEncounter: ReturnType<typeof encounterFinder>,
): ResourceEntry<Encounter> | Intention {
  const { index, resource } = entry;
  const reason = noDiagnosis(resource);
  if (reason !== undefined) return ignored(reason);
  const found = findEncounter(entry);
  if (found?.read) return found.read.entry;
  const expression = `${entryPath(index)}.resource.encounter`;
  if (found) {
    return {
      kind: 'refused',
      problems: [{ status: DEPENDENT, code: 'processing', text: 'its Encounter was refused', expression }],
    };
  }
  if (!resource.encounter) {
    return ignored('not recorded: a Condition without an Encounter is no consultation');
  }
  const text = 'no Encounter of the Bundle: send a Condition together with its Encounter';
  return { kind: 'refused', problems: [{ status: 422, code: 'not-found', text, expression }] };
}

interface Known {
  readonly known: KnownPathologies;
  readonly patients: References<ResourceEntry<Patient>>;
}

/** What becomes of an Encounter and its Conditions, each by its place. */
function readVisit(
  { entry }: EncounterEntry,
  members: readonly ConditionEntry[],
  { known, patients }: Known,
): (readonly [number, Intention])[] {
  const indexes = [entry.index, ...members.map((member) => member.entry.index)];
  const reason =
    noConsultation(entry.resource) ??
    (members.length === 0 ? 'not recorded: an Encounter without a Condition names no pathology' : undefined);
  if (reason !== undefined) return indexes.map((index) => [index, ignored(reason)]);
  const encounter = readEncounter(entry, patients);
  const conditions = members.map((member) => ({
    index: member.entry.index,
    read: otherPatient(member.entry, entry, patients) ?? readCondition(member.entry, known),
  }));
  const problems = new Map<number, Problem[]>(
    [{ index: entry.index, read: encounter }, ...conditions].flatMap(({ index, read }) =>
      Array.isArray(read) ? [[index, read]] : [],
    ),
  );
  if (problems.size > 0 || Array.isArray(encounter)) {
    return indexes.map((index) => [
      index,
      { kind: 'refused', problems: problems.get(index) ?? [dependent(index)] },
    ]);
  }
  const visit = visitOf(
    encounter,
    conditions.flatMap(({ read }) => (Array.isArray(read) ? [] : [read])),
  );
  return indexes.map((index) => [index, { kind: 'visit', visit }]);
}

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
  patients: Known['patients'],
): Problem[] | undefined {
  const { subject: own } = condition.resource;
  const { subject: other } = encounter.resource;
  if (!own || !other) return undefined;
  const bothRefer = own.reference !== undefined && other.reference !== undefined;
  const bothIdentify = own.identifier !== undefined && other.identifier !== undefined;
  if (bothRefer ? own.reference === other.reference : !bothIdentify) return undefined;
  const [one, another] = [own, other].map((subject) =>
    patientNumber(subject, patients.find(subject, 'Patient')),
  );
  if (one?.value === another?.value) return undefined;
  return [
    {
      status: 422,
      code: 'business-rule',
      text: 'is not the patient of its Encounter',
      expression: `${entryPath(condition.index)}.resource.subject`,
    },
  ];
}

/** Names each Condition, so that it is recorded once: by its identifier, by the Encounter’s and its code, or by its UUID. */
function visitOf(encounter: VisitEncounter, conditions: readonly VisitCondition[]): Visit {
  const { token, url } = encounter.identity;
  const repeated = new Map<string, number>();
  const within = (name: string, code: string): string => {
    const times = (repeated.get(code) ?? 0) + 1;
    repeated.set(code, times);
    return times === 1 ? `${name}#${code}` : `${name}#${code}#${times}`;
  };
  const nameOf = ({ identity, code }: VisitCondition): string | undefined => {
    if (identity.token !== undefined) return identity.token;
    if (token !== undefined) return within(token, code);
    if (identity.url !== undefined) return identity.url;
    return url === undefined ? undefined : within(url, code);
  };
  const externalId = (name: string | undefined) => (name === undefined ? undefined : externalIdOf(name));
  return {
    encounter,
    externalId: externalId(token ?? url ?? namedByCondition(conditions)),
    conditions: conditions.map((condition) => ({ ...condition, externalId: externalId(nameOf(condition)) })),
  };
}

/** Where only Conditions have a name, the first of theirs names the Encounter. */
function namedByCondition(conditions: readonly VisitCondition[]): string | undefined {
  const names = conditions.flatMap(({ identity: { token, url } }) => token ?? url ?? []);
  const [first] = names.sort();
  return first === undefined ? undefined : `${first}#encounter`;
}
