import { z } from 'zod';
import { bigint, bytea, integer, text } from './parameter';
import { statement } from './statement';

export const FIND_MIGRATIONS_TABLE = statement({
  name: 'find_migrations_table',
  text: `SELECT to_regclass('migrations') IS NOT NULL AS exists`,
  row: z.object({ exists: z.boolean() }),
});

export const LIST_MIGRATIONS = statement({
  name: 'list_migrations',
  text: 'SELECT name FROM migrations',
  row: z.object({ name: z.string() }),
});

/** Does not wait: an index that is built concurrently would wait for the statement that waits. */
export const TRY_LOCK_MIGRATIONS = statement({
  name: 'try_lock_migrations',
  text: 'SELECT pg_try_advisory_lock($key) AS locked',
  parameters: { key: bigint() },
  row: z.object({ locked: z.boolean() }),
});

export const UNLOCK_MIGRATIONS = statement({
  name: 'unlock_migrations',
  text: 'SELECT pg_advisory_unlock($key) AS unlocked',
  parameters: { key: bigint() },
  row: z.object({ unlocked: z.boolean() }),
});

export const FIND_DIGEST_COLUMN = statement({
  name: 'find_migration_digest_column',
  text: `
SELECT EXISTS (
  SELECT FROM pg_attribute
  WHERE attrelid = to_regclass('migrations') AND attname = 'digest' AND NOT attisdropped
) AS exists`,
  row: z.object({ exists: z.boolean() }),
});

export const ADD_DIGEST_COLUMN = statement({
  name: 'add_migration_digest_column',
  text: 'ALTER TABLE migrations ADD COLUMN digest bytea',
});

export const LIST_DIGESTS = statement({
  name: 'list_migration_digests',
  text: `SELECT name, '\\x' || encode(digest, 'hex') AS digest FROM migrations WHERE digest IS NOT NULL`,
  row: z.object({ name: z.string(), digest: z.string() }),
});

export const LIST_MIGRATIONS_WITHOUT_DIGEST = statement({
  name: 'list_migrations_without_digest',
  text: 'SELECT name FROM migrations WHERE digest IS NULL',
  row: z.object({ name: z.string() }),
});

export const STORE_DIGEST = statement({
  name: 'store_migration_digest',
  text: 'UPDATE migrations SET digest = $digest WHERE name = $name',
  parameters: { name: text(), digest: bytea() },
});

/** Connections that hold the lock for which a connection waits, with that lock: `AccessExclusiveLock on consultation`. */
export const FIND_BLOCKING_CONNECTIONS = statement({
  name: 'find_blocking_connections',
  text: `
SELECT b.pid, coalesce(a.usename::text, 'the server') AS role, coalesce(nullif(a.application_name, ''), 'without a name') AS name,
  (
    SELECT l.mode || ' on ' || coalesce(l.relation::regclass::text, l.locktype)
    FROM pg_locks l WHERE l.pid = $pid AND NOT l.granted LIMIT 1
  ) AS lock
FROM unnest(pg_blocking_pids($pid)) AS b (pid) LEFT JOIN pg_stat_activity a ON a.pid = b.pid`,
  parameters: { pid: integer() },
  row: z.object({ pid: z.int(), role: z.string(), name: z.string(), lock: z.string().nullable() }),
});
