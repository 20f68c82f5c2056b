import { z } from 'zod';
import { array, date, nullable, text } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { type CountryScope, storedScope } from '../../../shared/country';

/**
 * The removed days of a country, or of all, oldest first. `removedAtMicros` is an exact time, for the digest; `isInFuture` if
 * that is later than the clock of the database.
 */
export const LIST_REMOVED_DAYS = statement({
  name: 'list_removed_audit_days',
  text: `
SELECT country, to_char(day, 'YYYY-MM-DD') AS day, number, digest, events, removed_at AS "removedAt",
  (extract(epoch FROM removed_at) * 1000000)::bigint::text AS "removedAtMicros",
  removed_at > clock_timestamp() AS "isInFuture"
FROM audit_removal
WHERE $country::text IS NULL OR country = $country
ORDER BY country, day`,
  parameters: { country: nullable(text<CountryScope>()) },
  row: z.object({
    country: storedScope,
    day: z.string(),
    number: z.int(),
    digest: z.instanceof(Buffer),
    events: z.int(),
    removedAt: z.date(),
    removedAtMicros: z.string(),
    isInFuture: z.boolean(),
  }),
});

/** The last event of a removal in a country, or in each. Reads all events, as the verification does. */
export const LIST_LAST_REMOVAL_EVENTS = statement({
  name: 'list_last_audit_removal_events',
  text: `
SELECT DISTINCT ON (country) country, at, at > clock_timestamp() AS "isInFuture", details ->> 'digest' AS digest
FROM audit_event
WHERE action = 'audit.remove' AND ($country::text IS NULL OR country = $country)
ORDER BY country, id DESC`,
  parameters: { country: nullable(text<CountryScope>()) },
  row: z.object({
    country: storedScope,
    at: z.date(),
    isInFuture: z.boolean(),
    digest: z.string().nullable(),
  }),
  plan: 'custom',
});

/** The days before another day that have a chain, oldest first in each country. */
export const LIST_DAYS_BEFORE = statement({
  name: 'list_audit_days_before',
  text: `
SELECT country, to_char(day, 'YYYY-MM-DD') AS day
FROM audit_link
WHERE day < $before
GROUP BY country, day
ORDER BY country, day`,
  parameters: { before: date() },
  row: z.object({ country: storedScope, day: z.string() }),
});

/** Those of some days that have a chain. Of removed days: of events with an old time. */
export const LIST_FILLED_DAYS = statement({
  name: 'list_filled_audit_days',
  text: `
SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(cardinality(events))::integer AS events
FROM audit_link
WHERE country = $country AND day = ANY ($days::date[])
GROUP BY day
ORDER BY day`,
  parameters: { country: text<CountryScope>(), days: array(date()) },
  row: z.object({ day: z.string(), events: z.int() }),
});

/** Takes the lock of the job that links events of a country, and allows this transaction to remove days. */
export const BEGIN_REMOVAL = statement({
  name: 'begin_audit_removal',
  text: `
SELECT set_config('audit.removal', 'on', true) AS setting,
  pg_advisory_xact_lock(hashtext('audit_link'), hashtext($country))::text AS lock`,
  parameters: { country: text<CountryScope>() },
  row: z.object({ setting: z.string(), lock: z.string() }),
});

/** Stores the head of a day that is removed. */
export const STORE_REMOVED_DAY = statement({
  name: 'store_removed_audit_day',
  text: `
INSERT INTO audit_removal (country, day, number, digest, events)
SELECT l.country, l.day, l.number, l.digest, (
  SELECT sum(cardinality(x.events)) FROM audit_link x WHERE x.country = $country AND x.day = $day
)
FROM audit_link l
WHERE l.country = $country AND l.day = $day
ORDER BY l.number DESC
LIMIT 1`,
  parameters: { country: text<CountryScope>(), day: date() },
});

/** Deletes the events that are in the links of a day. */
export const DELETE_EVENTS_OF_DAY = statement({
  name: 'delete_events_of_audit_day',
  text: `
DELETE FROM audit_event e
USING audit_link l, unnest(l.events) AS x (id)
WHERE l.country = $country AND l.day = $day AND e.country = l.country AND e.id = x.id`,
  parameters: { country: text<CountryScope>(), day: date() },
});

export const DELETE_LINKS_OF_DAY = statement({
  name: 'delete_links_of_audit_day',
  text: 'DELETE FROM audit_link WHERE country = $country AND day = $day',
  parameters: { country: text<CountryScope>(), day: date() },
});

/** The head of a removed day. */
export const FIND_REMOVED_DAY = statement({
  name: 'find_removed_audit_day',
  text: 'SELECT number, digest FROM audit_removal WHERE country = $country AND day = $day',
  parameters: { country: text<CountryScope>(), day: date() },
  row: z.object({ number: z.int(), digest: z.instanceof(Buffer) }),
});
