import { randomUUID } from 'node:crypto';
import type { ErasureKey } from '../../modules/consultations';
import { writeAuditEvents } from '../../platform/audit/write-audit-events';
import { CommandError } from '../../platform/command-line/command';
import { currentOperator } from '../../platform/command-line/operator';
import type { Transaction } from '../../platform/database/database';
import { describeHashes, eraseRecords } from './erase-records';
import { eraseResponses } from './erase-responses';
import type { PatientChoice } from './patient-choice';
import { type PatientRecords, findPatientRecords } from './patient-records';

/**
 * Erases a patient, and returns what to print.
 * @param options confirm is false to erase nothing
 * @throws CommandError if nothing is stored about the patient, or the records may be those of several patients
 */
export async function erasePatient(
  transaction: Transaction,
  patient: PatientChoice,
  { confirm, erasureKey }: { readonly confirm: boolean; readonly erasureKey: ErasureKey | undefined },
): Promise<string[]> {
  const { country } = patient;
  const records = await findPatientRecords(transaction, patient);
  const { consultations, encounters, recordIds } = records;
  if (recordIds.length === 0) throw new CommandError(`Nothing is stored about this patient in ${country}.`);
  const scope = `${consultations.length} consultations and ${encounters.length} FHIR Encounters in ${country}`;
  const notes = [...noteOthers(records), ...noteOwnNames(records)];
  if (!confirm) return [`Would erase the patient from ${scope}.`, ...notes];
  const replacement = `erased-${randomUUID()}`;
  const consultationIds = consultations.map(({ id }) => id);
  const encounterIds = encounters.map(({ id }) => id);
  const hashes = await eraseRecords(
    transaction,
    { country, consultationIds, encounterIds, erasureKey },
    replacement,
  );
  const externalIds = consultations.flatMap(({ externalId }) => externalId ?? []);
  await eraseResponses(transaction, {
    ids: recordIds,
    quoted: [patient.patientId, ...externalIds],
    replacement,
  });
  const details = { ...currentOperator(), replacement };
  await writeAuditEvents(transaction, [
    { country, action: 'subject.erase', caller: null, records: recordIds, details },
  ]);
  return [
    `Erased the patient from ${scope}. Its number is now ${replacement}.`,
    ...notes,
    ...describeHashes(hashes),
  ];
}

function noteOthers({ others }: PatientRecords): string[] {
  return others === 0 ? [] : [`Other records with this number, which stay: ${others}.`];
}

/** A name that is not of the catalogue was sent as a text, which could name a person. Others may have used it since. */
function noteOwnNames({ consultations }: PatientRecords): string[] {
  const names = new Set(consultations.flatMap((each) => (each.isOwnName ? each.pathologyName : [])));
  if (names.size === 0) return [];
  const list = [...names].map((name) => JSON.stringify(name)).join(', ');
  return [
    `Names of pathologies stay, also those that were sent as a text; see that none names a person: ${list}.`,
  ];
}
