import type { DataSource } from 'typeorm';
import { installedMigrations } from '../../src/platform/database/data-source';
import { outstandingMigrations, runMigrations } from '../../src/platform/database/migrations';
import { emptyTables, fillEmptyTables } from './derived-rows';
import { FreshDatabase, describeSchema, listSchemaObjects } from './fresh-database';

const NAMES = installedMigrations([]).map(({ name }) => name);
const ACCOUNT = '00000000-0000-7000-8000-000000000001';
const CONVERSATION = '00000000-0000-4000-8000-000000000002';

/** Rows as the platform writes them. Tables without a row here get a derived one. */
const ROWS = [
  `INSERT INTO account (id, issuer, subject, email, name, role, country)
   VALUES ('${ACCOUNT}', 'https://portal.example', 'amina', 'amina@example.org', 'Amina', 'doctor', 'KE')`,
  `INSERT INTO session (token_hash, account_id, expires_at) VALUES ('hash', '${ACCOUNT}', now() + interval '1 hour')`,
  `INSERT INTO login_attempt (state_hash, browser_hash, code_verifier, return_to, expires_at)
   VALUES ('state', 'browser', 'verifier', '/', now())`,
  `WITH p AS (INSERT INTO pathology (scope, key, name) VALUES ('KE', 'homa', 'Homa') RETURNING id)
   INSERT INTO pathology_name (scope, key, pathology_id) SELECT 'KE', 'homa', id FROM p`,
  `INSERT INTO consultation (country, pathology_id, patient_id, consulted_at, recorded_by)
   SELECT 'KE', id, 'P-1', now(), '${ACCOUNT}' FROM pathology WHERE key IN ('homa', 'malaria')`,
  `INSERT INTO pathology_daily_count (country, day, pathology_id, cases)
   SELECT 'KE', '2026-03-14', id, 1 FROM pathology WHERE key IN ('homa', 'malaria')`,
  `INSERT INTO pathology_count_change (country, day, pathology_id, cases)
   SELECT 'KE', '2026-03-14', id, 1 FROM pathology WHERE key IN ('homa', 'malaria')`,
  `INSERT INTO conversation (id, account_id) VALUES ('${CONVERSATION}', '${ACCOUNT}')`,
  `WITH said AS (
     INSERT INTO message (conversation_id, id, role, content, source, state, writing_until, urgency, language, prompt_version)
     VALUES
       ('${CONVERSATION}', gen_random_uuid(), 'user', 'Hello', NULL, 'completed', NULL, NULL, NULL, NULL),
       ('${CONVERSATION}', gen_random_uuid(), 'assistant', 'Hello', 'model', 'completed', NULL, 'none', 'en', '2'),
       ('${CONVERSATION}', gen_random_uuid(), 'assistant', '', NULL, 'writing', now(), 'emergency', 'sw', NULL)
     RETURNING conversation_id, id, source
   )
   INSERT INTO message_rating (conversation_id, message_id, rater, rating, reason, comment)
   SELECT conversation_id, id, rater, true, 'clear', 'Thank you' FROM said, (VALUES ('${ACCOUNT}'), ('ab12')) r (rater)
   WHERE source = 'model'`,
  `INSERT INTO deleted_reply_count (month, model, prompt_version, language, replies, thumbs_up, thumbs_down, reasons)
   VALUES ('2026-03-01', 'm-1', '2', 'en', 3, 1, 1, '{"clear": 1}')`,
  `WITH m AS (INSERT INTO medication (scope, key, name, atc_codes) VALUES ('KE', 'dawa', 'Dawa', '{}') RETURNING id)
   INSERT INTO medication_name (scope, key, medication_id) SELECT 'KE', 'dawa', id FROM m`,
  `INSERT INTO medication_sale (country, medication_id, units, sold_at, recorded_by)
   SELECT 'KE', id, 3, now(), '${ACCOUNT}' FROM medication WHERE key IN ('dawa', 'amoxicillin')`,
  `INSERT INTO medication_daily_units (country, day, medication_id, units)
   SELECT 'KE', '2026-03-14', id, 3 FROM medication WHERE key IN ('dawa', 'amoxicillin')`,
  `INSERT INTO medication_units_change (country, day, medication_id, units)
   SELECT 'KE', '2026-03-14', id, 3 FROM medication WHERE key IN ('dawa', 'amoxicillin')`,
  `INSERT INTO medication_sale_claim (account_id, external_id, digest, country, medication_sale_id)
   SELECT '${ACCOUNT}', 'till-3/1', sha256('sale'), country, id FROM medication_sale LIMIT 1`,
  `INSERT INTO consultation_claim (account_id, external_id, digest, country, consultation_id)
   SELECT '${ACCOUNT}', 'visit-1', sha256('visit'), country, id FROM consultation LIMIT 1`,
  `INSERT INTO consultation_void (country, consultation_id, reason, voided_by)
   SELECT country, id, 'Recorded twice', '${ACCOUNT}' FROM consultation LIMIT 1`,
  `INSERT INTO idempotent_answer (account_id, path, key, fingerprint, body, expires_at)
   VALUES ('${ACCOUNT}', 'consultations.record', 'k', sha256('input'), '{}', now() + interval '1 day')`,
  `INSERT INTO fhir_encounter (country, patient_id, started_at, content, recorded_by)
   VALUES ('KE', 'P-1', now(), '{}', '${ACCOUNT}')`,
  `INSERT INTO fhir_encounter_claim (account_id, external_id, digest, country, encounter_id)
   SELECT '${ACCOUNT}', 'visit-1', sha256('encounter'), country, id FROM fhir_encounter`,
  `INSERT INTO fhir_condition (country, consultation_id, encounter_id, content)
   SELECT e.country, c.id, e.id, '{}' FROM fhir_encounter e, consultation c LIMIT 1`,
  `INSERT INTO import_file (kind, sha256, source) VALUES ('sales', sha256('file'), 'march.csv')`,
];

async function fillTables(connection: DataSource): Promise<void> {
  for (const row of ROWS) await connection.query(row);
  await fillEmptyTables(connection);
}

const database = new FreshDatabase();

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the migrations', () => {
  it('run oldest first on an empty database, and only once', async () => {
    expect(await outstandingMigrations(database.connection)).toEqual(NAMES);
    expect(await runMigrations(database.connection)).toEqual(NAMES);
    expect(await outstandingMigrations(database.connection)).toEqual([]);
    expect(await runMigrations(database.connection)).toEqual([]);
  });

  it('revert one by one to an empty schema on a database with rows in every table, and run again to the same schema', async () => {
    await runMigrations(database.connection);
    const schema = await describeSchema(database.connection);
    await fillTables(database.connection);
    expect(await emptyTables(database.connection)).toEqual([]);
    for (const name of NAMES.toReversed()) {
      await database.connection.undoLastMigration();
      expect(await outstandingMigrations(database.connection)).toContain(name);
    }
    expect(await listSchemaObjects(database.connection)).toEqual(['migrations', 'migrations_id_seq']);
    expect(await runMigrations(database.connection)).toEqual(NAMES);
    expect(await describeSchema(database.connection)).toEqual(schema);
    await fillTables(database.connection);
  });

  it('revert and run again one at a time, each to the same schema', async () => {
    const versions: { name: string; older: DataSource; schema: string[] }[] = [];
    for (const [index, name] of NAMES.entries()) {
      const older = await database.connect({ migrations: [] });
      // The same objects in each connection, whose digests are computed once.
      older.migrations.push(...database.connection.migrations.slice(0, index + 1));
      expect(await runMigrations(older)).toEqual([name]);
      versions.push({ name, older, schema: await describeSchema(older) });
    }
    for (const [index, { name, older, schema }] of [...versions.entries()].reverse()) {
      await older.undoLastMigration();
      const before = versions[index - 1]?.schema;
      if (before) expect(await describeSchema(older)).toEqual(before);
      expect(await runMigrations(older)).toEqual([name]);
      expect(await describeSchema(older)).toEqual(schema);
      await older.undoLastMigration();
    }
    expect(await listSchemaObjects(database.connection)).toEqual(['migrations', 'migrations_id_seq']);
  });

  it('release their lock if one fails, and undo its statements', async () => {
    // TypeORM logs failures on the console.
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
    await database.connection.query('CREATE TABLE pathology (id integer)');
    await expect(runMigrations(database.connection)).rejects.toThrow('already exists');
    expect(await outstandingMigrations(database.connection)).toEqual(NAMES.slice(2));
    expect(await listSchemaObjects(database.connection)).not.toContain('pathology_name');
    await database.connection.query('DROP TABLE pathology');
    expect(await runMigrations(await database.connect())).toEqual(NAMES.slice(2));
  });
});

describe('fillEmptyTables', () => {
  it('inserts rows that fit types, foreign keys and defaults', async () => {
    await database.connection.query(`CREATE TYPE route AS ENUM ('oral', 'injected')`);
    await database.connection.query(
      `CREATE TABLE vaccine (id uuid PRIMARY KEY DEFAULT uuidv7(), name text NOT NULL)`,
    );
    await database.connection.query(
      `CREATE TABLE dose (
         country text, id uuid, vaccine_id uuid NOT NULL REFERENCES vaccine (id), route route NOT NULL,
         given_on date NOT NULL, given_at timestamptz NOT NULL, amount numeric NOT NULL, units smallint NOT NULL,
         is_last boolean NOT NULL, sites text[] NOT NULL, content jsonb NOT NULL, digest bytea NOT NULL,
         remark text, PRIMARY KEY (country, id)
       )`,
    );
    await database.connection.query(`CREATE TABLE counter (id integer GENERATED ALWAYS AS IDENTITY)`);
    expect(await emptyTables(database.connection)).toEqual(['vaccine', 'dose', 'counter']);
    await fillEmptyTables(database.connection);
    expect(await emptyTables(database.connection)).toEqual([]);
  });

  it('fails with advice if a constraint refuses a row', async () => {
    await database.connection.query(`CREATE TABLE ward (code text NOT NULL CHECK (code LIKE 'W-%'))`);
    await expect(fillEmptyTables(database.connection)).rejects.toThrow(
      'no row could be derived for the table ward: add one to ROWS in test/migrations/up-and-down.spec.ts',
    );
  });
});
