import type { CountryCode } from '../../../shared/country';
import type { Transaction } from '../../../platform/database/database';
import { nameKey } from '../../../shared/name-key';
import { aliasOfName } from '../pathologies/coded-pathology';
import { digestsOf, identifyingDigestOf } from './consultation-digests';
import {
  CREATE_BATCH_PATHOLOGIES,
  LOCK_BATCH_PATHOLOGIES,
  NAME_CODED_PATHOLOGIES,
  RECORD_BATCH,
  type StagedConsultations,
} from './consultation-batch.sql';

/** A consultation whose country is known. */
export interface ConsultationOfCountry {
  readonly country: CountryCode;
  readonly patientId: string;
  /** As it was sent, before it was normalized. */
  readonly sentPatientId?: string | undefined;
  readonly pathologyName: string;
  readonly consultationDate: Date;
}

/** A consultation as the statements of a batch read it. */
export interface ConsultationRow {
  /** Identifies the consultation in its batch. */
  readonly item: number;
  readonly country: CountryCode;
  readonly key: string;
  readonly name: string;
  readonly patient_id: string;
  /** ISO 8601 in UTC. */
  readonly consulted_at: string;
  readonly external_id: string | null;
  /** An existing consultation that gets the external id, unless another has it. */
  readonly adopted_id?: string | undefined;
  /** SHA-256 of the content in PostgreSQL's hex format of `bytea`. */
  readonly digest: string;
  /** The key under which the name finds the pathology, too, if its own key is that of a code. */
  readonly name_key?: string | undefined;
  /** Further digests of the same content: see `digestsOf`. */
  readonly equal_digests: readonly string[];
  /** The digests that earlier releases stored for the same content, and for other names, if they differ. */
  readonly earlier_digests: readonly string[];
}

export interface BatchResult {
  readonly recorded: number;
  /** Items that were recorded before with the same content, or that are in the batch twice. */
  readonly alreadyRecorded: number;
  /** Items that were recorded before with the same content, and voided since. */
  readonly voided: number;
  /** Items whose external id was recorded with other content, in order. They are not recorded. */
  readonly conflicting: number[];
  /** Items with a new name of a pathology, of which the country has the maximum, in order. They are not recorded. */
  readonly unnamed: number[];
}

interface ItemIdentity {
  readonly item: number;
  readonly externalId?: string | undefined;
  /** Identifies the pathology under all of its names; the key of the name by default. */
  readonly pathologyKey?: string | undefined;
  /** The other keys of the pathology; none by default. */
  readonly otherKeys?: readonly string[] | undefined;
  /** Of the code of a pathology that has no entry in the catalogue. */
  readonly codeKey?: string | undefined;
}

/** Returns the row of a consultation, with the key of its pathology's name and the digest of its content. */
export function toConsultationRow(
  { country, patientId, sentPatientId = patientId, pathologyName, consultationDate }: ConsultationOfCountry,
  { item, externalId, pathologyKey, otherKeys = [], codeKey }: ItemIdentity,
): ConsultationRow {
  const key = codeKey ?? nameKey(pathologyName);
  const consultedAt = consultationDate.toISOString();
  const content = {
    country,
    key: pathologyKey ?? key,
    otherKeys,
    pathologyName,
    patientId,
    sentPatientId,
    consultedAt,
  };
  return {
    item,
    country,
    key,
    name: pathologyName,
    patient_id: patientId,
    consulted_at: consultedAt,
    external_id: externalId ?? null,
    ...(codeKey !== undefined && { name_key: aliasOfName(pathologyName) }),
    ...(externalId === undefined
      ? { digest: identifyingDigestOf(content), equal_digests: [], earlier_digests: [] }
      : digestsOf(content)),
  };
}

/**
 * Records consultations and counts them. A transaction should record only one batch, except for the parts of a FHIR batch: batches take their locks in the same order,
 * and a second one would start again and could deadlock with another.
 * @param accountId the account that records them and owns their external ids
 * @returns the ids of the recorded consultations, keyed by item; null for items with a new name of a pathology, of which the
 * country has the maximum
 */
export async function recordConsultations(
  transaction: Transaction,
  rows: readonly ConsultationRow[],
  accountId: string,
): Promise<ReadonlyMap<number, string | null>> {
  const values = { rows: JSON.stringify(rows) };
  const countries = await transaction.rows(LOCK_BATCH_PATHOLOGIES, { ...values, accountId });
  if (countries.length > 0) {
    await transaction.run(CREATE_BATCH_PATHOLOGIES, values);
    if (rows.some(({ name_key }) => name_key !== undefined))
      await transaction.run(NAME_CODED_PATHOLOGIES, values);
  }
  const recorded = await transaction.rows(RECORD_BATCH, { ...values, accountId });
  return new Map(recorded.map(({ item, id }) => [item, id]));
}

/**
 * Records the consultations of a temporary table as `recordConsultations` does. Other content replaces a voided consultation
 * of the same external id.
 */
export async function recordStagedConsultations(
  transaction: Transaction,
  { lockPathologies, createPathologies, record, compareClaims }: StagedConsultations,
  accountId: string,
): Promise<BatchResult> {
  const countries = await transaction.rows(lockPathologies, { accountId });
  if (countries.length > 0) await transaction.run(createPathologies);
  const { items, recorded, unnamed } = await transaction.one(record, { accountId });
  if (recorded === items) return { recorded, alreadyRecorded: 0, voided: 0, conflicting: [], unnamed };
  const { conflicting, voided } = await transaction.one(compareClaims, { accountId });
  const claimed = new Set(conflicting);
  const unclaimed = unnamed.filter((item) => !claimed.has(item));
  const alreadyRecorded = items - recorded - voided - conflicting.length - unclaimed.length;
  return { recorded, alreadyRecorded, voided, conflicting, unnamed: unclaimed };
}
