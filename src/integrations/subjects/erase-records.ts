import type { ErasureKey } from '../../modules/consultations';
import type { Transaction } from '../../platform/database/database';
import type { CountryCode } from '../../shared/country';
import { eraseContentIds } from './erase-content-ids';
import {
  ERASE_CLAIMED_CONSULTATIONS,
  ERASE_CLAIMED_ENCOUNTERS,
  ERASE_CONDITIONS,
  ERASE_CONSULTATIONS,
  ERASE_ENCOUNTERS,
  ERASE_VOID_REASONS,
  LIST_LATE_VOIDS,
  LOCK_CLAIMED_ENCOUNTERS,
} from './erasure.sql';

export interface RecordsToErase {
  readonly country: CountryCode;
  readonly consultationIds: readonly string[];
  readonly encounterIds: readonly string[];
  /** Without it, ids that are hashes of imported lines stay. */
  readonly erasureKey: ErasureKey | undefined;
}

/**
 * Removes what identifies a patient from records. The records stay, so that every count stays right.
 * @param replacement takes the place of the patient's number, unless the Encounter of a record is erased already
 * @returns the number of imported lines that are still known by a hash of their content
 * @throws OperatorError if lines of a source were erased with another key
 */
export async function eraseRecords(
  transaction: Transaction,
  { country, consultationIds, encounterIds, erasureKey }: RecordsToErase,
  replacement: string,
): Promise<number> {
  const consultations = { country, ids: consultationIds };
  // First, because it waits for imports, which wait for no other lock of this transaction.
  const hashes = await eraseContentIds(transaction, consultations, erasureKey);
  const encounters = { country, ids: encounterIds };
  // The claim of an Encounter can lead to a consultation that was not recorded by FHIR.
  const records = { country, ids: [...encounterIds, ...consultationIds] };
  // Before the claims of consultations, as Bundles do, which hold these locks until they end.
  await transaction.rows(LOCK_CLAIMED_ENCOUNTERS, records);
  await transaction.run(ERASE_CONSULTATIONS, { ...consultations, replacement });
  await transaction.run(ERASE_VOID_REASONS, consultations);
  await transaction.run(ERASE_CONDITIONS, consultations);
  await transaction.run(ERASE_ENCOUNTERS, { ...encounters, replacement });
  // After it has waited for Bundles that add claims to the consultations of the Encounters.
  await transaction.run(ERASE_CLAIMED_CONSULTATIONS, consultations);
  await transaction.run(ERASE_CLAIMED_ENCOUNTERS, records);
  return hashes;
}

/**
 * Erases the reasons of voids that were stored after their consultation was erased, of all patients of a country.
 * @returns the ids of the consultations: stored responses to the voids have the reasons, too
 */
export async function eraseLateVoidReasons(
  transaction: Transaction,
  country: CountryCode,
): Promise<readonly string[]> {
  const voids = await transaction.rows(LIST_LATE_VOIDS, { country });
  const ids = voids.map(({ id }) => id);
  if (ids.length > 0) await transaction.run(ERASE_VOID_REASONS, { country, ids });
  return ids;
}

/** Returns a line about ids that stay without a key; none if there are no such ids. */
export function describeHashes(hashes: number): string[] {
  return hashes === 0
    ? []
    : [
        `${hashes} imported lines without an id are still known by a hash of their content, from which the number can be guessed: set PATIENT_ERASURE_KEY.`,
      ];
}
