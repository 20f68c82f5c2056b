import { z } from 'zod';
import { MAX_OWN_NAMES } from '../../shared/own-names';

/** The tables of which a country has entries of its own. */
type NamedTable = 'pathology' | 'medication';

/** Items with the name that each has, of a relation with item, country, key and name. */
interface NewNames {
  readonly table: NamedTable;
  /** A query of the items that need a new name. */
  readonly items: string;
}

/** The row of `lockNewNames`, one for each country. */
export const lockOfNewNames = z.object({ lock: z.string() });

/** How many names a country may still create. */
const roomOf = (table: NamedTable, country: string) => `
  (SELECT greatest(0, ${MAX_OWN_NAMES} - count(*))
   FROM (SELECT FROM ${table} own WHERE own.scope = ${country} LIMIT ${MAX_OWN_NAMES}) owned)`;

/**
 * Locks the countries for which names are new, so that concurrent transactions do not exceed the maximum together; no row if
 * there are none. A separate statement: the one that creates must see what others committed while it waited. In the order of
 * the countries, so that concurrent batches cannot deadlock.
 *
 * The locks of the account in all of the countries come first: however many transactions of an account wait, one of them waits
 * for a country, and none waits for another of the account while it has a country. The statement has the parameter `accountId`.
 */
export const lockNewNames = ({ table, items }: NewNames) => `
WITH named AS MATERIALIZED (
  SELECT DISTINCT b.country FROM (${items}) b ORDER BY b.country
), own AS MATERIALIZED (
  SELECT count(pg_advisory_xact_lock(
    hashtext('accounts with names of ${table}'), hashtext(concat($accountId::uuid, ' ', n.country))
  )::text) AS locks
  FROM named n
)
SELECT pg_advisory_xact_lock(hashtext('names of ${table}'), hashtext(n.country))::text AS lock
FROM own CROSS JOIN named n
WHERE own.locks > 0`;

/**
 * Creates new names, of each country as many as it may still have, those of the first items.
 * @param others further columns of the table, each with its value in an item
 */
export const createNames = ({ table, items }: NewNames, others: Readonly<Record<string, string>> = {}) => `
WITH needed AS MATERIALIZED (
  SELECT DISTINCT ON (b.country, b.key) b.* FROM (${items}) b ORDER BY b.country, b.key, b.item
), room AS MATERIALIZED (
  SELECT c.country, ${roomOf(table, 'c.country')} AS names FROM (SELECT DISTINCT country FROM needed) c
), new_name AS MATERIALIZED (
  SELECT n.*
  FROM (SELECT *, row_number() OVER (PARTITION BY country ORDER BY item) AS position FROM needed) n
  JOIN room r ON r.country = n.country
  WHERE n.position <= r.names
), created AS (
  INSERT INTO ${table} (${['scope', 'key', 'name', ...Object.keys(others)].join(', ')})
  SELECT ${['country', 'key', 'name', ...Object.values(others)].join(', ')} FROM new_name ORDER BY country, key
  ON CONFLICT (scope, key) DO NOTHING
  RETURNING id, scope, key
)
INSERT INTO ${table}_name (scope, key, ${table}_id)
SELECT scope, key, id FROM created`;
