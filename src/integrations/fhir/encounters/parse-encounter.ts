import type { z } from 'zod';
import { consultationsContract } from '../../../modules/consultations';
import { type ResourceEntry, formatEntryPath } from '../bundle/parse-bundle';
import type { EncounterContent } from './content';
import { parseDateTime } from './date-time';
import { type ResourceIdentity, readResourceIdentity } from '../identity/resource-identity';
import type { Problem } from '../operation-outcome';
import type { Encounter } from '../bundle/resources.schema';
import { type Patients, resolveSubject } from './subject';
import { removeEmpty } from './remove-empty';

/** An Encounter that took place, ready to be recorded. */
export interface ParsedEncounter {
  readonly index: number;
  readonly identity: ResourceIdentity;
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
export function findEncounterIgnoreReason({ status }: Encounter): string | undefined {
  return TAKING_PLACE.has(status)
    ? undefined
    : `not recorded: an Encounter that is ${status} is no consultation. Nothing that was recorded before is changed`;
}

export function parseEncounter(
  entry: ResourceEntry<Encounter>,
  { patients, base }: { readonly patients: Patients; readonly base: string },
): ParsedEncounter | Problem[] {
  const { index, resource } = entry;
  const path = `${formatEntryPath(index)}.resource`;
  const identity = readResourceIdentity(entry, base);
  const subject = resolveSubject(entry, patients);
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
      identifier: removeEmpty(identifier),
      status,
      class: removeEmpty(resource.class),
      start,
      patientSystem: patient.system,
    },
  };
}

function momentOf(start: string | undefined): Date | Problem {
  if (start === undefined) {
    return { status: 422, code: 'required', text: 'required: it is when the consultation was' };
  }
  const read = parseDateTime(start);
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
