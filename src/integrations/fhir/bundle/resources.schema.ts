import { z } from 'zod';
import { text } from '../../../shared/text';

// Only the elements that the platform uses: it must neither store nor refuse the others.

const MAX_REPETITIONS = 50;
const MAX_DIAGNOSES = 1_000;
/** A registry of patients may collect those of many hospitals. */
const MAX_PATIENT_IDENTIFIERS = 200;

/** Returns a schema for FHIR's string, whose only control characters are tabs and line ends. */
function fhirString(maxLength: number) {
  return text(1, maxLength).refine(
    (value) => !CONTROL.test(value),
    'must not contain control characters other than tabs and line ends',
  );
}

// oxlint-disable-next-line no-control-regex -- the pattern finds control characters
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

const uri = text(1, 500).regex(/^\S+$/, 'must not contain spaces');
const code = text(1, 200).regex(/^\S+( \S+)*$/, 'must not contain other white space than single spaces');
const string = fhirString(1_000);

export const codingSchema = z.object({
  system: uri.optional(),
  version: string.optional(),
  code: code.optional(),
  display: string.optional(),
  userSelected: z.boolean().optional(),
});

export const codeableConceptSchema = z.object({
  coding: z
    .array(codingSchema)
    .max(MAX_REPETITIONS, `expected at most ${MAX_REPETITIONS} codings`)
    .optional(),
  text: fhirString(2_000).optional(),
});

const identifierSchema = z.object({
  use: code.optional(),
  type: codeableConceptSchema.optional(),
  /** Without the sign that separates it from the value, wherever both are one text. */
  system: uri.regex(/^[^|]+$/, 'must not contain “|”, which no URI has: write %7C').optional(),
  /**
   * In one form: programs send the same accented letter as one character or as two. Only if it is short: the time for combining
   * marks grows with the square of their number.
   */
  value: string.pipe(z.string().normalize('NFC')).optional(),
});

/** Without `display`, which is usually a person's name. */
const referenceSchema = z.object({
  reference: text(1, 1_000).optional(),
  identifier: identifierSchema.optional(),
});

/** One Coding (R5 has a list of concepts). The code may be absent if an extension gives the reason. */
const classSchema = z
  .looseObject({ ...codingSchema.shape, extension: z.array(z.unknown()).min(1).optional() })
  .refine(({ code: classCode, extension }) => classCode !== undefined || extension !== undefined, {
    error: 'expected a Coding with a code, as R4 has it',
    path: ['code'],
  })
  .pipe(codingSchema);

const ENCOUNTER_STATUSES = [
  'planned',
  'arrived',
  'triaged',
  'in-progress',
  'onleave',
  'finished',
  'cancelled',
  'entered-in-error',
  'unknown',
] as const;

export const encounterSchema = z.object({
  resourceType: z.literal('Encounter'),
  id: z.string().optional(),
  status: z.enum(ENCOUNTER_STATUSES, {
    error: `expected a status of FHIR R4: ${ENCOUNTER_STATUSES.join(', ')}`,
  }),
  class: classSchema.optional(),
  subject: referenceSchema.optional(),
  period: z.object({ start: text(1, 40).optional() }).optional(),
});

export const conditionSchema = z.object({
  resourceType: z.literal('Condition'),
  id: z.string().optional(),
  clinicalStatus: codeableConceptSchema.optional(),
  verificationStatus: codeableConceptSchema.optional(),
  code: codeableConceptSchema.optional(),
  subject: referenceSchema.optional(),
  encounter: referenceSchema.optional(),
});

export const patientSchema = z.object({
  resourceType: z.literal('Patient'),
  id: z.string().optional(),
});

const diagnosisSchema = z.object({ condition: referenceSchema.optional() });

/** A list of a resource. Its items are parsed one after the other: each may have lists of its own. */
export interface ListRule<Item> {
  readonly item: z.ZodType<Item>;
  readonly max: number;
  /** In the error of a longer list. */
  readonly content: string;
}

/** The lists of resources, which the schemas leave out. */
export const LISTS = {
  identifier: { item: identifierSchema, max: MAX_REPETITIONS, content: 'identifiers' },
  patientIdentifier: { item: identifierSchema, max: MAX_PATIENT_IDENTIFIERS, content: 'identifiers' },
  diagnosis: { item: diagnosisSchema, max: MAX_DIAGNOSES, content: 'diagnoses' },
  category: { item: codeableConceptSchema, max: MAX_REPETITIONS, content: 'categories' },
} as const satisfies Record<string, ListRule<unknown>>;

export type Coding = z.output<typeof codingSchema>;
export type CodeableConcept = z.output<typeof codeableConceptSchema>;
export type Identifier = z.output<typeof identifierSchema>;
export type Reference = z.output<typeof referenceSchema>;
export type Encounter = z.output<typeof encounterSchema> & {
  readonly identifier?: Identifier[] | undefined;
  readonly diagnosis?: z.output<typeof diagnosisSchema>[] | undefined;
};
export type Condition = z.output<typeof conditionSchema> & {
  readonly identifier?: Identifier[] | undefined;
  readonly category?: CodeableConcept[] | undefined;
};
export type Patient = z.output<typeof patientSchema> & {
  readonly identifier?: Identifier[] | undefined;
};

const requestSchema = z.object({
  method: text(1, 20),
  url: text(1, 2_000),
  ifNoneExist: text(1, 2_000).optional(),
});

const resourceTypeSchema = z.string().regex(/^[A-Z][A-Za-z]{0,63}$/, 'expected a resource type');

/** An entry of a Bundle; a schema of the type parses its resource. */
export const entrySchema = z.object({
  modifierExtension: z.unknown().optional(),
  fullUrl: text(1, 1_000).optional(),
  resource: z.looseObject({ resourceType: resourceTypeSchema }).optional(),
  request: requestSchema,
});

export type Entry = z.output<typeof entrySchema>;
