import { randomUUID } from 'node:crypto';
import { DELETE_AND_COUNT_REPLIES, DELETE_STORED_RESPONSES } from '../../modules/chatbot';
import { type Command, CommandError } from '../../platform/command-line/command';
import { currentOperator } from '../../platform/command-line/operator';
import { writeAuditEvents } from '../../platform/audit/write-audit-events';
import { Database, type Transaction } from '../../platform/database/database';
import {
  DELETE_SESSIONS_OF_SUBJECT,
  DELETE_STORED_RESPONSES_OF_SUBJECT,
  ERASE_ACCOUNT,
  LOCK_CONVERSATIONS_OF_SUBJECT,
} from './account-data.sql';
import { eraseRecords } from './erase-records';
import { countryOfAccount, findAccount } from './find-account';
import { type Patient, findPatientRecords } from './patient-records';
import { parseSubjectOptions } from './subject-options';

export const USAGE = `Usage: npm run subject:erase -- <patientId> --country KE --confirm
       npm run subject:erase -- --account <id or e-mail address> --confirm

Removes what identifies a person. Of a patient: the number, external ids, reasons of voids, identifiers and texts of FHIR
resources; the records stay without them, and every count stays right. Of an account: profile, sessions and conversations; the
account stays without a name as the author of its records. The erasure is written to the audit trail, which has neither
numbers of patients nor names.

Without --confirm it prints what it would erase. Backups and the systems that sent the data keep theirs: docs/privacy.md.`;

/** Runs `npm run subject:erase`. Needs the role that owns the tables: the application must not change records. */
export const eraseSubject: Command = async ({ args, dataSource }) => {
  const { subject, confirm } = parseSubjectOptions(args, USAGE);
  return new Database(dataSource).transaction(async (transaction) => {
    const message =
      'patient' in subject
        ? await erasePatient(transaction, subject.patient, confirm)
        : await eraseAccount(transaction, subject.account, confirm);
    process.stdout.write(`${message}\n${confirm ? '' : 'Nothing was erased: --confirm is missing.\n'}`);
    return 0;
  });
};

/** @throws CommandError if nothing is stored about the patient */
async function erasePatient(transaction: Transaction, patient: Patient, confirm: boolean): Promise<string> {
  const { country } = patient;
  const { consultations, encounters, recordIds } = await findPatientRecords(transaction, patient);
  if (recordIds.length === 0) throw new CommandError(`Nothing is stored about this patient in ${country}.`);
  const scope = `${consultations.length} consultations and ${encounters.length} FHIR Encounters in ${country}`;
  if (!confirm) return `Would erase the patient from ${scope}.`;
  const replacement = `erased-${randomUUID()}`;
  const records = {
    country,
    consultationIds: consultations.map(({ id }) => id),
    encounterIds: encounters.map(({ id }) => id),
    texts: [
      patient.patientId,
      ...consultations.flatMap(({ voidReason, externalId }) => [voidReason ?? [], externalId ?? []].flat()),
    ],
  };
  await eraseRecords(transaction, records, replacement);
  const details = { ...currentOperator(), replacement };
  await writeAuditEvents(transaction, [
    { country, action: 'subject.erase', caller: null, records: recordIds, details },
  ]);
  return `Erased the patient from ${scope}. Its number is now ${replacement}.`;
}

async function eraseAccount(transaction: Transaction, idOrEmail: string, confirm: boolean): Promise<string> {
  const account = await findAccount(transaction, idOrEmail);
  const accountId = account.id;
  const conversations = await transaction.rows(LOCK_CONVERSATIONS_OF_SUBJECT, { accountId });
  const scope = `account ${accountId} with ${conversations.length} conversations`;
  if (!confirm) return `Would erase ${scope}.`;
  const conversationIds = conversations.map(({ id }) => id);
  await transaction.run(DELETE_STORED_RESPONSES, { conversationIds });
  await transaction.run(DELETE_AND_COUNT_REPLIES, { conversationIds });
  await transaction.run(DELETE_SESSIONS_OF_SUBJECT, { accountId });
  await transaction.run(DELETE_STORED_RESPONSES_OF_SUBJECT, { accountId });
  await transaction.run(ERASE_ACCOUNT, { accountId });
  const details = { ...currentOperator(), accountId, conversations: conversations.length };
  await writeAuditEvents(transaction, [
    { country: countryOfAccount(account), action: 'subject.erase', caller: null, details },
  ]);
  return `Erased ${scope}.`;
}
