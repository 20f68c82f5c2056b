import { z } from 'zod';
import { integer, json, text, timestamp } from '../database/parameter';
import { statement } from '../database/statement';
import { anchorSchema } from './anchor';
import { type CountryScope, storedScope } from '../../shared/country';

/**
 * Writes events: JSON of country, action, account_id, role, address, request_id, records and details. On Citus, all countries
 * must be on the node of `country`.
 */
export const WRITE_AUDIT_EVENTS = statement({
  name: 'write_audit_events',
  text: 'SELECT w AS written FROM write_audit_events($country, $events) w',
  parameters: { country: text<CountryScope>(), events: json() },
  row: z.object({ written: z.int() }),
});

/** The countries that have events. */
export const LIST_AUDITED_COUNTRIES = statement({
  name: 'list_audited_countries',
  text: `
SELECT p.country FROM audit_progress p
WHERE EXISTS (SELECT FROM audit_event e WHERE e.country = p.country)
ORDER BY p.country`,
  row: z.object({ country: storedScope }),
});

/** The countries that may have events which are in no link. */
export const LIST_COUNTRIES_TO_LINK = statement({
  name: 'list_countries_to_link',
  text: `
SELECT p.country FROM audit_progress p
WHERE p.complete_to < p.linked_to OR uuid_extract_timestamp(p.linked_to) > clock_timestamp()
  OR EXISTS (SELECT FROM audit_event e WHERE e.country = p.country AND e.id > p.linked_to)
ORDER BY p.country`,
  row: z.object({ country: storedScope }),
});

/**
 * Links events of a country that are in no link. Returns no row while another process does, or if one did less than `pauseMs`
 * ago. `slackMs` is how much later than its id a transaction may begin to write.
 */
export const LINK_AUDIT_EVENTS = statement({
  name: 'link_audit_events',
  text: 'SELECT l.linked, l.is_more AS "isMore" FROM link_audit_events($country, $maxEvents, $pauseMs, $slackMs) l',
  parameters: { country: text<CountryScope>(), maxEvents: integer(), pauseMs: integer(), slackMs: integer() },
  row: z.object({ linked: z.int(), isMore: z.boolean() }),
});

/** Takes the lock of the publication until the end of the transaction; false if another process has it. */
export const LOCK_ANCHOR = statement({
  name: 'lock_audit_anchor',
  text: `SELECT pg_try_advisory_xact_lock(hashtext('audit_anchor'), 0) AS "isLocked"`,
  row: z.object({ isLocked: z.boolean() }),
});

/** When heads were last published at a target, and whether that was less than an hour ago. */
export const FIND_LAST_ANCHOR = statement({
  name: 'find_last_audit_anchor',
  text: `
SELECT max(published_at) AS "publishedAt", coalesce(max(published_at) > now() - interval '1 hour', false) AS "isRecent"
FROM audit_anchor WHERE target = $target`,
  parameters: { target: text() },
  row: z.object({ publishedAt: z.date().nullable(), isRecent: z.boolean() }),
});

/** The heads of the chains that grew after a time. */
export const LIST_HEADS = statement({
  name: 'list_audit_heads',
  text: `
SELECT DISTINCT ON (country, day) country, to_char(day, 'YYYY-MM-DD') AS day, number, encode(digest, 'hex') AS digest
FROM audit_link
WHERE linked_at > $since
ORDER BY country, day, number DESC`,
  parameters: { since: timestamp() },
  row: anchorSchema.shape.heads.element,
});

export const STORE_ANCHOR = statement({
  name: 'store_audit_anchor',
  text: 'INSERT INTO audit_anchor (published_at, target, heads) VALUES ($publishedAt, $target, $heads)',
  parameters: { publishedAt: timestamp(), target: text(), heads: json() },
});
