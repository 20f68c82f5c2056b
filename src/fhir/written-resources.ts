import type { ConditionContent, EncounterContent } from './content';
import { ICD_10, ICD_11 } from './pathology-of-code';
import type { CodeableConcept, Coding, Identifier } from './resources.schema';

const VERIFICATION = 'http://terminology.hl7.org/CodeSystem/condition-ver-status';
const CATEGORY = 'http://terminology.hl7.org/CodeSystem/condition-category';
const DATA_ABSENT_REASON = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

/** A consultation as the database answers it; `content` is null where it did not come as a Condition. */
export interface ConditionRow {
  readonly id: string;
  readonly patient_id: string;
  readonly consulted_at: Date;
  readonly recorded_at: Date;
  readonly external_id: string | null;
  readonly voided_at: Date | null;
  /** Of the pathology, as its codes. */
  readonly name: string;
  readonly icd10: string | null;
  /** All that lead to it, in order. */
  readonly icd11: readonly string[];
  readonly encounter_id: string | null;
  readonly content: ConditionContent | null;
  readonly encounter_content: EncounterContent | null;
}

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

export type ConditionResource = ReturnType<typeof conditionResource>;
export type EncounterResource = ReturnType<typeof encounterResource>;

/** A consultation as a FHIR R4 Condition; one that was voided is entered in error. */
export function conditionResource(row: ConditionRow) {
  const { id, content, recorded_at, voided_at, external_id } = row;
  return {
    resourceType: 'Condition' as const,
    id,
    meta: { lastUpdated: (voided_at ?? recorded_at).toISOString() },
    identifier: content ? content.identifier : identifiersOf(external_id),
    // The invariant con-5 forbids a clinical status where the Condition was entered in error.
    clinicalStatus: voided_at ? undefined : content?.clinicalStatus,
    verificationStatus: voided_at ? ENTERED_IN_ERROR : content?.verificationStatus,
    category: content?.category ?? [{ coding: [{ system: CATEGORY, code: 'encounter-diagnosis' }] }],
    code: { coding: codingsOf(row), text: content?.code.text ?? row.name },
    subject: subjectOf(row.patient_id, row.encounter_content?.patientSystem),
    encounter: { reference: `Encounter/${row.encounter_id ?? id}` },
    recordedDate: recorded_at.toISOString(),
  };
}

/** An Encounter as it was recorded; entered in error where all its Conditions are. */
export function encounterResource(row: EncounterRow) {
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
function codingsOf({ name, icd10, icd11, content }: ConditionRow): Coding[] | undefined {
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
