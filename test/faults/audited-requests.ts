import type { DataSource } from 'typeorm';
import { contracts } from '../../src/app-router';
import { proceduresOf } from '../../src/platform/contract/procedures';
import { groupBy } from '../../src/shared/groups';
import type { Ledger } from './ledger';

interface EventRow {
  readonly requestId: string;
  readonly action: string;
  readonly records: string[] | null;
  readonly details: Record<string, unknown> | null;
}

const AUDITED: ReadonlySet<string> = new Set(
  proceduresOf(contracts)
    .filter(({ contract }) => contract.audit !== 'none')
    .map(({ path }) => path),
);
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Yields acknowledged requests that are not in the audit trail exactly once with their records, requests that are there twice,
 * and records whose first event is missing or repeated.
 */
export async function* findAuditDifferences(database: DataSource, ledger: Ledger): AsyncGenerator<string> {
  const events = await database.query<EventRow[]>(
    'SELECT request_id AS "requestId", action, records, details FROM audit_event WHERE request_id IS NOT NULL',
  );
  const byRequest = groupBy(events, ({ requestId }) => requestId);
  for (const [requestId, written] of byRequest)
    if (written.length > 1) yield `request ${requestId} has ${written.length} events`;
  for (const [requestId, { action, output }] of ledger.requests) {
    if (!AUDITED.has(action)) continue;
    const [event] = byRequest.get(requestId) ?? [];
    if (!event) yield `${action} of request ${requestId} was acknowledged and has no event`;
    else if (event.action !== action) yield `${action} of request ${requestId} has the event ${event.action}`;
    else if (recordsOf(output).some((id) => !event.records?.includes(id)))
      yield `${action} of request ${requestId}: the event lacks records of the response`;
  }
  yield* compareFirstEvents(events, ledger);
}

/** What can be recorded once only has one event, also if the response to it was lost and a stored one was sent later. */
function* compareFirstEvents(events: readonly EventRow[], ledger: Ledger): Generator<string> {
  // Repeated voids and stored responses have details.
  const first = events.filter(({ details }) => details === null);
  const recordings = countRecords(first.filter(({ action }) => action.startsWith('consultations.record')));
  for (const { id, number, hasExternalId } of ledger.consultations) {
    const count = recordings.get(id) ?? 0;
    // A repeated external id is an event of its own, which names the same consultation.
    if (count === 0 || (count > 1 && !hasExternalId)) yield `consultation ${number} has ${count} events`;
  }
  const voids = countRecords(first.filter(({ action }) => action === 'consultations.void'));
  for (const id of ledger.voids.keys())
    if (voids.get(id) !== 1) yield `the void of ${id} has ${voids.get(id) ?? 0} events`;
}

function countRecords(events: readonly EventRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of events.flatMap(({ records }) => records ?? [])) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Returns the ids in a response. That of sales has none. */
function recordsOf(output: unknown): string[] {
  return JSON.stringify(output).match(UUID) ?? [];
}
