import { type ReadEntry, type ResourceEntry, entryPath } from '../bundle/bundle-entries';
import type { Problem } from '../outcome';
import { type PatientNumber, bundledNumber, patientNumber } from './patient-number';
import { type Referable, References, SEVERAL } from '../bundle/references';
import type { Reference } from '../bundle/resources.schema';

/** A Patient of a Bundle. */
type PatientTarget = Referable & { readonly isRefused: boolean; readonly number: PatientNumber | undefined };

export type Patients = References<PatientTarget>;

/** Failed Dependency: the status of an entry that is refused for another one’s sake. */
export const DEPENDENT = 424;

/** Whose a resource is. */
export interface Subject {
  readonly patient: PatientTarget | undefined;
  /** Undefined where nothing says one that may be kept. */
  readonly number: PatientNumber | undefined;
}

export function patientsOf(entries: readonly ReadEntry[]): Patients {
  return new References(
    entries.flatMap((read): PatientTarget[] => {
      if (read.kind === 'Patient') {
        return [{ ...read.entry, isRefused: false, number: bundledNumber(read.entry) }];
      }
      const referable = read.kind === 'refused' ? read.referable : undefined;
      return referable?.type === 'Patient' ? [{ ...referable, isRefused: true, number: undefined }] : [];
    }),
  );
}

/** @returns a problem where the reference does not say which Patient of the Bundle it means */
export function readSubject(
  { index, fullUrl, resource }: ResourceEntry<{ readonly subject?: Reference | undefined }>,
  patients: Patients,
): Subject | Problem {
  const { subject = {} } = resource;
  const found = patients.find(subject, { type: 'Patient', from: fullUrl });
  const expression = `${entryPath(index)}.resource.subject`;
  if (found === SEVERAL) return several(expression);
  if (found?.isRefused) {
    return { status: DEPENDENT, code: 'processing', text: 'its Patient was refused', expression };
  }
  return { patient: found, number: patientNumber(subject, found?.number) };
}

/** Whether two subjects are of different patients, as far as both say it. */
export function differ(one: Subject, other: Subject): boolean {
  if (one.patient !== undefined && one.patient === other.patient) return false;
  const [number, another] = [one.number, other.number];
  if (!number || !another) return false;
  return number.value !== another.value || differingSystems(number.system, another.system);
}

/** Whether two numbers are of different hospitals, as far as both say it. */
export function differingSystems(one: string | undefined, other: string | undefined): boolean {
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
