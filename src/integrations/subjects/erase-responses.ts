import type { z } from 'zod';
import { ERASED_REASON } from '../../modules/consultations';
import type { Transaction } from '../../platform/database/database';
import type { CountryCode } from '../../shared/country';
import { FIND_ERASED_RECORDS, LOCK_RESPONSES, REPLACE_RESPONSE } from './erasure.sql';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The responses to erase: those that have one of the records, or the patient's number and any erased record. */
interface ErasedPatient {
  readonly country: CountryCode;
  readonly ids: readonly string[];
  /** Null to search by the records only. */
  readonly patientId: string | null;
  /** Texts that messages quote: the patient's number and external ids. */
  readonly quoted: readonly string[];
  /** Takes the place of quoted texts. */
  readonly replacement: string;
}

type ErasedResponse = z.output<typeof LOCK_RESPONSES.row>;

/**
 * Removes what identifies a patient from the responses that are stored for retries. The records must be erased: what remains
 * of each is read from the database, also if an earlier run has erased it.
 */
export async function eraseResponses(transaction: Transaction, patient: ErasedPatient): Promise<void> {
  for (const response of await findResponses(transaction, patient))
    await transaction.run(REPLACE_RESPONSE, response);
}

/** Returns the stored responses that identify a patient whose records are erased, with the bodies that replace theirs. */
export async function findResponses(
  transaction: Transaction,
  { country, ids, patientId, quoted, replacement }: ErasedPatient,
): Promise<ErasedResponse[]> {
  const number = patientId === null ? null : JSON.stringify(patientId);
  const responses = await transaction.rows(LOCK_RESPONSES, { ids, number });
  const named = new Set(responses.flatMap(({ body }) => body.match(UUID) ?? []));
  const records = await transaction.rows(FIND_ERASED_RECORDS, { country, ids: [...named] });
  const numbers = new Map(records.map((record) => [record.id, record.patientId]));
  return responses.flatMap(({ body, ...key }) => {
    if (!body.match(UUID)?.some((id) => numbers.has(id))) return [];
    const erased = eraseBody(body, { numbers, quoted, replacement });
    return erased === body ? [] : [{ ...key, body: erased }];
  });
}

interface Erasure {
  /** The numbers that erased records have now, by the records' ids. */
  readonly numbers: ReadonlyMap<unknown, string>;
  readonly quoted: readonly string[];
  readonly replacement: string;
}

/** Returns the JSON of a response without the patient. */
export function eraseBody(body: string, { quoted, ...erasure }: Erasure): string {
  return JSON.stringify(eraseValue(JSON.parse(body), { ...erasure, quoted: [...new Set(quoted)] }));
}

function eraseValue(value: unknown, erasure: Erasure): unknown {
  if (typeof value === 'string') return eraseText(value, erasure);
  if (Array.isArray(value)) return value.map((item) => eraseValue(item, erasure));
  if (!isObject(value)) return value;
  const { numbers } = erasure;
  const entries = Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
    // An entry of a FHIR response is complete without its resource, as if the sender had not asked for it.
    if (name === 'resource' && isObject(field) && numbers.has(field.id)) return [];
    if (name === 'fullUrl' && isObject(value.resource) && numbers.has(value.resource.id)) return [];
    return [[name, eraseValue(field, erasure)]];
  });
  const erased: Record<string, unknown> = Object.fromEntries(entries);
  const number = numbers.get(value.id);
  return number === undefined ? erased : eraseRecord(erased, number);
}

/** Erases the fields of a consultation, or of its void. */
function eraseRecord(record: Record<string, unknown>, number: string): Record<string, unknown> {
  return {
    ...record,
    ...('patientId' in record && { patientId: number }),
    ...('externalId' in record && { externalId: null }),
    ...('reason' in record && { reason: ERASED_REASON }),
  };
}

function eraseText(value: string, { quoted, replacement }: Erasure): string {
  return quoted.reduce((text, each) => text.replaceAll(`"${each}"`, () => `"${replacement}"`), value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
