import type { z } from 'zod';
import { consultationsContract } from '../../../modules/consultations';
import { type ResourceEntry, formatEntryPath } from '../bundle/parse-bundle';
import type { EncounterContent } from './stored-content.schema';
import { parseDateTime } from './date-time';
import { type ResourceIdentity, readResourceIdentity } from '../identity/resource-identity';
import type { Problem } from '../operation-outcome';
import type { Encounter } from '../bundle/resources.schema';
import type { SubjectFinder } from './subject';
import { removeEmpty } from './remove-empty';

/** A valid Encounter that has taken place. */
export interface ParsedEncounter {
  readonly index: number;
  readonly identity: ResourceIdentity;
  readonly patientId: string;
  readonly startedAt: Date;
  readonly content: EncounterContent;
}

/** The same rules as in `consultations.record`. */
const { patientId: patientIdSchema, consultationDate: consultationDateSchema } =
  consultationsContract.record.input.shape;

/** OpenMRS does not track the status and always sends `unknown`. */
const RECORDED_STATUSES: ReadonlySet<string> = new Set(['in-progress', 'onleave', 'finished', 'unknown']);

/** Returns why an Encounter is not a consultation, or undefined if it is one. */
export function findEncounterIgnoreReason({ status }: Encounter): string | undefined {
  return RECORDED_STATUSES.has(status)
    ? undefined
    : `not recorded: an Encounter that is ${status} is no consultation. Nothing that was recorded before is changed`;
}

/** Returns the Encounter, or its problems. */
export function parseEncounter(
  entry: ResourceEntry<Encounter>,
  { findSubject, baseUrl }: { readonly findSubject: SubjectFinder; readonly baseUrl: string },
): ParsedEncounter | Problem[] {
  const { index, resource } = entry;
  const path = `${formatEntryPath(index)}.resource`;
  const identity = readResourceIdentity(entry, baseUrl);
  const subject = findSubject(entry);
  const patientNumber = 'status' in subject ? undefined : subject.number;
  const patientId = patientIdSchema.safeParse(patientNumber?.value);
  const start = resource.period?.start;
  const startedAt = parseStart(start);
  if (
    start === undefined ||
    !patientNumber ||
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
          : [createPatientProblem(patientNumber && patientId.error, `${path}.subject`)]),
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
      patientSystem: patientNumber.system,
    },
  };
}

function parseStart(start: string | undefined): Date | Problem {
  if (start === undefined) {
    return { status: 422, code: 'required', text: 'required: it is when the consultation was' };
  }
  const dateTime = parseDateTime(start);
  if (typeof dateTime === 'string') return { status: 400, code: 'value', text: dateTime };
  const { success, data, error } = consultationDateSchema.safeParse(dateTime.toISOString());
  return success ? data : { status: 422, code: 'business-rule', text: joinMessages(error) };
}

function createPatientProblem(error: z.ZodError | undefined, expression: string): Problem {
  if (error) return { status: 422, code: 'business-rule', text: joinMessages(error), expression };
  const text =
    'expected the patient’s number: a logical reference with an identifier, a Patient of the Bundle that has one, or a reference such as Patient/123';
  return { status: 422, code: 'required', text, expression };
}

function joinMessages({ issues }: z.ZodError): string {
  return issues.map(({ message }) => message).join('; ');
}
