import type { Transaction } from '../../platform/database/database';
import type { CountryCode } from '../../shared/country';
import {
  ERASE_CLAIMED_CONSULTATIONS,
  ERASE_CLAIMED_ENCOUNTERS,
  ERASE_CONDITIONS,
  ERASE_CONSULTATIONS,
  ERASE_ENCOUNTERS,
  ERASE_STORED_RESPONSES,
  ERASE_VOID_REASONS,
} from './erasure.sql';

interface RecordsToErase {
  readonly country: CountryCode;
  readonly consultationIds: readonly string[];
  readonly encounterIds: readonly string[];
  /** Patients' numbers and texts of reasons, which stored responses may have. */
  readonly texts: readonly string[];
}

/**
 * Removes what identifies a patient from records. The records stay, so that every count stays right.
 * @param replacement takes the place of the patient's number
 */
export async function eraseRecords(
  transaction: Transaction,
  { country, consultationIds, encounterIds, texts }: RecordsToErase,
  replacement: string,
): Promise<void> {
  const consultations = { country, ids: consultationIds };
  const encounters = { country, ids: encounterIds };
  await transaction.run(ERASE_CONSULTATIONS, { ...consultations, replacement });
  await transaction.run(ERASE_VOID_REASONS, consultations);
  await transaction.run(ERASE_CONDITIONS, consultations);
  await transaction.run(ERASE_CLAIMED_CONSULTATIONS, consultations);
  await transaction.run(ERASE_ENCOUNTERS, { ...encounters, replacement });
  await transaction.run(ERASE_CLAIMED_ENCOUNTERS, encounters);
  const ids = [...consultationIds, ...encounterIds];
  for (const text of new Set(texts))
    await transaction.run(ERASE_STORED_RESPONSES, {
      ids,
      quoted: JSON.stringify(text),
      quotedReplacement: JSON.stringify(replacement),
    });
}
