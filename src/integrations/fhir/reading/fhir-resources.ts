import type { ConsultationRecord } from '../../../modules/consultations';
import type { ConditionContent, EncounterContent } from '../encounters/content';
import { ICD_10, ICD_11 } from '../encounters/pathology-choice';
import type { CodeableConcept, Coding, Identifier } from '../bundle/resources.schema';

const VERIFICATION = 'http://terminology.hl7.org/CodeSystem/condition-ver-status';
const CATEGORY = 'http://terminology.hl7.org/CodeSystem/condition-category';
const DATA_ABSENT_REASON = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

/** What a Condition said beside the consultation that was recorded of it, as the database answers it. */
export interface SentCondition {
  readonly consultation_id: string;
  readonly encounter_id: string;
  readonly content: ConditionContent;
  readonly encounter_content: EncounterContent;
}

/** An Encounter likewise; `content` is null for a consultation that came another way. */
export interface EncounterRow {
  readonly id: string;
  readonly patient_id: string;
  readonly started_at: Date;
  readonly recorded_at: Date;
  readonly content: EncounterContent | null;
  readonly conditions: readonly string[];
  /** Null where a Condition counts. */
  readonly voided_at: Date | null;
}

export type ConditionResource = ReturnType<typeof toConditionResource>;
export type EncounterResource = ReturnType<typeof toEncounterResource>;

/**
 * A consultation as a FHIR R4 Condition; one that was voided is entered in error.
 * @param sent undefined for one that came another way
 */
export function toConditionResource(consultation: ConsultationRecord, sent: SentCondition | undefined) {
  const { id, recordedAt, voidedAt, externalId, patientId, pathology } = consultation;
  const content = sent?.content;
  return {
    resourceType: 'Condition' as const,
    id,
    meta: { lastUpdated: (voidedAt ?? recordedAt).toISOString() },
    identifier: content ? content.identifier : identifiersOf(externalId),
    // The invariant con-5 forbids a clinical status where the Condition was entered in error.
    clinicalStatus: voidedAt ? undefined : content?.clinicalStatus,
    verificationStatus: voidedAt ? ENTERED_IN_ERROR : content?.verificationStatus,
    category: content?.category ?? [{ coding: [{ system: CATEGORY, code: 'encounter-diagnosis' }] }],
    code: { coding: codingsOf(pathology, content), text: content?.code.text ?? pathology.name },
    subject: subjectOf(patientId, sent?.encounter_content.patientSystem),
    encounter: { reference: `Encounter/${sent?.encounter_id ?? id}` },
    recordedDate: recordedAt.toISOString(),
  };
}

/** An Encounter as it was recorded; entered in error where all its Conditions are. */
export function toEncounterResource(row: EncounterRow) {
  const { content, voided_at } = row;
  return {
    resourceType: 'Encounter' as const,
    id: row.id,
    meta: { lastUpdated: (voided_at ?? row.recorded_at).toISOString() },
    identifier: content?.identifier,
    status: voided_at ? 'entered-in-error' : (content?.status ?? 'finished'),
    // Required by R4, and not known where nobody said it.
    class: content?.class ?? { extension: [{ url: DATA_ABSENT_REASON, valueCode: 'unknown' }] },
    subject: subjectOf(row.patient_id, content?.patientSystem),
    period: { start: content?.start ?? row.started_at.toISOString() },
    diagnosis:
      row.conditions.length === 0
        ? undefined
        : row.conditions.map((id) => ({ condition: { reference: `Condition/${id}` } })),
  };
}

const ENTERED_IN_ERROR: CodeableConcept = { coding: [{ system: VERIFICATION, code: 'entered-in-error' }] };

/** The codings as they were sent, and after them those of the pathology that the case is counted under. */
function codingsOf(
  { name, icd10, icd11 }: ConsultationRecord['pathology'],
  content: ConditionContent | undefined,
): Coding[] | undefined {
  const sent = content?.code.coding ?? [];
  const counted: Coding[] = [
    ...(icd10 === null ? [] : [{ system: ICD_10, code: icd10, display: name }]),
    ...oneCode(icd11).map((code) => ({ system: ICD_11, code, display: name })),
  ];
  const codings = [
    ...sent,
    ...counted.filter(({ system, code }) => !sent.some((one) => one.system === system && one.code === code)),
  ];
  return codings.length === 0 ? undefined : codings;
}

/** Of a code and what it is divided into, the code itself; several that differ say nothing about one case. */
function oneCode([first, ...others]: readonly string[]): string[] {
  return first !== undefined && others.every((code) => code.startsWith(first)) ? [first] : [];
}

function identifiersOf(externalId: string | null): Identifier[] | undefined {
  return externalId === null ? undefined : [{ value: externalId }];
}

/** The patient by the number alone: there is no Patient here, and no name. */
function subjectOf(value: string, system: string | undefined) {
  return { type: 'Patient', identifier: { system, value } };
}
