import type { CodeableConcept, Coding, Identifier } from '../bundle/resources.schema';

/** Stored elements of an Encounter; `fhir_encounter` has the patient's number and the start in columns. */
export interface EncounterContent {
  readonly identifier?: Identifier[] | undefined;
  readonly status: string;
  readonly class?: Coding | undefined;
  /** As sent: a date, or a date and time. */
  readonly start: string;
  /** Identifier system of the patient's number. */
  readonly patientSystem?: string | undefined;
}

/** Stored elements of a Condition; the consultation has its pathology. */
export interface ConditionContent {
  readonly identifier?: Identifier[] | undefined;
  readonly clinicalStatus?: CodeableConcept | undefined;
  readonly verificationStatus?: CodeableConcept | undefined;
  readonly category?: CodeableConcept[] | undefined;
  readonly code: CodeableConcept;
}
