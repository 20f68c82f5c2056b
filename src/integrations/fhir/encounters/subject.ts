import { runInTurns } from '../../../platform/limits/current-turns';
import { type ParsedEntry, type ResourceEntry, formatEntryPath } from '../bundle/parse-bundle';
import type { Problem } from '../operation-outcome';
import { type PatientNumber, findNumberOfPatient, findPatientNumber } from './patient-number';
import { AMBIGUOUS, ReferenceIndex, type ReferenceTarget } from '../bundle/reference-index';
import type { Encounter, Reference } from '../bundle/resources.schema';

type PatientTarget = ReferenceTarget & {
  readonly isRefused: boolean;
  readonly number: PatientNumber | undefined;
};

export type Patients = ReferenceIndex<PatientTarget>;

/** HTTP status of an entry that is refused because another entry was. */
export const FAILED_DEPENDENCY = 424;

/** The patient of an Encounter or a Condition. */
export interface Subject {
  /** The Patient in the Bundle. */
  readonly patient: PatientTarget | undefined;
  /** Undefined if there is none that may be stored. */
  readonly number: PatientNumber | undefined;
}

export async function indexPatients(entries: readonly ParsedEntry[]): Promise<Patients> {
  return ReferenceIndex.of(await runInTurns(listPatients(entries)));
}

/** Yields after each identifier of a Patient. */
function* listPatients(entries: readonly ParsedEntry[]): Generator<void, PatientTarget[]> {
  const patients: PatientTarget[] = [];
  for (const parsed of entries) {
    if (parsed.kind === 'Patient') {
      const number = yield* findNumberOfPatient(parsed.entry);
      patients.push({ ...parsed.entry, isRefused: false, number });
    } else if (parsed.kind === 'refused' && parsed.target?.type === 'Patient') {
      patients.push({ ...parsed.target, isRefused: true, number: undefined });
    }
    yield;
  }
  return patients;
}

/** Finds the subject of an Encounter, or a problem as `resolveSubject` does. */
export type SubjectFinder = (entry: ResourceEntry<Encounter>) => Subject | Problem;

/** Returns a function that resolves the subject of each Encounter once: thousands of Conditions may be compared with it. */
export function createSubjectFinder(patients: Patients): SubjectFinder {
  const subjects = new Map<number, Subject | Problem>();
  return (entry) => {
    const subject = subjects.get(entry.index) ?? resolveSubject(entry, patients);
    subjects.set(entry.index, subject);
    return subject;
  };
}

/** Returns the subject, or a problem if its Patient is ambiguous or was refused. */
export function resolveSubject(
  { index, fullUrl, resource }: ResourceEntry<{ readonly subject?: Reference | undefined }>,
  patients: Patients,
): Subject | Problem {
  const { subject = {} } = resource;
  const patient = patients.find(subject, { type: 'Patient', sourceUrl: fullUrl });
  const expression = `${formatEntryPath(index)}.resource.subject`;
  if (patient === AMBIGUOUS) return createAmbiguityProblem(expression);
  if (patient?.isRefused) {
    return { status: FAILED_DEPENDENCY, code: 'processing', text: 'its Patient was refused', expression };
  }
  return { patient, number: findPatientNumber(subject, patient?.number) };
}

/** Returns false if one of the subjects has no number. */
export function areDifferentPatients(one: Subject, other: Subject): boolean {
  if (one.patient !== undefined && one.patient === other.patient) return false;
  if (!one.number || !other.number) return false;
  return (
    one.number.value !== other.number.value || haveDifferentSystems(one.number.system, other.number.system)
  );
}

/** Returns false if one of the systems is absent. */
export function haveDifferentSystems(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

export function createAmbiguityProblem(expression: string): Problem {
  return {
    status: 422,
    code: 'multiple-matches',
    text: 'several resources of the Bundle could be meant: refer to one by its fullUrl',
    expression,
  };
}
