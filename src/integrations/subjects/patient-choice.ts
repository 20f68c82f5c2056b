import { quote } from '../../platform/command-line/quote';
import { CommandError } from '../../platform/command-line/command';
import type { Database } from '../../platform/database/database';
import type { CountryCode } from '../../shared/country';
import { isUuid } from '../../shared/identifier';
import { findAccount } from './find-account';
import { FIND_ACCOUNTS_BY_ID } from './subject-records.sql';

/** A patient's number, and which of the records with this number are the patient's. */
export interface PatientChoice {
  readonly country: CountryCode;
  readonly patientId: string;
  /** Ids or e-mail addresses of the accounts that recorded them; any account if empty. */
  readonly recordedBy: readonly string[];
  /** Identifier systems of the number, null for records without one; any if empty. */
  readonly systems: readonly (string | null)[];
}

/** A record, with what tells patients of the same number apart. */
interface NumberedRecord {
  readonly recordedBy: string;
  /** Null if the sender gave no system. */
  readonly system: string | null;
}

interface NumberedRecords<Consultation, Encounter> {
  readonly consultations: readonly Consultation[];
  readonly encounters: readonly Encounter[];
}

/**
 * Returns the chosen ones of the records with a number.
 * @throws CommandError if they may be those of several patients; it lists accounts, systems and counts
 */
export async function chooseRecords<Consultation extends NumberedRecord, Encounter extends NumberedRecord>(
  database: Database,
  { country, recordedBy, systems }: PatientChoice,
  { consultations, encounters }: NumberedRecords<Consultation, Encounter>,
): Promise<NumberedRecords<Consultation, Encounter>> {
  const accountIds = await findAccountIds(database, recordedBy);
  const isChosen = (record: NumberedRecord) =>
    (accountIds.length === 0 || accountIds.includes(record.recordedBy)) &&
    (systems.length === 0 || systems.includes(record.system));
  const chosen = { consultations: consultations.filter(isChosen), encounters: encounters.filter(isChosen) };
  const records = [...chosen.consultations, ...chosen.encounters];
  const accounts = new Set(records.map((record) => record.recordedBy));
  const sentSystems = new Set(records.flatMap(({ system }) => system ?? []));
  const missing = [
    ...(accountIds.length === 0 && accounts.size > 1 ? ['--recorded-by'] : []),
    ...(systems.length === 0 && sentSystems.size > 1 ? ['--system or --without-system'] : []),
  ];
  if (missing.length === 0) return chosen;
  const names = await database.rows(FIND_ACCOUNTS_BY_ID, { ids: [...accounts] });
  const groups = groupRecords(chosen).map(({ recordedBy: id, system, counts }) => {
    const account = names.find((each) => each.id === id);
    return [
      `  ${counts.consultations} consultations, ${counts.encounters} FHIR Encounters`,
      `recorded by ${id}${account ? ` ${quote(account.name || account.email)}` : ''}`,
      ...(sentSystems.size === 0
        ? []
        : [system === null ? 'without a system' : `with system ${quote(system)}`]),
    ].join('  ');
  });
  throw new CommandError(
    `Records with this number in ${country} may be those of several patients: a number is unique in its clinic only. Choose with ${missing.join(', and with ')}, which may be repeated. Nothing was done.\n${groups.join('\n')}`,
  );
}

async function findAccountIds(database: Database, idsOrEmails: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const each of idsOrEmails)
    // An account that was deleted has records, too.
    ids.push(isUuid(each) ? each.toLowerCase() : (await findAccount(database, each)).id);
  return ids;
}

interface RecordGroup extends NumberedRecord {
  readonly counts: { consultations: number; encounters: number };
}

/** Counts the records of each account and system. */
function groupRecords(records: NumberedRecords<NumberedRecord, NumberedRecord>): RecordGroup[] {
  const groups = new Map<string, RecordGroup>();
  for (const kind of ['consultations', 'encounters'] as const)
    for (const { recordedBy, system } of records[kind]) {
      const key = JSON.stringify([recordedBy, system]);
      const group = groups.get(key) ?? { recordedBy, system, counts: { consultations: 0, encounters: 0 } };
      group.counts[kind] += 1;
      groups.set(key, group);
    }
  return [...groups.values()];
}
