import { z } from 'zod';
import { pastTimestampSchema } from '../fields/timestamp';
import { identifierSchema } from '../fields/identifier';
import { singleLine, text } from '../fields/text';
import { mutation } from '../trpc/contract';

const recordedSchema = z.object({
  id: z.string(),
  patientId: z.string(),
  /** The pathology's name in the catalogue, or as it was first written. */
  pathologyName: z.string(),
  consultationDate: z.iso.datetime(),
  recordedAt: z.iso.datetime(),
});

/** The first void stands: one that is repeated is answered with it. */
const voidedSchema = z.object({ id: z.string(), reason: z.string(), voidedAt: z.iso.datetime() });

export const consultationsContract = {
  record: mutation({
    summary: 'Records a consultation together with its pathology.',
    access: ['doctor', 'admin'],
    input: z.object({
      patientId: singleLine(1, 64),
      pathologyName: singleLine(1, 200),
      consultationDate: pastTimestampSchema,
    }),
    output: z.object({ success: z.literal(true), data: recordedSchema }),
    example: {
      input: { patientId: 'P-10482', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' },
      output: {
        success: true,
        data: {
          id: '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13',
          patientId: 'P-10482',
          pathologyName: 'Malaria',
          consultationDate: '2026-03-14T09:30:00.000Z',
          recordedAt: '2026-03-14T10:02:11.512Z',
        },
      },
    },
  }),
  void: mutation({
    summary:
      'Takes a consultation that was recorded by mistake out of the counts; it is kept, with who did so and why.',
    access: ['doctor', 'admin'],
    input: z.object({ id: identifierSchema, reason: text(3, 500) }),
    output: z.object({ success: z.literal(true), data: voidedSchema }),
    example: {
      input: { id: '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13', reason: 'Recorded twice' },
      output: {
        success: true,
        data: {
          id: '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13',
          reason: 'Recorded twice',
          voidedAt: '2026-03-14T10:05:40.201Z',
        },
      },
    },
  }),
};
