import { z } from 'zod';
import { array, integer, nullable, text, uuid } from '../../platform/database/parameter';
import { statement } from '../../platform/database/statement';
import { type CountryScope, storedScope } from '../../shared/country';

/** Of one event: that of a bulk call or a Bundle has thousands, and a page would be tens of megabytes. */
const MAX_LISTED_RECORDS = 20;

/** A page of the events of one country, latest first. Null filters match everything. */
export const LIST_AUDIT_EVENTS = statement({
  name: 'list_audit_events',
  text: `
SELECT e.id, e.at, e.country, e.action, e.account_id AS "accountId", e.role, e.address, e.request_id AS "requestId",
  coalesce(e.records[:${MAX_LISTED_RECORDS}], '{}') AS records, coalesce(cardinality(e.records), 0) AS "recordCount", e.details
FROM audit_event e
WHERE e.country = $country AND e.id >= $fromId AND e.id < $beforeId
  AND ($accountId::uuid IS NULL OR e.account_id = $accountId)
  AND ($action::text IS NULL OR e.action = $action)
  AND ($recordId::uuid IS NULL OR $recordId = ANY (e.records))
ORDER BY e.id DESC
LIMIT $limit::integer`,
  parameters: {
    country: text<CountryScope>(),
    fromId: uuid(),
    beforeId: uuid(),
    accountId: nullable(uuid()),
    action: nullable(text()),
    recordId: nullable(uuid()),
    limit: integer(),
  },
  row: z.object({
    id: z.string(),
    at: z.date(),
    country: storedScope,
    action: z.string(),
    accountId: z.string().nullable(),
    role: z.string().nullable(),
    address: z.string().nullable(),
    requestId: z.string().nullable(),
    records: z.array(z.string()),
    recordCount: z.int(),
    details: z.record(z.string(), z.unknown()).nullable(),
  }),
  plan: 'custom',
  connection: 'replica',
});

export type ListedEvent = z.output<typeof LIST_AUDIT_EVENTS.row>;

/** The event after so many, latest first; no row if there are fewer. */
export const FIND_SEARCH_END = statement({
  name: 'find_audit_search_end',
  text: `
SELECT e.id FROM audit_event e
WHERE e.country = $country AND e.id >= $fromId AND e.id < $beforeId
ORDER BY e.id DESC
OFFSET $skipped::integer LIMIT 1`,
  parameters: { country: text<CountryScope>(), fromId: uuid(), beforeId: uuid(), skipped: integer() },
  row: z.object({ id: z.string() }),
  plan: 'custom',
  connection: 'replica',
});

/** A separate statement: on Citus, accounts are on the coordinator, and events on the nodes. */
export const FIND_ACCOUNT_NAMES = statement({
  name: 'find_account_names',
  text: 'SELECT id, name, email FROM account WHERE id = ANY ($ids::uuid[])',
  parameters: { ids: array(uuid()) },
  row: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  connection: 'pipelined',
});
