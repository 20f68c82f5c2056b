import type { CodeableConcept, Coding, Identifier } from '../bundle/resources.schema';

/** What is kept of an Encounter as it was sent, beside its patient's number and its moment. */
export interface EncounterContent {
  readonly identifier?: Identifier[] | undefined;
  readonly status: string;
  readonly class?: Coding | undefined;
  /** As it was written, to the day or to the second. */
  readonly start: string;
  /** Whose number the patient's is. */
  readonly patientSystem?: string | undefined;
}

/** What is kept of a Condition as it was sent, beside its pathology. */
export interface ConditionContent {
  readonly identifier?: Identifier[] | undefined;
  readonly clinicalStatus?: CodeableConcept | undefined;
  readonly verificationStatus?: CodeableConcept | undefined;
  readonly category?: CodeableConcept[] | undefined;
  readonly code: CodeableConcept;
}
