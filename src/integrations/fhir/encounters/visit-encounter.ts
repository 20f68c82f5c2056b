import type { z } from 'zod';
import { consultationsContract } from '../../../modules/consultations';
import { type ResourceEntry, entryPath } from '../bundle/bundle-entries';
import type { EncounterContent } from './content';
import { readDateTime } from './date-time';
import { type OwnIdentity, ownIdentity } from '../identity/own-identity';
import type { Problem } from '../outcome';
import type { Encounter } from '../bundle/resources.schema';
import { type Patients, readSubject } from './subject';
import { withoutEmpty } from './without-empty';

/** An Encounter that took place, ready to be recorded. */
export interface VisitEncounter {
  readonly index: number;
  readonly identity: OwnIdentity;
  readonly patientId: string;
  readonly startedAt: Date;
  readonly content: EncounterContent;
}

/** The rules of every consultation, however it is recorded. */
const { patientId: patientIdSchema, consultationDate: momentSchema } =
  consultationsContract.record.input.shape;

/** Encounters that have begun. OpenMRS knows no status of an Encounter and writes `unknown` into each. */
const TAKING_PLACE: ReadonlySet<string> = new Set(['in-progress', 'onleave', 'finished', 'unknown']);

/** Why an Encounter is no consultation; undefined where it is one. */
export function noConsultation({ status }: Encounter): string | undefined {
  return TAKING_PLACE.has(status)
    ? undefined
    : `not recorded: an Encounter that is ${status} is no consultation. Nothing that was recorded before is changed`;
}

export function readEncounter(
  entry: ResourceEntry<Encounter>,
  { patients, base }: { readonly patients: Patients; readonly base: string },
): VisitEncounter | Problem[] {
  const { index, resource } = entry;
  const path = `${entryPath(index)}.resource`;
  const identity = ownIdentity(entry, base);
  const subject = readSubject(entry, patients);
  const patient = 'status' in subject ? undefined : subject.number;
  const patientId = patientIdSchema.safeParse(patient?.value);
  const start = resource.period?.start;
  const startedAt = momentOf(start);
  if (
    start === undefined ||
    !patient ||
    !patientId.success ||
    !(startedAt instanceof Date) ||
    !('token' in identity)
  ) {
    return [
      ...('token' in identity ? [] : [identity]),
      ...('status' in subject
        ? [subject]
        : patientId.success
          ? []
          : [patientProblem(patient && patientId.error, `${path}.subject`)]),
      ...(startedAt instanceof Date ? [] : [{ ...startedAt, expression: `${path}.period.start` }]),
    ];
  }
  const { identifier, status } = resource;
  return {
    index,
    identity,
    patientId: patientId.data,
    startedAt,
    content: {
      identifier: withoutEmpty(identifier),
      status,
      class: withoutEmpty(resource.class),
      start,
      patientSystem: patient.system,
    },
  };
}

function momentOf(start: string | undefined): Date | Problem {
  if (start === undefined) {
    return { status: 422, code: 'required', text: 'required: it is when the consultation was' };
  }
  const read = readDateTime(start);
  if (typeof read === 'string') return { status: 400, code: 'value', text: read };
  const { success, data, error } = momentSchema.safeParse(read.toISOString());
  return success ? data : { status: 422, code: 'business-rule', text: messageOf(error) };
}

function patientProblem(error: z.ZodError | undefined, expression: string): Problem {
  if (error) return { status: 422, code: 'business-rule', text: messageOf(error), expression };
  const text =
    'expected the patient’s number: a logical reference with an identifier, a Patient of the Bundle that has one, or a reference such as Patient/123';
  return { status: 422, code: 'required', text, expression };
}

function messageOf({ issues }: z.ZodError): string {
  return issues.map(({ message }) => message).join('; ');
}
