import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { type PlainCaller, payload } from '../support/plain-caller';

export const CONSULTATION = {
  patientId: 'P-1',
  pathologyName: 'Cholera',
  consultationDate: '2024-05-06T07:08:09Z',
};

/** A consultation as every procedure returns it. */
export const consultationSchema = z.strictObject({
  id: z.uuidv7(),
  patientId: z.string(),
  pathologyName: z.string(),
  pathologyCode: z.string().nullable(),
  consultationDate: z.iso.datetime(),
  recordedAt: z.iso.datetime(),
  externalId: z.string().nullable(),
  country: z.string(),
  voidedAt: z.iso.datetime().nullable(),
});
const recordedSchema = z.strictObject({ success: z.literal(true), data: consultationSchema });

export type Consultation = z.output<typeof consultationSchema>;

/** Records a consultation. Its absent fields are those of `CONSULTATION`. */
export async function recordConsultation(caller: PlainCaller, input: object = {}): Promise<Consultation> {
  const response = await caller.post('consultations.record', { ...CONSULTATION, ...input });
  return recordedSchema.parse(payload(response)).data;
}

export async function countConsultations(database: DataSource): Promise<number> {
  const [{ count }] = await database.query<[{ count: number }]>(
    'SELECT count(*)::integer AS count FROM consultation',
  );
  return count;
}
