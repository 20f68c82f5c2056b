import { randomUUID } from 'node:crypto';
import type { ErasureKey } from '../../modules/consultations';
import { writeAuditEvents } from '../../platform/audit/write-audit-events';
import { CommandError } from '../../platform/command-line/command';
import { currentOperator } from '../../platform/command-line/operator';
import type { Database, Transaction } from '../../platform/database/database';
import { describeHashes, eraseLateVoidReasons, eraseRecords } from './erase-records';
import { eraseResponses, findResponses } from './erase-responses';
import { FIND_ERASED_RECORDS, LOCK_CLAIMED_ENCOUNTERS } from './erasure.sql';
import type { PatientChoice } from './patient-choice';
import { type PatientRecords, countRecords, findPatientRecords } from './patient-records';
import { STILL_RUNNING, waitForRunningCalls } from './running-calls';

interface ErasureOptions {
  /** False to erase nothing. */
  readonly confirm: boolean;
  readonly erasureKey: ErasureKey | undefined;
}

/** What a transaction erased, or would erase. */
interface Outcome {
  /** What to print. */
  readonly lines: readonly string[];
  readonly recordIds: readonly string[];
  /** Texts that messages of responses quote. */
  readonly quoted: readonly string[];
  /** Number of records with the patient's number that stay. */
  readonly others: number;
}

/**
 * Erases a patient, and returns what to print. Calls that had read the records store their responses after the commit, so a
 * second transaction erases these. If the command is interrupted in between, another run erases them.
 * @throws CommandError if nothing is stored about the patient, or the records may be those of several patients
 */
export async function erasePatient(
  database: Database,
  patient: PatientChoice,
  options: ErasureOptions,
): Promise<string[]> {
  const replacement = `erased-${randomUUID()}`;
  const erasure = { ...options, replacement };
  const first = await database.transaction((transaction) => eraseFound(transaction, patient, erasure));
  if (!options.confirm) return [...first.lines];
  const haveEnded = await waitForRunningCalls(database);
  const { country, patientId } = patient;
  const late = await database.transaction(async (transaction) => {
    const voided = await eraseLateVoidReasons(transaction, country);
    const ids = [...first.recordIds, ...voided];
    await eraseResponses(transaction, { country, ids, patientId, quoted: first.quoted, replacement });
    return { reasons: voided.length, others: await countRecords(transaction, patient) };
  });
  const lines = [...first.lines, ...noteLateRecords(late.others - first.others)];
  if (!haveEnded) lines.push(STILL_RUNNING);
  if (late.reasons > 0) lines.push(`Erased the reasons of ${late.reasons} voids that were stored meanwhile.`);
  if (lines.length === 0) throw nothingStored(patient);
  return lines;
}

async function eraseFound(
  transaction: Transaction,
  patient: PatientChoice,
  { confirm, erasureKey, replacement }: ErasureOptions & { readonly replacement: string },
): Promise<Outcome> {
  const { country, patientId } = patient;
  let records = await findPatientRecords(transaction, patient);
  if (confirm) {
    // Waits for Bundles that add Conditions to the Encounters. Later ones read these as erased.
    await transaction.rows(LOCK_CLAIMED_ENCOUNTERS, { country, ids: records.recordIds });
    records = await findPatientRecords(transaction, patient);
  }
  const { consultations, encounters, recordIds, others } = records;
  const externalIds = consultations.flatMap(({ externalId }) => externalId ?? []);
  // Earlier releases stored the number as it was sent.
  const storedNumbers = [...consultations, ...encounters].map((record) => record.patientId);
  const quoted = [patientId, ...storedNumbers, ...externalIds];
  const found = { country, ids: recordIds, patientId, quoted, replacement };
  if (recordIds.length === 0) {
    const { length } = await findResponses(transaction, found);
    // An interrupted run may have left the reason of a void.
    if (length === 0 && confirm) return { lines: [], recordIds, quoted, others };
    if (length === 0) throw nothingStored(patient);
    if (confirm) {
      await eraseResponses(transaction, found);
      const details = { ...currentOperator(), replacement, responses: length };
      await writeAuditEvents(transaction, [
        { country, action: 'subject.erase', caller: null, records: [], details },
      ]);
    }
    const verb = confirm ? 'Erased' : 'Would erase';
    const lines = [
      `${verb} the patient from ${length} stored responses in ${country}.`,
      ...noteOthers(records),
    ];
    return { lines, recordIds, quoted, others };
  }
  const scope = `${consultations.length} consultations and ${encounters.length} FHIR Encounters in ${country}`;
  const notes = [...noteOthers(records), ...noteOwnNames(records)];
  if (!confirm)
    return { lines: [`Would erase the patient from ${scope}.`, ...notes], recordIds, quoted, others };
  const consultationIds = consultations.map(({ id }) => id);
  const encounterIds = encounters.map(({ id }) => id);
  const hashes = await eraseRecords(
    transaction,
    { country, consultationIds, encounterIds, erasureKey },
    replacement,
  );
  await eraseResponses(transaction, found);
  // Those of Encounters that an earlier run has erased differ.
  const erased = await transaction.rows(FIND_ERASED_RECORDS, { country, ids: recordIds });
  const erasedNumbers = [...new Set(erased.map((record) => record.patientId))];
  const details = { ...currentOperator(), replacement: erasedNumbers.join(' ') };
  await writeAuditEvents(transaction, [
    { country, action: 'subject.erase', caller: null, records: recordIds, details },
  ]);
  const summary = `Erased the patient from ${scope}. Its number is now ${erasedNumbers.join(' and ')}.`;
  return { lines: [summary, ...notes, ...describeHashes(hashes)], recordIds, quoted, others };
}

function nothingStored({ country }: PatientChoice): CommandError {
  return new CommandError(`Nothing is stored about this patient in ${country}.`);
}

/** Calls that began before the erasure may record the patient again under the old number. */
function noteLateRecords(count: number): string[] {
  if (count <= 0) return [];
  return [
    `Records with this number that were recorded meanwhile: ${count}. If they are of this patient, run the command again.`,
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
