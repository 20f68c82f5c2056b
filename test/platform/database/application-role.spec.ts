import { DataSource } from 'typeorm';
import { APPEND_ONLY_TABLES } from '../../../src/platform/database/append-only-tables';
import { tablesByAccess } from '../../../migrations/access/tables';
import { suitePlatform } from '../../support/platform';

/** PostgreSQL's error of a missing privilege. */
const DENIED = { code: '42501' };

describe('the role of the application', () => {
  const platform = suitePlatform();
  const query = <Rows = unknown>(sql: string): Promise<Rows> => platform.app.get(DataSource).query<Rows>(sql);
  const asOwner = <Rows = unknown>(sql: string): Promise<Rows> => platform.database.query<Rows>(sql);

  it.each([
    'CREATE TABLE ward (name text)',
    'CREATE SCHEMA ward',
    'CREATE FUNCTION ward() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE EXTENSION citext',
    'CREATE INDEX ward_idx ON consultation (patient_id)',
    `CREATE TRIGGER ward BEFORE INSERT ON consultation FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record()`,
    'CREATE OR REPLACE FUNCTION node_of_country(of_country text) RETURNS text LANGUAGE sql AS $$ SELECT NULL $$',
    'ALTER TABLE consultation ADD COLUMN ward text',
    'ALTER TABLE consultation OWNER TO CURRENT_USER',
    'ALTER TABLE session RENAME TO ward',
    'COMMENT ON TABLE consultation IS NULL',
    'DROP INDEX consultation_patient_idx',
    'DROP TABLE specialty',
    'DROP FUNCTION refuse_change_of_record() CASCADE',
    'REINDEX TABLE consultation',
  ])('cannot change the schema: %s', async (statement) => {
    await expect(query(statement)).rejects.toMatchObject(DENIED);
  });

  it.each([
    'ALTER TABLE consultation DISABLE TRIGGER ALL',
    'ALTER TABLE consultation DISABLE TRIGGER consultation_is_kept',
    'ALTER TABLE pathology_daily_count DISABLE TRIGGER USER',
    'DROP TRIGGER audit_event_is_kept ON audit_event',
    'SET session_replication_role = replica',
    `SELECT set_config('session_replication_role', 'replica', false)`,
    `ALTER ROLE CURRENT_USER SET session_replication_role = 'replica'`,
  ])('cannot switch off triggers: %s', async (statement) => {
    await expect(query(statement)).rejects.toMatchObject(DENIED);
  });

  it('cannot become another role or give itself privileges', async () => {
    const [{ owner }] = await asOwner<[{ owner: string }]>('SELECT current_user AS owner');
    await expect(query(`SET ROLE ${owner}`)).rejects.toMatchObject(DENIED);
    await expect(query('ALTER ROLE CURRENT_USER SUPERUSER')).rejects.toMatchObject(DENIED);
    // A warning: no privileges were granted.
    await query('GRANT DELETE ON consultation TO CURRENT_USER');
    await expect(query('DELETE FROM consultation')).rejects.toMatchObject(DENIED);
  });

  const appendOnly = [...tablesByAccess.appendOnly, ...APPEND_ONLY_TABLES];

  /** Returns a statement that would change all rows of a table. */
  async function updateOf(table: string): Promise<string> {
    const [{ name }] = await asOwner<[{ name: string }]>(
      `SELECT quote_ident(attname) AS name FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attnum = 1`,
    );
    return `UPDATE ${table} SET ${name} = ${name}`;
  }

  it.each(appendOnly)('cannot change or delete rows of %s', async (table) => {
    for (const statement of [
      await updateOf(table),
      `DELETE FROM ${table}`,
      `TRUNCATE ${table} CASCADE`,
      `SELECT FROM ${table} FOR UPDATE`,
    ])
      await expect(query(statement)).rejects.toMatchObject(DENIED);
  });

  it.each(tablesByAccess.readOnly)('cannot write to %s', async (table) => {
    for (const statement of [
      `INSERT INTO ${table} SELECT * FROM ${table} LIMIT 0`,
      await updateOf(table),
      `DELETE FROM ${table}`,
    ])
      await expect(query(statement)).rejects.toMatchObject(DENIED);
  });

  it('can insert into an append-only table, and change and delete the rows of others', async () => {
    await query(`INSERT INTO pathology (scope, key, name) VALUES ('KE', 'ward', 'Ward')`);
    await query(
      `INSERT INTO account (issuer, subject, email, name, role) VALUES ('test', 'w', '', '', 'user')`,
    );
    await query(`UPDATE account SET name = 'Ward' WHERE subject = 'w'`);
    await query(`DELETE FROM account WHERE subject = 'w'`);
    const rows = await query(
      `SELECT (SELECT count(*)::integer FROM pathology WHERE key = 'ward') AS inserted,
        (SELECT count(*)::integer FROM account WHERE subject = 'w') AS remaining`,
    );
    expect(rows).toEqual([{ inserted: 1, remaining: 0 }]);
  });

  it('can read every table, and delete from none with a trigger that refuses it', async () => {
    const tables = await query<{ name: string; privileges: string; isKept: boolean }[]>(
      `SELECT c.relname AS name, concat_ws(' ',
         CASE WHEN has_table_privilege(c.oid, 'SELECT') THEN 'SELECT' END,
         CASE WHEN has_table_privilege(c.oid, 'UPDATE, DELETE') THEN 'UPDATE DELETE' END,
         CASE WHEN has_table_privilege(c.oid, 'TRUNCATE, REFERENCES, TRIGGER') THEN 'more' END) AS privileges,
       EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname LIKE '%\\_is\\_kept') AS "isKept"
       FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`,
    );
    expect(tables.filter(({ isKept }) => isKept).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['audit_event', 'consultation', 'consultation_void']),
    );
    const fixed = new Set<string>([...appendOnly, ...tablesByAccess.readOnly]);
    expect(tables).toEqual(
      tables.map(({ name, isKept }) => ({
        name,
        isKept,
        privileges: isKept || fixed.has(name) ? 'SELECT' : 'SELECT UPDATE DELETE',
      })),
    );
  });

  it('lists only tables that exist', async () => {
    const names = [...appendOnly, ...tablesByAccess.readOnly, ...tablesByAccess.vacuumed];
    const missing = await asOwner<{ name: string }[]>(
      `SELECT name FROM unnest('{${names.join(',')}}'::text[]) AS t (name) WHERE to_regclass(name) IS NULL`,
    );
    expect(missing).toEqual([]);
  });
});
