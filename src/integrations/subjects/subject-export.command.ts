import { LIST_VIEWS } from '../../modules/views';
import { type Command, CommandError } from '../../platform/command-line/command';
import { currentOperator } from '../../platform/command-line/operator';
import { writeAuditEvents } from '../../platform/audit/write-audit-events';
import { Database, type Transaction } from '../../platform/database/database';
import {
  LIST_ANONYMOUS_RATINGS_OF_SUBJECT,
  LIST_EVENTS_OF_ACCOUNT,
  LIST_MESSAGES_OF_SUBJECT,
  LIST_SESSIONS_OF_SUBJECT,
} from './account-data.sql';
import { LIST_ALERT_ACTS_OF_SUBJECT } from './alert-acts.sql';
import { countryOfAccount, findAccount } from './find-account';
import type { PatientChoice } from './patient-choice';
import { findAccesses, findPatientRecords } from './patient-records';
import { CHOICE_USAGE, parseSubjectOptions } from './subject-options';

export const USAGE = `Usage: npm run -s subject:export -- <patientId> --country KE > patient.json
       npm run -s subject:export -- --account <id or e-mail address> > account.json

Writes everything that the platform stores about a person as JSON: of a patient the consultations, FHIR resources, and who
touched them; of an account its profile, sessions, conversations, ratings, what it did about alerts, saved views, and all that it did. The
export itself is written to the audit trail.

${CHOICE_USAGE}`;

/** Runs `npm run subject:export`. */
export const exportSubject: Command = async ({ args, dataSource }) => {
  const { subject } = parseSubjectOptions(args, USAGE);
  const exported = await new Database(dataSource).transaction(async (transaction) => ({
    exportedAt: new Date().toISOString(),
    ...('patient' in subject
      ? await exportPatient(transaction, subject.patient)
      : await exportAccount(transaction, subject.account)),
  }));
  // After the commit: what is printed is in the audit trail.
  process.stdout.write(`${JSON.stringify(exported, null, 2)}\n`);
  return 0;
};

/** @throws CommandError if nothing is stored about the patient */
async function exportPatient(transaction: Transaction, patient: PatientChoice): Promise<object> {
  const { consultations, encounters, conditions, recordIds } = await findPatientRecords(transaction, patient);
  const { country, patientId } = patient;
  if (recordIds.length === 0) throw new CommandError(`Nothing is stored about this patient in ${country}.`);
  const accesses = await findAccesses(transaction, country, recordIds);
  await writeAuditEvents(transaction, [
    { country, action: 'subject.export', caller: null, records: recordIds, details: currentOperator() },
  ]);
  return { country, patientId, consultations, encounters, conditions, accesses };
}

async function exportAccount(transaction: Transaction, idOrEmail: string): Promise<object> {
  const account = await findAccount(transaction, idOrEmail);
  const accountId = account.id;
  const sessions = await transaction.rows(LIST_SESSIONS_OF_SUBJECT, { accountId });
  const messages = await transaction.rows(LIST_MESSAGES_OF_SUBJECT, { accountId });
  const anonymousRatings = await transaction.rows(LIST_ANONYMOUS_RATINGS_OF_SUBJECT, { accountId });
  const alertActs = await transaction.rows(LIST_ALERT_ACTS_OF_SUBJECT, { accountId });
  const savedViews = await transaction.rows(LIST_VIEWS, { accountId });
  const acts = await transaction.rows(LIST_EVENTS_OF_ACCOUNT, { accountId });
  const details = { ...currentOperator(), accountId };
  await writeAuditEvents(transaction, [
    { country: countryOfAccount(account), action: 'subject.export', caller: null, details },
  ]);
  return { account, sessions, messages, anonymousRatings, alertActs, savedViews, acts };
}
