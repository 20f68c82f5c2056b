import { z } from 'zod';
import { storedCountry } from '../../shared/country';

/** A timestamp as ISO 8601 in UTC. */
export const isoTimestamp = z.date().transform((date) => date.toISOString());

/** A consultation as callers receive it. */
export const consultationDetails = z.object({
  id: z.string(),
  patientId: z.string(),
  /** The name in the catalogue, or as it was first written. */
  pathologyName: z.string(),
  /** `icd10:B54`; null if the pathology is not in the catalogue. */
  pathologyCode: z.string().nullable(),
  consultationDate: isoTimestamp,
  recordedAt: isoTimestamp,
  externalId: z.string().nullable(),
  country: storedCountry,
  /** Null if the consultation counts. */
  voidedAt: isoTimestamp.nullable(),
});

export type ConsultationDetails = z.output<typeof consultationDetails>;

/** The columns of `consultationDetails`, of a consultation `c`, its pathology `p` and its void `v`. */
export const DETAILS_COLUMNS = `
  c.country, c.id, c.patient_id AS "patientId", p.name AS "pathologyName", 'icd10:' || p.icd10 AS "pathologyCode",
  c.consulted_at AS "consultationDate", c.recorded_at AS "recordedAt", c.external_id AS "externalId",
  v.voided_at AS "voidedAt"`;

/** Joins the pathology `p` and the void `v` of a consultation `c`. */
export const JOIN_PATHOLOGY_AND_VOID = `
JOIN pathology p ON p.id = c.pathology_id
LEFT JOIN consultation_void v ON v.country = c.country AND v.consultation_id = c.id`;
