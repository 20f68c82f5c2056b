import type { Caller } from '../access/caller';

/** Something that somebody read or wrote. */
export interface AuditEvent {
  /** Code of the country of the data; `*` for several, `ZZ` for none. */
  readonly country: string;
  /** A procedure, a route such as `exports.summary`, or a command such as `subject.erase`. */
  readonly action: string;
  /** Null for an operator at the command line, a background job or an anonymous caller. */
  readonly caller: Pick<Caller, 'userId' | 'role'> | null;
  /** Ids of records of patients. */
  readonly records?: readonly string[] | undefined;
  /** Anything else that an auditor needs, without data of patients. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** Where a request comes from. Both are null outside of requests. */
export interface Origin {
  readonly address: string | null;
  readonly requestId: string | null;
}

export const NO_ORIGIN: Origin = { address: null, requestId: null };

/** The parameters of an account and an origin, for statements that write the event of their own act. */
export interface ActOrigin extends Origin {
  readonly role: string;
}

/** An event as `write_audit_events` reads it. */
export interface AuditRow {
  readonly country: string;
  readonly action: string;
  readonly account_id: string | null;
  readonly role: string | null;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly records: readonly string[] | null;
  readonly details: Readonly<Record<string, unknown>> | null;
}

export function toAuditRow(
  { country, action, caller, records, details }: AuditEvent,
  { address, requestId }: Origin,
): AuditRow {
  return {
    country,
    action,
    account_id: caller?.userId ?? null,
    role: caller?.role ?? null,
    address,
    request_id: requestId,
    records: records === undefined || records.length === 0 ? null : records,
    details: details ?? null,
  };
}
