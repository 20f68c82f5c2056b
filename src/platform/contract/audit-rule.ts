import type { Caller } from '../access/caller';
import { ownCountry } from '../access/record-country';

/** What a call has read or written in one country, for the audit trail. */
export interface Touched {
  /** Code of the country; `*` for data of several countries that the response does not tell apart. */
  readonly country: string;
  /** Ids of the records of patients. */
  readonly records?: readonly string[];
  /** Anything else that an auditor needs, without data of patients. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A call that succeeded. */
export interface AuditedCall<Input = unknown, Output = unknown> {
  readonly caller: Caller | null;
  /** The parsed input; undefined if the procedure takes none. */
  readonly input: Input;
  /** Undefined if the response is a stored one or a stream. */
  readonly output: Output | undefined;
}

/**
 * How calls come into the audit trail. `none`: they touch no records of patients, statistics, sessions, accounts or conversations
 * of others. `service`: the service writes the events, in the transaction of the act; a rule that is `byService` says what the
 * stored response to an `Idempotency-Key` touches. Otherwise the transport writes them, before the response is sent.
 */
export type AuditRule<Input = unknown, Output = unknown> =
  | 'none'
  | 'service'
  | {
      readonly byService?: true;
      /** Returns what a call has touched. A method, so that rules of different inputs have one type. */
      touched(call: AuditedCall<Input, Output>): readonly Touched[];
    };

/** Groups different records by their countries. */
export function touchedRecords(
  records: readonly { readonly country: string; readonly id: string }[],
): Touched[] {
  const byCountry = new Map<string, Set<string>>();
  for (const { country, id } of records) {
    const ids = byCountry.get(country);
    if (ids) ids.add(id);
    else byCountry.set(country, new Set([id]));
  }
  return [...byCountry].map(([country, ids]) => ({ country, records: [...ids] }));
}

/** Files records under the caller's country, for responses that do not have the country of each. */
export function touchedByOwner(
  caller: Caller | null,
  records: readonly { readonly id: string }[],
): Touched[] {
  if (!caller) return [];
  return [{ country: ownCountry(caller), records: records.map(({ id }) => id) }];
}
