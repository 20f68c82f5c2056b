import { z } from 'zod';

// Without the limits of new resources (`resources.schema.ts`): resources stay readable when a limit changes.

const string = z.string().optional();

const codingSchema = z.object({
  system: string,
  version: string,
  code: string,
  display: string,
  userSelected: z.boolean().optional(),
});

const codeableConceptSchema = z.object({ coding: z.array(codingSchema).optional(), text: string });

const identifierSchema = z.object({
  use: string,
  type: codeableConceptSchema.optional(),
  system: string,
  value: string,
});

/** Elements of an Encounter that are stored as JSON. The patient id and the start are columns of `fhir_encounter`. */
export const encounterContentSchema = z.object({
  identifier: z.array(identifierSchema).optional(),
  status: z.string(),
  class: codingSchema.optional(),
  /** The start as received: a date, or a date and time. */
  start: z.string(),
  /** Identifier system of the patient id. */
  patientSystem: string,
  /** True if it claimed an external id. If other content took the claim over, nothing is added to the Encounter. */
  hasExternalId: z.boolean().optional(),
});

export type EncounterContent = z.output<typeof encounterContentSchema>;

/** Elements of a Condition that are stored as JSON. The pathology is stored with the consultation. */
export const conditionContentSchema = z.object({
  identifier: z.array(identifierSchema).optional(),
  clinicalStatus: codeableConceptSchema.optional(),
  verificationStatus: codeableConceptSchema.optional(),
  category: z.array(codeableConceptSchema).optional(),
  code: codeableConceptSchema,
});

export type ConditionContent = z.output<typeof conditionContentSchema>;
