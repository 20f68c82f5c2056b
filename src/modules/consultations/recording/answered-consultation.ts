import type { CountryCode } from '../../../shared/country';

/** A consultation as it is answered. */
export interface AnsweredConsultation {
  readonly id: string;
  readonly patientId: string;
  /** Its name in the catalogue, or as it was first written. */
  readonly pathologyName: string;
  /** `icd10:B54`; null for what is not in the catalogue. */
  readonly pathologyCode: string | null;
  /** ISO 8601 in UTC, as the other moments. */
  readonly consultationDate: string;
  readonly recordedAt: string;
  readonly externalId: string | null;
  readonly country: CountryCode;
  /** Null where it counts. */
  readonly voidedAt: string | null;
}

/** A consultation as the database answers it. */
export interface AnsweredRow {
  readonly country: CountryCode;
  readonly id: string;
  readonly patient_id: string;
  readonly pathology_name: string;
  readonly icd10: string | null;
  readonly consulted_at: Date;
  readonly recorded_at: Date;
  readonly external_id: string | null;
  readonly voided_at: Date | null;
}

export function answeredConsultation(row: AnsweredRow): AnsweredConsultation {
  return {
    id: row.id,
    patientId: row.patient_id,
    pathologyName: row.pathology_name,
    pathologyCode: row.icd10 === null ? null : `icd10:${row.icd10}`,
    consultationDate: row.consulted_at.toISOString(),
    recordedAt: row.recorded_at.toISOString(),
    externalId: row.external_id,
    country: row.country,
    voidedAt: row.voided_at?.toISOString() ?? null,
  };
}
