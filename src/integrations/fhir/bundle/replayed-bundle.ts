import { z } from 'zod';
import type { Caller } from '../../../platform/access/caller';
import { ownCountry } from '../../../platform/access/record-country';
import type { AuditEvent } from '../../../platform/audit/audit-event';

const storedBundle = z.object({
  entry: z.array(z.object({ response: z.object({ location: z.string().optional() }) })).optional(),
});

/** Returns the audit event of a stored response to a Bundle that is sent again. Bundles are of the caller's country. */
export function auditReplay(body: string, caller: Caller): AuditEvent {
  const { entry = [] } = storedBundle.parse(JSON.parse(body));
  const records = new Set(entry.flatMap(({ response }) => idOf(response.location)));
  const country = ownCountry(caller);
  return { country, action: 'fhir.record', caller, records: [...records], details: { replayed: true } };
}

/** Returns the id in the URL of an Encounter or a Condition. */
function idOf(location = ''): string[] {
  return /\/(?:Encounter|Condition)\/([0-9a-f-]{36})$/.exec(location)?.slice(1) ?? [];
}
