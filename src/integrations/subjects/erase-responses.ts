import type { Transaction } from '../../platform/database/database';
import { LOCK_RESPONSES_OF_RECORDS, REPLACE_RESPONSE } from './erasure.sql';

interface Erasure {
  readonly ids: readonly string[];
  /** Texts that messages quote: the patient's number and external ids. */
  readonly quoted: readonly string[];
  /** Takes the place of the patient's number. */
  readonly replacement: string;
}

/** Removes what identifies a patient from the responses that are stored for retries and have one of the records. */
export async function eraseResponses(transaction: Transaction, erasure: Erasure): Promise<void> {
  const responses = await transaction.rows(LOCK_RESPONSES_OF_RECORDS, { ids: erasure.ids });
  for (const { body, ...key } of responses)
    await transaction.run(REPLACE_RESPONSE, { ...key, body: eraseBody(body, erasure) });
}

/** Returns the JSON of a response without the patient. */
export function eraseBody(body: string, { ids, quoted, replacement }: Erasure): string {
  const known = { ids: new Set<unknown>(ids), quoted: [...new Set(quoted)], replacement };
  return JSON.stringify(eraseValue(JSON.parse(body), known));
}

interface KnownErasure {
  readonly ids: ReadonlySet<unknown>;
  readonly quoted: readonly string[];
  readonly replacement: string;
}

function eraseValue(value: unknown, known: KnownErasure): unknown {
  if (typeof value === 'string') return eraseText(value, known);
  if (Array.isArray(value)) return value.map((item) => eraseValue(item, known));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
    // An entry of a FHIR response is complete without its resource, as if the sender had not asked for it.
    if (name === 'resource' && isObject(field) && known.ids.has(field.id)) return [];
    if (name === 'fullUrl' && isObject(value.resource) && known.ids.has(value.resource.id)) return [];
    return [[name, eraseValue(field, known)]];
  });
  const erased: Record<string, unknown> = Object.fromEntries(entries);
  return known.ids.has(value.id) ? eraseRecord(erased, known.replacement) : erased;
}

/** Erases the fields of a consultation, or of its void. */
function eraseRecord(record: Record<string, unknown>, replacement: string): Record<string, unknown> {
  return {
    ...record,
    ...('patientId' in record && { patientId: replacement }),
    ...('externalId' in record && { externalId: null }),
    ...('reason' in record && { reason: 'erased' }),
  };
}

function eraseText(value: string, { quoted, replacement }: KnownErasure): string {
  return quoted.reduce((text, each) => text.replaceAll(`"${each}"`, () => `"${replacement}"`), value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
