import type { DataSource } from 'typeorm';

/** A column that an INSERT must set: NOT NULL without a default. */
interface RequiredColumn {
  readonly name: string;
  /** In the form of `format_type`: `timestamp with time zone`. */
  readonly type: string;
  /** `pg_type.typcategory`: A array, D date or time, E enum. */
  readonly category: string;
  /** A SELECT of a valid value for the foreign key; null without a foreign key. */
  readonly referenced: string | null;
}

const REQUIRED_COLUMNS = `
SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, t.typcategory AS category,
  CASE WHEN f.oid IS NOT NULL
    THEN format('SELECT %I FROM %s LIMIT 1', r.attname, f.confrelid::regclass) END AS referenced
FROM pg_attribute a
JOIN pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_constraint f ON f.conrelid = a.attrelid AND f.contype = 'f' AND f.conkey = ARRAY[a.attnum]
LEFT JOIN pg_attribute r ON r.attrelid = f.confrelid AND r.attnum = f.confkey[1]
WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped
  AND a.attnotnull AND NOT a.atthasdef AND a.attidentity = ''
ORDER BY a.attnum`;

/** Returns the tables without rows, in the order of their creation. */
export async function emptyTables(connection: DataSource): Promise<string[]> {
  const tables = await connection.query<{ name: string }[]>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY oid`,
  );
  const empty: string[] = [];
  for (const { name } of tables) {
    const rows = await connection.query<unknown[]>(`SELECT FROM "${name}" LIMIT 1`);
    if (rows.length === 0) empty.push(name);
  }
  return empty;
}

/** Inserts one row into every empty table. @throws Error as `insertRow` does */
export async function fillEmptyTables(connection: DataSource): Promise<void> {
  for (const table of await emptyTables(connection)) await insertRow(connection, table);
}

/**
 * Inserts a row with values of the columns' types and foreign keys.
 * @throws Error if another constraint of the table refuses it
 */
export async function insertRow(connection: DataSource, table: string): Promise<void> {
  const columns = await connection.query<RequiredColumn[]>(REQUIRED_COLUMNS, [`"${table}"`]);
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const values = columns.map(valueOf).join(', ');
  const row = columns.length === 0 ? 'DEFAULT VALUES' : `(${names}) VALUES (${values})`;
  try {
    await connection.query(`INSERT INTO "${table}" ${row}`);
  } catch (cause) {
    throw new Error(
      `no row could be derived for the table ${table}: add one to ROWS in test/migrations/up-and-down.spec.ts`,
      { cause },
    );
  }
}

function valueOf({ type, category, referenced }: RequiredColumn): string {
  if (referenced !== null) return `(${referenced})`;
  if (type === 'uuid') return 'gen_random_uuid()';
  if (category === 'D') return `now()::${type}`;
  if (category === 'E') return `(enum_range(NULL::${type}))[1]`;
  // PostgreSQL reads '1' as a text, a number, a boolean, an interval, JSON and bytes alike.
  return category === 'A' ? `'{}'` : `'1'`;
}
