import type { z } from 'zod';
import type { Database } from '../../platform/database/database';
import type { CountryCode } from '../../shared/country';
import { type PatientChoice, chooseRecords } from './patient-choice';
import {
  FIND_ACCOUNTS_BY_ID,
  FIND_RECORDS_OF_PATIENT,
  LIST_CONDITIONS_OF_RECORDS,
  LIST_CONSULTATIONS_OF_PATIENT,
  LIST_ENCOUNTERS_OF_PATIENT,
  LIST_EVENTS_OF_RECORDS,
} from './subject-records.sql';

/** Everything that the platform stores about a patient. */
export interface PatientRecords {
  readonly consultations: readonly z.output<typeof LIST_CONSULTATIONS_OF_PATIENT.row>[];
  readonly encounters: readonly z.output<typeof LIST_ENCOUNTERS_OF_PATIENT.row>[];
  readonly conditions: readonly z.output<typeof LIST_CONDITIONS_OF_RECORDS.row>[];
  readonly recordIds: readonly string[];
  /** Number of records with the same number that were not chosen. */
  readonly others: number;
}

/** Someone who touched records of a patient. */
export type Access = Omit<z.output<typeof LIST_EVENTS_OF_RECORDS.row>, 'accountId'> & {
  /** Null for an operator, who is in the details. */
  readonly account: { readonly id: string; readonly name: string; readonly email: string } | null;
};

/** Counts the records that have a patient's number, of all accounts. */
export async function countRecords(
  database: Database,
  { country, patientId }: PatientChoice,
): Promise<number> {
  return (await database.rows(FIND_RECORDS_OF_PATIENT, { country, patientId })).length;
}

/** @throws CommandError if the records with the number may be those of several patients */
export async function findPatientRecords(database: Database, choice: PatientChoice): Promise<PatientRecords> {
  const { country, patientId } = choice;
  const all = await database.rows(FIND_RECORDS_OF_PATIENT, { country, patientId });
  const values = { country, patientId, ids: all.map(({ id }) => id) };
  const found = {
    consultations: await database.rows(LIST_CONSULTATIONS_OF_PATIENT, values),
    encounters: await database.rows(LIST_ENCOUNTERS_OF_PATIENT, values),
  };
  const { consultations, encounters } = await chooseRecords(database, choice, found);
  const ids = consultations.map(({ id }) => id);
  const conditions = await database.rows(LIST_CONDITIONS_OF_RECORDS, { country, ids });
  const recordIds = [...ids, ...encounters.map(({ id }) => id)];
  const others = found.consultations.length + found.encounters.length - recordIds.length;
  return { consultations, encounters, conditions, recordIds, others };
}

/** Returns who read or wrote any of the records, oldest first. */
export async function findAccesses(
  database: Database,
  country: CountryCode,
  recordIds: readonly string[],
): Promise<Access[]> {
  const events = await database.rows(LIST_EVENTS_OF_RECORDS, { country, ids: recordIds });
  const ids = [...new Set(events.flatMap(({ accountId }) => accountId ?? []))];
  const accounts = new Map(
    (await database.rows(FIND_ACCOUNTS_BY_ID, { ids })).map((account) => [account.id, account]),
  );
  return events.map(({ accountId, ...event }) => ({
    ...event,
    account: accountId === null ? null : (accounts.get(accountId) ?? { id: accountId, name: '', email: '' }),
  }));
}
