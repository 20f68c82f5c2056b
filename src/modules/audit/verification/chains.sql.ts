import { z } from 'zod';
import { array, date, integer, nullable, text, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { type CountryScope, storedScope } from '../../../shared/country';

/** The chains of a country, or of all. */
export const LIST_CHAINS = statement({
  name: 'list_audit_chains',
  text: `
SELECT country, to_char(day, 'YYYY-MM-DD') AS day
FROM audit_link
WHERE $country::text IS NULL OR country = $country
GROUP BY country, day
ORDER BY country, day`,
  parameters: { country: nullable(text<CountryScope>()) },
  row: z.object({ country: storedScope, day: z.string() }),
});

/** The countries of all events. Reads the trail, because an attacker with write access to it can also change `audit_progress`. */
export const LIST_COUNTRIES_OF_EVENTS = statement({
  name: 'list_countries_of_audit_events',
  text: 'SELECT DISTINCT country FROM audit_event ORDER BY country',
  row: z.object({ country: storedScope }),
});

const bytes = z.instanceof(Buffer);

/** Links of a chain, in order, after a number. */
export const LIST_LINKS = statement({
  name: 'list_audit_links',
  text: `
SELECT number, linked_at AS "linkedAt", events, digests, digest
FROM audit_link
WHERE country = $country AND day = $day AND number > $after
ORDER BY number
LIMIT $limit::integer`,
  parameters: { country: text<CountryScope>(), day: date(), after: integer(), limit: integer() },
  row: z.object({
    number: z.int(),
    linkedAt: z.date(),
    events: z.array(z.string()),
    digests: bytes,
    digest: bytes,
  }),
});

export type ChainLink = z.output<typeof LIST_LINKS.row>;

/** Events by their ids, with the texts of which the digest is computed. */
export const FIND_LINKED_EVENTS = statement({
  name: 'find_linked_audit_events',
  text: `
SELECT e.id, e.at, ARRAY[
  e.country, e.id::text, (extract(epoch FROM e.at) * 1000000)::bigint::text, e.action, e.account_id::text, e.role,
  e.address, e.request_id, e.records::text, e.details::text
] AS fields
FROM audit_event e
WHERE e.country = $country AND e.id = ANY ($ids::uuid[])`,
  parameters: { country: text<CountryScope>(), ids: array(uuid()) },
  row: z.object({ id: z.string(), at: z.date(), fields: z.array(z.string().nullable()) }),
  plan: 'custom',
});

/**
 * The first thousand events of a country that are in no link, oldest first. `isRecent` if the background job may still link them:
 * never those of the future, so that a changed time hides none.
 */
export const LIST_UNLINKED_EVENTS = statement({
  name: 'list_unlinked_audit_events',
  text: `
SELECT e.id, e.at, e.action,
  greatest(e.at, uuid_extract_timestamp(e.id)) BETWEEN now() - interval '10 minutes' AND now() + interval '1 minute' AS "isRecent"
FROM audit_event e
WHERE e.country = $country AND e.id IN (
  SELECT x.id FROM audit_event x WHERE x.country = $country
  EXCEPT
  SELECT unnest(l.events) FROM audit_link l WHERE l.country = $country
)
ORDER BY e.id
LIMIT 1000`,
  parameters: { country: text<CountryScope>() },
  row: z.object({ id: z.string(), at: z.date(), action: z.string(), isRecent: z.boolean().nullable() }),
  plan: 'custom',
});

/** The digest of one link. */
export const FIND_LINK_DIGEST = statement({
  name: 'find_audit_link_digest',
  text: 'SELECT digest FROM audit_link WHERE country = $country AND day = $day AND number = $number',
  parameters: { country: text<CountryScope>(), day: date(), number: integer() },
  row: z.object({ digest: bytes }),
});
