import { z } from 'zod';
import { bigint, bytea, text } from './parameter';
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

export const LOCK_MIGRATIONS = statement({
  name: 'lock_migrations',
  text: 'SELECT pg_advisory_lock($key)::text AS locked',
  parameters: { key: bigint() },
  row: z.object({ locked: z.string() }),
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
