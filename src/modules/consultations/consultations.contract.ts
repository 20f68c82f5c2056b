import { z } from 'zod';
import { countrySchema } from '../../shared/country';
import { externalIdSchema, newExternalIdSchema } from '../../shared/external-id';
import { identifierSchema } from '../../shared/identifier';
import { checkedItem } from '../../shared/checked-item';
import { pageSchema } from '../../shared/pagination';
import { newPatientNumberSchema, patientNumberSchema } from '../../shared/patient-number';
import { catalogueName, text } from '../../shared/text';
import { pastTimestampSchema, timestampSchema } from '../../shared/timestamp';
import { confidentialQuery, mutation } from '../../platform/contract/contract';
import { touchedRecords } from '../../platform/contract/audit-rule';
import { describeFullNames } from './pathologies/full-names';
import { pathologyCodeSchema } from './pathologies/pathology-code';

/** Maximum number of consultations in one call. */
const MAX_ITEMS = 1_000;

/** A consultation (specification, section 2), plus pathology code, external id and country. */
const newConsultationFields = {
  patientId: newPatientNumberSchema.describe('Your own identifier of the patient.'),
  pathologyName: catalogueName()
    .optional()
    .describe(
      'Name of the pathology in English, French or Portuguese; one that the catalogue does not know is recorded as it is written, for your country alone. Required without `pathologyCode`.',
    ),
  pathologyCode: pathologyCodeSchema
    .optional()
    .describe(
      'Code of the pathology, `icd10:B50.9` or `icd11:1F40`. A code that the catalogue does not have counts as the broader one; any other code of ICD-10 is recorded for your country alone, under the code and `pathologyName`. Where both are sent, the code counts.',
    ),
  consultationDate: pastTimestampSchema.describe('When the consultation was: ISO 8601 ending in `Z`.'),
  externalId: newExternalIdSchema
    .optional()
    .describe(
      'Your own number of the consultation: it is recorded once, however often it is sent, and refused with other content.',
    ),
  country: countrySchema
    .optional()
    .describe(
      'ISO 3166-1 code. The account’s own country when absent. Another is for accounts of all countries only.',
    ),
};

const newConsultationSchema = z.object(newConsultationFields).superRefine(
  ({ pathologyName, pathologyCode }, context) => {
    if (pathologyName === undefined && pathologyCode === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['pathologyName'],
        message: 'required, unless pathologyCode is sent',
      });
    }
    context.issues.sort((one, other) => positionOf(one.path) - positionOf(other.path));
  },
  // Also runs if other fields are invalid, so that one response lists all problems, in the order of the fields.
  { when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value) },
);

/** Returns the position of a path's field among those of a new consultation. */
function positionOf([field]: readonly PropertyKey[] = []): number {
  return Object.keys(newConsultationFields).findIndex((name) => name === field);
}

const consultationSchema = z.object({
  id: z.string(),
  patientId: z.string(),
  pathologyName: z.string().describe('Its name in the catalogue, or as it was first written.'),
  pathologyCode: z.string().nullable().describe('Its ICD-10 code; null for what is not in the catalogue.'),
  consultationDate: z.iso.datetime(),
  recordedAt: z.iso.datetime(),
  externalId: z.string().nullable(),
  country: z.string().describe('ISO 3166-1 alpha-2; `ZZ` where it is unknown.'),
  voidedAt: z.iso
    .datetime()
    .nullable()
    .describe('When it was taken out of the counts; null where it counts.'),
});

export const refusalSchema = z.object({
  status: z.literal('refused'),
  code: z.enum(['BAD_REQUEST', 'FORBIDDEN', 'CONFLICT', 'UNPROCESSABLE_CONTENT']),
  message: z.string(),
});

const itemResultSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('recorded'), consultation: consultationSchema }),
  z.object({ status: z.literal('alreadyRecorded'), consultation: consultationSchema }),
  refusalSchema,
]);

/** A repeated void returns the first one. */
const voidedSchema = z.object({
  id: z.string(),
  country: z.string().describe('ISO 3166-1 alpha-2; `ZZ` where it is unknown.'),
  reason: z.string().describe('`erased` where the patient was erased: no text is kept then.'),
  voidedAt: z.iso.datetime(),
});

const malaria = {
  id: '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13',
  patientId: 'P-10482',
  pathologyName: 'Malaria',
  pathologyCode: 'icd10:B54',
  consultationDate: '2026-03-14T09:30:00.000Z',
  recordedAt: '2026-03-14T10:02:11.512Z',
  externalId: 'clinic-7/2026-000391',
  country: 'ZZ',
  voidedAt: null,
};

export const consultationsContract = {
  record: mutation({
    summary: 'Records a consultation together with its pathology.',
    access: ['doctor', 'admin'],
    audit: {
      byService: true,
      touched: ({ output }) => (output ? touchedRecords([output.data]) : []),
    },
    input: newConsultationSchema,
    output: z.object({ success: z.literal(true), data: consultationSchema }),
    example: {
      input: {
        patientId: 'P-10482',
        pathologyName: 'Malaria',
        consultationDate: '2026-03-14T09:30:00Z',
        externalId: 'clinic-7/2026-000391',
      },
      output: { success: true, data: malaria },
    },
    errors: [
      {
        code: 'CONFLICT',
        when: 'the `externalId` was recorded before with other content',
        message: 'externalId: "clinic-7/2026-000391" was recorded before with another patientId',
      },
      {
        code: 'FORBIDDEN',
        when: '`country` is not the account’s',
        message: 'country: your account is tied to KE; leave it out or send KE (10002)',
      },
      {
        code: 'UNPROCESSABLE_CONTENT',
        when: 'the pathology is new, and the country has the maximum of pathologies of its own',
        message: describeFullNames('pathologyName'),
      },
    ],
  }),
  recordMany: mutation({
    work: 'bulk',
    summary:
      'Records up to 1,000 consultations, each by itself: one that is refused does not stop the others.',
    access: ['doctor', 'admin'],
    audit: {
      byService: true,
      touched: ({ output }) =>
        touchedRecords(
          output?.data.results.flatMap((item) => (item.status === 'refused' ? [] : item.consultation)) ?? [],
        ),
    },
    input: z.object({
      consultations: z
        .array(checkedItem(newConsultationSchema))
        .min(1, 'expected at least one consultation')
        .max(MAX_ITEMS, `expected at most ${MAX_ITEMS} consultations`),
    }),
    output: z.object({
      success: z.literal(true),
      data: z.object({
        recorded: z.int(),
        alreadyRecorded: z.int(),
        refused: z.int(),
        results: z.array(itemResultSchema).describe('One for each line, in the order of the lines.'),
      }),
    }),
    example: {
      input: {
        consultations: [
          {
            patientId: 'P-10482',
            pathologyCode: 'icd10:B54',
            consultationDate: '2026-03-14T09:30:00Z',
            externalId: 'clinic-7/2026-000391',
          },
          { patientId: 'P-10483', pathologyName: 'Malaria', consultationDate: '1826-03-14T09:30:00Z' },
        ],
      },
      output: {
        success: true,
        data: {
          recorded: 1,
          alreadyRecorded: 0,
          refused: 1,
          results: [
            { status: 'recorded', consultation: malaria },
            {
              status: 'refused',
              code: 'BAD_REQUEST',
              message: 'consultationDate: must not be before 1900',
            },
          ],
        },
      },
    },
  }),
  list: confidentialQuery({
    summary: 'The consultations that the account recorded, last recorded first.',
    access: ['doctor', 'admin'],
    audit: { touched: ({ output }) => touchedRecords(output?.data.consultations ?? []) },
    input: z.object({
      externalId: externalIdSchema.optional(),
      patientId: patientNumberSchema.optional(),
      consultedFrom: timestampSchema.optional().describe('Consultations of this moment or later.'),
      consultedBefore: timestampSchema.optional().describe('Consultations before this moment.'),
      recordedFrom: timestampSchema
        .optional()
        .describe(
          'Recorded at this moment or later. A record is found once its call has ended and keeps the moment at which that began: who asks for what is new asks with an overlap of a few minutes.',
        ),
      recordedBefore: timestampSchema.optional().describe('Recorded before this moment.'),
      ...pageSchema({ maxLimit: 200, defaultLimit: 50 }).shape,
    }),
    output: z.object({
      success: z.literal(true),
      data: z.object({
        consultations: z.array(consultationSchema),
        nextCursor: z.string().nullable().describe('Null on the last page.'),
      }),
    }),
    example: {
      input: { patientId: 'P-10482', consultedFrom: '2026-03-01T00:00:00Z' },
      output: { success: true, data: { consultations: [malaria], nextCursor: null } },
    },
  }),
  void: mutation({
    summary:
      'Takes a consultation that was recorded by mistake out of the counts; it is kept, with who did so and why.',
    access: ['doctor', 'admin'],
    audit: {
      byService: true,
      touched: ({ output }) => (output ? touchedRecords([output.data]) : []),
    },
    input: z.object({ id: identifierSchema, reason: text(3, 500) }),
    output: z.object({ success: z.literal(true), data: voidedSchema }),
    example: {
      input: { id: '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13', reason: 'Recorded twice' },
      output: {
        success: true,
        data: {
          id: '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13',
          country: 'ZZ',
          reason: 'Recorded twice',
          voidedAt: '2026-03-14T10:05:40.201Z',
        },
      },
    },
    errors: [
      {
        code: 'NOT_FOUND',
        when: 'there is no such consultation, or somebody else recorded it',
        message: 'id: no such consultation',
      },
    ],
  }),
};
