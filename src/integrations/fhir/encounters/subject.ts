import { type ParsedEntry, type ResourceEntry, formatEntryPath } from '../bundle/parse-bundle';
import type { Problem } from '../operation-outcome';
import { type PatientNumber, findNumberOfPatient, findPatientNumber } from './patient-number';
import { type ReferenceTarget, ReferenceIndex, AMBIGUOUS } from '../bundle/reference-index';
import type { Reference } from '../bundle/resources.schema';

/** A Patient of a Bundle. */
type PatientTarget = ReferenceTarget & { readonly isRefused: boolean; readonly number: PatientNumber | undefined };

export type Patients = ReferenceIndex<PatientTarget>;

/** Failed Dependency: the status of an entry that is refused for another one’s sake. */
export const FAILED_DEPENDENCY = 424;

/** Whose a resource is. */
export interface Subject {
  readonly patient: PatientTarget | undefined;
  /** Undefined where nothing says one that may be kept. */
  readonly number: PatientNumber | undefined;
}

export function indexPatients(entries: readonly ParsedEntry[]): Patients {
  return new ReferenceIndex(
    entries.flatMap((read): PatientTarget[] => {
      if (read.kind === 'Patient') {
        return [{ ...read.entry, isRefused: false, number: findNumberOfPatient(read.entry) }];
      }
      const target = read.kind === 'refused' ? read.target : undefined;
      return target?.type === 'Patient' ? [{ ...target, isRefused: true, number: undefined }] : [];
    }),
  );
}

/** @returns a problem where the reference does not say which Patient of the Bundle it means */
export function resolveSubject(
  { index, fullUrl, resource }: ResourceEntry<{ readonly subject?: Reference | undefined }>,
  patients: Patients,
): Subject | Problem {
  const { subject = {} } = resource;
  const found = patients.find(subject, { type: 'Patient', from: fullUrl });
  const expression = `${formatEntryPath(index)}.resource.subject`;
  if (found === AMBIGUOUS) return several(expression);
  if (found?.isRefused) {
    return { status: FAILED_DEPENDENCY, code: 'processing', text: 'its Patient was refused', expression };
  }
  return { patient: found, number: findPatientNumber(subject, found?.number) };
}

/** Whether two subjects are of different patients, as far as both say it. */
export function areDifferentPatients(one: Subject, other: Subject): boolean {
  if (one.patient !== undefined && one.patient === other.patient) return false;
  const [number, another] = [one.number, other.number];
  if (!number || !another) return false;
  return number.value !== another.value || haveDifferentSystems(number.system, another.system);
}

/** Whether two numbers are of different hospitals, as far as both say it. */
export function haveDifferentSystems(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

/** A reference that could mean more than one resource of its Bundle. */
export function several(expression: string): Problem {
  return {
    status: 422,
    code: 'multiple-matches',
    text: 'several resources of the Bundle could be meant: refer to one by its fullUrl',
    expression,
  };
}
