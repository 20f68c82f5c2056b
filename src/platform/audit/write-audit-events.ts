import type { Transaction } from '../database/database';
import { storedScope } from '../../shared/country';
import { type AuditEvent, NO_ORIGIN, type Origin, toAuditRow } from './audit-event';
import { WRITE_AUDIT_EVENTS } from './audit.sql';

/** Writes events in the transaction of their act. One statement for each country, because each may be on another node. */
export async function writeAuditEvents(
  transaction: Transaction,
  events: readonly AuditEvent[],
  origin: Origin = NO_ORIGIN,
): Promise<void> {
  for (const country of new Set(events.map((event) => event.country))) {
    const ofCountry = events.filter((event) => event.country === country);
    await transaction.one(WRITE_AUDIT_EVENTS, {
      country: storedScope.parse(country),
      events: JSON.stringify(ofCountry.map((event) => toAuditRow(event, origin))),
    });
  }
}
