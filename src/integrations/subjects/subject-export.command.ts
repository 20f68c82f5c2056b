import type { Command } from '../../platform/command-line/command';
import { CommandError } from '../../platform/command-line/command';
import { currentOperator } from '../../platform/command-line/operator';
import { writeAuditEvents } from '../../platform/audit/write-audit-events';
import { Database, type Transaction } from '../../platform/database/database';
import {
  LIST_EVENTS_OF_ACCOUNT,
  LIST_MESSAGES_OF_SUBJECT,
  LIST_SESSIONS_OF_SUBJECT,
} from './account-data.sql';
import { countryOfAccount, findAccount } from './find-account';
import { type Patient, findAccesses, findPatientRecords } from './patient-records';
import { parseSubjectOptions } from './subject-options';

export const USAGE = `Usage: npm run subject:export -- <patientId> --country KE > patient.json
       npm run subject:export -- --account <id or e-mail address> > account.json

Writes everything that the platform stores about a person as JSON: of a patient the consultations, FHIR resources, and who
touched them; of an account its profile, sessions, conversations and what it did. The export itself is written to the audit
trail.`;

/** Runs `npm run subject:export`. */
export const exportSubject: Command = async ({ args, dataSource }) => {
  const { subject } = parseSubjectOptions(args, USAGE);
  return new Database(dataSource).transaction(async (transaction) => {
    const data =
      'patient' in subject
        ? await exportPatient(transaction, subject.patient)
        : await exportAccount(transaction, subject.account);
    const exported = { exportedAt: new Date().toISOString(), ...data };
    process.stdout.write(`${JSON.stringify(exported, null, 2)}\n`);
    return 0;
  });
};

/** @throws CommandError if nothing is stored about the patient */
async function exportPatient(transaction: Transaction, patient: Patient): Promise<object> {
  const { recordIds, ...records } = await findPatientRecords(transaction, patient);
  const { country } = patient;
  if (recordIds.length === 0) throw new CommandError(`Nothing is stored about this patient in ${country}.`);
  const accesses = await findAccesses(transaction, country, recordIds);
  await writeAuditEvents(transaction, [
    { country, action: 'subject.export', caller: null, records: recordIds, details: currentOperator() },
  ]);
  return { ...patient, ...records, accesses };
}

async function exportAccount(transaction: Transaction, idOrEmail: string): Promise<object> {
  const account = await findAccount(transaction, idOrEmail);
  const accountId = account.id;
  const sessions = await transaction.rows(LIST_SESSIONS_OF_SUBJECT, { accountId });
  const messages = await transaction.rows(LIST_MESSAGES_OF_SUBJECT, { accountId });
  const acts = await transaction.rows(LIST_EVENTS_OF_ACCOUNT, { accountId });
  const details = { ...currentOperator(), accountId };
  await writeAuditEvents(transaction, [
    { country: countryOfAccount(account), action: 'subject.export', caller: null, details },
  ]);
  return { account, sessions, messages, acts };
}
