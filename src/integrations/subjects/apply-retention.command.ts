import { parseArgs } from 'node:util';
import { removeDaysBefore } from '../../modules/audit';
import { type ErasureKey, readErasureKey } from '../../modules/consultations';
import { type Command, CommandError } from '../../platform/command-line/command';
import { currentOperator } from '../../platform/command-line/operator';
import { writeAuditEvents } from '../../platform/audit/write-audit-events';
import { readAuditRetention, readRetention } from '../../platform/config/audit-settings';
import { getErrorMessage } from '../../platform/config/operator-error';
import { Database, type Transaction } from '../../platform/database/database';
import type { CountryCode } from '../../shared/country';
import { firstIdAt } from '../../shared/identifier';
import { describeHashes, eraseLateVoidReasons, eraseRecords } from './erase-records';
import { eraseResponses } from './erase-responses';
import { LIST_ERASED_RECORDS_IN_RESPONSES } from './erasure.sql';
import { waitForRunningCalls } from './running-calls';
import { LIST_CONSULTATIONS_BEFORE, LIST_ENCOUNTERS_BEFORE } from './subject-records.sql';

export const USAGE = `Usage: npm run retention:apply [-- --confirm]

Removes what identifies patients from consultations and FHIR resources that were recorded longer ago than
PATIENT_RETENTION_YEARS says for their country (KE=10,NG=7). The records stay without it, and every count stays right. Run it
once a day. Without --confirm it prints how many records it would change.

Removes the days of the audit trail that are older than AUDIT_RETENTION_YEARS, and keeps the head of each chain. A day that was
changed since it was linked stays, with all later days of its country, and a day that has events again since it was removed
stays: run audit:verify. The exit code is 1 then.`;

/** The number of every patient whose retention has ended: it links no records to each other. */
const ERASED = 'erased';
/** An id is created at most this long before or after `recorded_at`. */
const SLACK_MS = 24 * 60 * 60 * 1_000;

/** Runs `npm run retention:apply`. Needs the role that owns the tables: the application must not change records. */
export const applyRetention: Command = async ({ args, variables, dataSource }) => {
  const confirm = parseConfirm(args);
  const retention = readRetention(variables);
  const auditYears = readAuditRetention(variables);
  if (retention.size === 0 && auditYears === undefined)
    throw new CommandError(
      'PATIENT_RETENTION_YEARS and AUDIT_RETENTION_YEARS: unset, so that no retention ends. Nothing was done.',
    );
  const database = new Database(dataSource);
  const erasureKey = readErasureKey(variables);
  for (const [country, years] of retention) {
    const before = yearsAgo(years);
    const { total, hashes } = await eraseBefore(database, { country, before, erasureKey }, confirm);
    const verb = confirm ? 'Erased' : 'Would erase';
    process.stdout.write(
      `${country}: ${verb} the patients of ${total} records before ${before.slice(0, 10)}.\n`,
    );
    for (const line of describeHashes(hashes)) process.stdout.write(`${country}: ${line}\n`);
  }
  const isComplete = auditYears === undefined || (await removeAuditDays(database, auditYears, confirm));
  if (!confirm) process.stdout.write('Nothing was erased: --confirm is missing.\n');
  return isComplete ? 0 : 1;
};

/** Removes old days of the audit trail. Returns false if an old day stays. */
async function removeAuditDays(database: Database, years: number, confirm: boolean): Promise<boolean> {
  const before = yearsAgo(years).slice(0, 10);
  const removals = await removeDaysBefore(database, { before, confirm });
  const verb = confirm ? 'Removed' : 'Would remove';
  if (removals.length === 0) process.stdout.write(`${verb} no day of the audit trail before ${before}.\n`);
  for (const { country, days, events, changedDay, refilledDays } of removals) {
    process.stdout.write(
      `${country}: ${verb} ${days} days of the audit trail before ${before}, with ${events} events.\n`,
    );
    if (changedDay !== null)
      process.stdout.write(
        `${country}: ${changedDay} was changed since it was linked, so that it stays with all later days: run audit:verify.\n`,
      );
    for (const day of refilledDays)
      process.stdout.write(
        `${country}: ${day} has events again since it was removed, so that it stays: run audit:verify.\n`,
      );
  }
  return removals.every(({ changedDay, refilledDays }) => changedDay === null && refilledDays.length === 0);
}

interface Limit {
  readonly country: CountryCode;
  /** ISO 8601. */
  readonly before: string;
  readonly erasureKey: ErasureKey | undefined;
}

/** Numbers of records, and of imported lines that are still known by a hash. */
interface Erased {
  readonly total: number;
  readonly hashes: number;
}

/** Erases in portions, each in a transaction of its own, so that an interrupted run continues. */
async function eraseBefore(database: Database, limit: Limit, confirm: boolean): Promise<Erased> {
  let [total, hashes] = [0, 0];
  let position = { consultation: firstIdAt(0), encounter: firstIdAt(0) };
  for (;;) {
    const portion = await database.transaction(async (transaction) => {
      const found = await findPortion(transaction, limit, position);
      if (confirm && found.count > 0) hashes += await erasePortion(transaction, limit, found);
      return found;
    });
    total += portion.count;
    if (portion.count === 0) break;
    position = {
      consultation: portion.consultationIds.at(-1) ?? position.consultation,
      encounter: portion.encounterIds.at(-1) ?? position.encounter,
    };
  }
  if (confirm) {
    await waitForRunningCalls(database);
    await database.transaction((transaction) => eraseRest(transaction, limit));
  }
  return { total, hashes };
}

/** Erases what calls have stored about old records in the last day: reasons of voids, and responses. */
async function eraseRest(transaction: Transaction, { country, before }: Limit): Promise<void> {
  const voided = await eraseLateVoidReasons(transaction, country);
  const beforeId = firstIdAfter(before);
  const values = { country, beforeId, replacement: ERASED };
  const records = await transaction.rows(LIST_ERASED_RECORDS_IN_RESPONSES, values);
  const ids = [...voided, ...records.map(({ id }) => id)];
  if (ids.length === 0) return;
  await eraseResponses(transaction, { country, ids, patientId: null, quoted: [], replacement: ERASED });
}

/** Returns an id that is after those of all records from before a time. */
function firstIdAfter(before: string): string {
  return firstIdAt(Date.parse(before) + SLACK_MS);
}

interface Portion {
  readonly consultationIds: readonly string[];
  readonly encounterIds: readonly string[];
  readonly count: number;
}

async function findPortion(
  transaction: Transaction,
  { country, before }: Limit,
  after: { readonly consultation: string; readonly encounter: string },
): Promise<Portion> {
  const values = { country, before, beforeId: firstIdAfter(before) };
  const consultations = await transaction.rows(LIST_CONSULTATIONS_BEFORE, {
    ...values,
    afterId: after.consultation,
  });
  const encounters = await transaction.rows(LIST_ENCOUNTERS_BEFORE, { ...values, afterId: after.encounter });
  return {
    consultationIds: consultations.map(({ id }) => id),
    encounterIds: encounters.map(({ id }) => id),
    count: consultations.length + encounters.length,
  };
}

async function erasePortion(
  transaction: Transaction,
  { country, before, erasureKey }: Limit,
  { consultationIds, encounterIds }: Portion,
): Promise<number> {
  const records = { country, consultationIds, encounterIds, erasureKey };
  const hashes = await eraseRecords(transaction, records, ERASED);
  const counts = { consultations: consultationIds.length, encounters: encounterIds.length };
  const details = { ...currentOperator(), before, ...counts };
  await writeAuditEvents(transaction, [{ country, action: 'retention.apply', caller: null, details }]);
  return hashes;
}

function yearsAgo(years: number): string {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.toISOString();
}

function parseConfirm(args: readonly string[]): boolean {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { confirm: { type: 'boolean' } },
      strict: true,
    });
    return values.confirm ?? false;
  } catch (error) {
    throw new CommandError(`${getErrorMessage(error)}\n\n${USAGE}`);
  }
}
