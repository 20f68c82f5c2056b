import { readErasureKey } from '../../modules/consultations';
import type { Command } from '../../platform/command-line/command';
import { Database } from '../../platform/database/database';
import { eraseAccount } from './erase-account';
import { erasePatient } from './erase-patient';
import { CHOICE_USAGE, parseSubjectOptions } from './subject-options';

export const USAGE = `Usage: npm run subject:erase -- <patientId> --country KE --confirm
       npm run subject:erase -- --account <id or e-mail address> --confirm

Removes what identifies a person. Of a patient: the number, the external ids of the records, reasons of voids, identifiers and
texts of FHIR resources; the records stay without them, and every count stays right. The claims of external ids stay, so that
the records do not come back when their system sends them again: docs/privacy.md. Of an account: profile, sessions and
conversations; the account stays without a name as the author of its records. The erasure is written to the audit trail, which
has neither numbers of patients nor names.

${CHOICE_USAGE}

Without --confirm it prints what it would erase. Backups and the systems that sent the data keep theirs.`;

/** Runs `npm run subject:erase`. Needs the role that owns the tables: the application must not change records. */
export const eraseSubject: Command = async ({ args, variables, dataSource }) => {
  const { subject, confirm } = parseSubjectOptions(args, USAGE);
  const erasureKey = readErasureKey(variables);
  const database = new Database(dataSource);
  const lines = await ('patient' in subject
    ? erasePatient(database, subject.patient, { confirm, erasureKey })
    : eraseAccount(database, subject.account, confirm));
  if (!confirm) lines.push('Nothing was erased: --confirm is missing.');
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
};
