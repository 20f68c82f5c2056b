import type { z } from 'zod';
import type { ConsultationRecord } from '../../../modules/consultations';
import type { ConditionContent, EncounterContent } from '../encounters/stored-content.schema';
import { ICD_10, ICD_11 } from '../encounters/pathology-choice';
import type { CodeableConcept, Coding, Identifier } from '../bundle/resources.schema';
import type { FIND_CONDITIONS, FIND_ENCOUNTERS } from './records.sql';

const VERIFICATION = 'http://terminology.hl7.org/CodeSystem/condition-ver-status';
const CATEGORY = 'http://terminology.hl7.org/CodeSystem/condition-category';
const DATA_ABSENT_REASON = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

/** Elements of a Condition that its consultation does not store. */
export type StoredCondition = z.output<typeof FIND_CONDITIONS.row>;

export interface EncounterRecord extends Omit<z.output<typeof FIND_ENCOUNTERS.row>, 'content'> {
  /** Null for a consultation that was not recorded by FHIR. */
  readonly content: EncounterContent | null;
  /** Null unless all its Conditions are voided. */
  readonly voidedAt: Date | null;
}

export type ConditionResource = ReturnType<typeof toConditionResource>;
export type EncounterResource = ReturnType<typeof toEncounterResource>;

/**
 * Converts a consultation to a FHIR R4 Condition.
 * @param stored undefined if it was not recorded by FHIR
 */
export function toConditionResource(consultation: ConsultationRecord, stored: StoredCondition | undefined) {
  const { id, recordedAt, voidedAt, externalId, patientId, pathologyName } = consultation;
  const content = stored?.content;
  return {
    resourceType: 'Condition' as const,
    id,
    meta: { lastUpdated: (voidedAt ?? recordedAt).toISOString() },
    identifier: content ? content.identifier : toIdentifiers(externalId),
    // FHIR invariant con-5: no clinicalStatus if the Condition was entered in error.
    clinicalStatus: voidedAt ? undefined : content?.clinicalStatus,
    verificationStatus: voidedAt ? ENTERED_IN_ERROR : content?.verificationStatus,
    category: content?.category ?? [{ coding: [{ system: CATEGORY, code: 'encounter-diagnosis' }] }],
    code: { coding: listCodings(consultation, content), text: content?.code.text ?? pathologyName },
    subject: toSubject(patientId, stored?.patientSystem ?? undefined),
    encounter: { reference: `Encounter/${stored?.encounterId ?? id}` },
    recordedDate: recordedAt.toISOString(),
  };
}

/** Converts a stored Encounter to a FHIR R4 Encounter. */
export function toEncounterResource(stored: EncounterRecord) {
  const { content, voidedAt } = stored;
  return {
    resourceType: 'Encounter' as const,
    id: stored.id,
    meta: { lastUpdated: (voidedAt ?? stored.recordedAt).toISOString() },
    identifier: content?.identifier,
    status: voidedAt ? 'entered-in-error' : (content?.status ?? 'finished'),
    // R4 requires a class; the extension says that it is unknown.
    class: content?.class ?? { extension: [{ url: DATA_ABSENT_REASON, valueCode: 'unknown' }] },
    subject: toSubject(stored.patientId, content?.patientSystem),
    period: { start: content?.start ?? stored.startedAt.toISOString() },
    diagnosis:
      stored.conditions.length === 0
        ? undefined
        : stored.conditions.map((id) => ({ condition: { reference: `Condition/${id}` } })),
  };
}

const ENTERED_IN_ERROR: CodeableConcept = { coding: [{ system: VERIFICATION, code: 'entered-in-error' }] };

/** Returns the codings as sent, then those of the pathology that the case counts under. */
function listCodings(
  { pathologyName, icd10, icd11 }: ConsultationRecord,
  content: ConditionContent | undefined,
): Coding[] | undefined {
  const sent = content?.code.coding ?? [];
  const counted: Coding[] = [
    ...(icd10 === null ? [] : [{ system: ICD_10, code: icd10, display: pathologyName }]),
    ...findCommonCode(icd11).map((code) => ({ system: ICD_11, code, display: pathologyName })),
  ];
  const codings = [
    ...sent,
    ...counted.filter(({ system, code }) => !sent.some((one) => one.system === system && one.code === code)),
  ];
  return codings.length === 0 ? undefined : codings;
}

/** Returns the first code if all others are its subcodes; unrelated codes do not identify one diagnosis. */
function findCommonCode([first, ...others]: readonly string[]): string[] {
  return first !== undefined && others.every((code) => code.startsWith(first)) ? [first] : [];
}

function toIdentifiers(externalId: string | null): Identifier[] | undefined {
  return externalId === null ? undefined : [{ value: externalId }];
}

/** Returns a logical reference: the platform stores no Patient resource. */
function toSubject(value: string, system: string | undefined) {
  return { type: 'Patient', identifier: { system, value } };
}
