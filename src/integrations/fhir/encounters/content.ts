import { z } from 'zod';
import {
  codeableConceptSchema,
  codingSchema,
  conditionSchema,
  encounterSchema,
} from '../bundle/resources.schema';

/** Stored elements of an Encounter; `fhir_encounter` has the patient's number and the start in columns. */
export const encounterContent = encounterSchema.pick({ identifier: true, status: true }).extend({
  class: codingSchema.optional(),
  /** As sent: a date, or a date and time. */
  start: z.string(),
  /** Identifier system of the patient's number. */
  patientSystem: z.string().optional(),
});

export type EncounterContent = z.output<typeof encounterContent>;

/** Stored elements of a Condition; the consultation has its pathology. */
export const conditionContent = conditionSchema
  .pick({ identifier: true, clinicalStatus: true, verificationStatus: true, category: true })
  .extend({ code: codeableConceptSchema });

export type ConditionContent = z.output<typeof conditionContent>;
