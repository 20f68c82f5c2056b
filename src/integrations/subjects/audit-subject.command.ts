import { type Command, CommandError } from '../../platform/command-line/command';
import { currentOperator } from '../../platform/command-line/operator';
import { writeAuditEvents } from '../../platform/audit/write-audit-events';
import { Database } from '../../platform/database/database';
import { type Access, findAccesses, findPatientRecords } from './patient-records';
import { CHOICE_USAGE, parseSubjectOptions } from './subject-options';

export const USAGE = `Usage: npm run audit:subject -- <patientId> --country KE

Lists who read or wrote the data of a patient: time, action, account with its role at that time, network address, request, and
the records. After an erasure, the replacement of the patient's number, which subject:erase printed, still finds them.

The query itself is written to the audit trail.

${CHOICE_USAGE}`;

/** Runs `npm run audit:subject`. */
export const auditSubject: Command = async ({ args, dataSource }) => {
  const { subject } = parseSubjectOptions(args, USAGE);
  if (!('patient' in subject)) throw new CommandError(`Give the number of a patient.\n\n${USAGE}`);
  const { country } = subject.patient;
  const { accesses, recordIds } = await new Database(dataSource).transaction(async (transaction) => {
    const { recordIds: ids } = await findPatientRecords(transaction, subject.patient);
    const found = await findAccesses(transaction, country, ids);
    await writeAuditEvents(transaction, [
      { country, action: 'audit.subject', caller: null, records: ids, details: currentOperator() },
    ]);
    return { accesses: found, recordIds: ids };
  });
  // After the commit: what is printed is in the audit trail.
  for (const access of accesses) process.stdout.write(`${describe(access)}\n`);
  process.stdout.write(
    `${formatCount(accesses.length)} events of ${formatCount(recordIds.length)} records in ${country}.\n`,
  );
  return 0;
};

function describe({ at, action, account, role, address, requestId, records, details }: Access): string {
  return [
    at.toISOString(),
    action,
    // As JSON, because a name could contain control sequences of the terminal.
    account ? `${JSON.stringify(account.name || account.email)} ${account.id}` : 'operator',
    ...(role === null ? [] : [role]),
    ...(address === null ? [] : [`from ${address}`]),
    ...(requestId === null ? [] : [`request ${requestId}`]),
    `records ${records.join(' ')}`,
    ...(details === null ? [] : [JSON.stringify(details)]),
  ].join('  ');
}

function formatCount(number: number): string {
  return number.toLocaleString('en');
}
