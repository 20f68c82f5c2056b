import type { MigrationInterface, QueryRunner } from 'typeorm';
import { LINK_AUDIT_EVENTS } from './functions/link-audit-events';

const KEPT_TABLES = ['audit_event', 'audit_link', 'audit_anchor'];

/**
 * Creates the audit trail: events, the links that chain them, and the published heads of the chains. Triggers refuse to
 * change or delete rows. The functions that record and void consultations get a second form, which also writes the event; the
 * first form stays for processes of the previous release.
 * Reverting deletes the trail.
 */
export class CreateAuditTrail1764100200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Without foreign keys: an event outlives the account and the records that it names.
    await runner.query(`
      CREATE TABLE audit_event (
        country text NOT NULL,
        id uuid NOT NULL DEFAULT uuidv7(),
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        action text NOT NULL,
        account_id uuid,
        role text,
        address text,
        request_id text,
        records uuid[],
        details jsonb,
        PRIMARY KEY (country, id)
      )`);
    await runner.query(`
      CREATE TABLE audit_link (
        country text NOT NULL,
        day date NOT NULL,
        number integer NOT NULL,
        linked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        first_event uuid NOT NULL,
        last_event uuid NOT NULL,
        -- Not compressed: neither gets smaller.
        events uuid[] STORAGE EXTERNAL NOT NULL,
        digests bytea STORAGE EXTERNAL NOT NULL,
        digest bytea NOT NULL,
        PRIMARY KEY (country, day, number)
      )`);
    await runner.query('CREATE INDEX audit_link_last_event_idx ON audit_link (country, last_event)');
    await runner.query('CREATE INDEX audit_link_linked_at_idx ON audit_link (linked_at)');
    await runner.query(`
      CREATE TABLE audit_progress (
        country text PRIMARY KEY,
        linked_to uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
        complete_to uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
        observed_to uuid,
        next_transaction bigint,
        changed_at timestamptz
      )`);
    // A row for each possible country, so that the countries with new events are found by a look-up for each.
    await runner.query(`
      INSERT INTO audit_progress (country)
      SELECT chr(a) || chr(b) FROM generate_series(65, 90) a, generate_series(65, 90) b UNION ALL SELECT '*'`);
    await runner.query(`
      CREATE TABLE audit_anchor (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        published_at timestamptz NOT NULL DEFAULT now(),
        target text NOT NULL,
        heads jsonb NOT NULL
      )`);
    await runner.query(`
      CREATE FUNCTION refuse_change_of_audit_trail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% of % is refused: the audit trail is only appended to', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'restrict_violation';
      END $$`);
    for (const table of KEPT_TABLES)
      await runner.query(`
        CREATE TRIGGER ${table}_is_kept BEFORE DELETE OR TRUNCATE OR UPDATE
        ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_trail()`);
    await runner.query(LINK_AUDIT_EVENTS);
    await runner.query(WRITE_AUDIT_EVENTS);
    await runner.query(RECORD_CONSULTATION);
    await runner.query(RECORD_CONSULTATION_GROUP);
    await runner.query(VOID_CONSULTATION);
    await runner.query(AUDIT_ACCOUNT);
    await runner.query(`
      CREATE TRIGGER account_is_audited AFTER INSERT OR DELETE OR UPDATE OF role, country
      ON account FOR EACH ROW EXECUTE FUNCTION audit_account()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER account_is_audited ON account');
    await runner.query('DROP FUNCTION audit_account()');
    await runner.query('DROP FUNCTION void_consultation(text, uuid, text, uuid, text, text, text)');
    await runner.query(
      'DROP FUNCTION record_consultation_group(text, text[], text[], text[], timestamptz[], uuid[], text[], text[], text[])',
    );
    await runner.query(
      'DROP FUNCTION record_consultation(text, text, text, timestamptz, uuid, text, text, text)',
    );
    await runner.query('DROP FUNCTION write_audit_events(text, jsonb)');
    await runner.query('DROP FUNCTION link_audit_events(text, integer, integer, integer)');
    for (const table of [...KEPT_TABLES, 'audit_progress']) await runner.query(`DROP TABLE ${table}`);
    await runner.query('DROP FUNCTION refuse_change_of_audit_trail()');
  }
}

/** Writes events as JSON. On Citus, those of the countries of one node, which is the node of the first argument. */
const WRITE_AUDIT_EVENTS = `
CREATE FUNCTION write_audit_events(of_country text, events jsonb) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_event (country, action, account_id, role, address, request_id, records, details)
  SELECT country, action, account_id, role, address, request_id, records, details
  FROM jsonb_to_recordset(events) AS e (
    country text, action text, account_id uuid, role text, address text, request_id text, records uuid[], details jsonb
  );
  RETURN jsonb_array_length(events);
END $$`;

/** As the form without role, address and request, which it repeats: a second function call would cost more. */
const RECORD_CONSULTATION = `
CREATE FUNCTION record_consultation(
  record_country text, name_key text, patient text, consulted timestamptz, account uuid,
  caller_role text, caller_address text, caller_request text
) RETURNS TABLE (id uuid, pathology_name text, icd10 text, recorded_at timestamptz) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  pathology uuid;
BEGIN
  SELECT n.pathology_id INTO pathology
  FROM pathology_name n
  WHERE n.key = name_key AND n.scope IN ('*', record_country)
  ORDER BY n.scope = '*' DESC
  LIMIT 1;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  SELECT p.name, p.icd10 INTO pathology_name, icd10 FROM pathology p WHERE p.id = pathology;
  INSERT INTO pathology_count_change (country, day, pathology_id, cases)
  VALUES (record_country, (consulted AT TIME ZONE 'UTC')::date, pathology, 1);
  INSERT INTO consultation AS c (country, pathology_id, patient_id, consulted_at, recorded_by)
  VALUES (record_country, pathology, patient, consulted, account)
  RETURNING c.id, c.recorded_at INTO id, recorded_at;
  INSERT INTO audit_event (country, action, account_id, role, address, request_id, records)
  VALUES (record_country, 'consultations.record', account, caller_role, caller_address, caller_request, ARRAY[id]);
  RETURN NEXT;
END $$`;

const RECORD_CONSULTATION_GROUP = `
CREATE FUNCTION record_consultation_group(
  group_country text, name_keys text[], countries text[], patients text[], consulted timestamptz[], accounts uuid[],
  roles text[], addresses text[], requests text[]
) RETURNS TABLE (item integer, id uuid, pathology_name text, icd10 text, recorded_at timestamptz) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH sent AS MATERIALIZED (
    SELECT i.*, uuidv7() AS id, p.id AS pathology_id, p.name, p.icd10
    FROM (
      SELECT unnest(name_keys) AS key, unnest(countries) AS country, unnest(patients) AS patient_id,
        unnest(consulted) AS consulted_at, unnest(accounts) AS account_id, unnest(roles) AS role,
        unnest(addresses) AS address, unnest(requests) AS request_id,
        generate_series(0, cardinality(name_keys) - 1) AS item
    ) i
    CROSS JOIN LATERAL (
      SELECT p.id, p.name, p.icd10
      FROM pathology_name n JOIN pathology p ON p.id = n.pathology_id
      WHERE n.key = i.key AND n.scope IN ('*', i.country)
      ORDER BY n.scope = '*' DESC
      LIMIT 1
    ) p
  ), counted AS (
    INSERT INTO pathology_count_change (country, day, pathology_id, cases)
    SELECT country, (consulted_at AT TIME ZONE 'UTC')::date, pathology_id, count(*) FROM sent GROUP BY 1, 2, 3
  ), audited AS (
    INSERT INTO audit_event (country, action, account_id, role, address, request_id, records)
    SELECT country, 'consultations.record', account_id, role, address, request_id, ARRAY[id] FROM sent
  ), stored AS (
    INSERT INTO consultation AS c (country, id, pathology_id, patient_id, consulted_at, recorded_by)
    SELECT country, id, pathology_id, patient_id, consulted_at, account_id FROM sent
    RETURNING c.id, c.recorded_at
  )
  SELECT sent.item, sent.id, sent.name, sent.icd10, stored.recorded_at
  FROM sent JOIN stored ON stored.id = sent.id;
END $$`;

const VOID_CONSULTATION = `
CREATE FUNCTION void_consultation(
  void_country text, record_id uuid, void_reason text, account uuid,
  caller_role text, caller_address text, caller_request text
) RETURNS TABLE (voided_at timestamptz) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  found_record record;
BEGIN
  SELECT c.pathology_id, (c.consulted_at AT TIME ZONE 'UTC')::date AS day INTO found_record
  FROM consultation c WHERE c.country = void_country AND c.id = record_id;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  INSERT INTO consultation_void AS v (country, consultation_id, reason, voided_by)
  VALUES (void_country, record_id, void_reason, account)
  ON CONFLICT (country, consultation_id) DO NOTHING
  RETURNING v.voided_at INTO voided_at;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  INSERT INTO pathology_count_change (country, day, pathology_id, cases)
  VALUES (void_country, found_record.day, found_record.pathology_id, -1);
  INSERT INTO audit_event (country, action, account_id, role, address, request_id, records)
  VALUES (void_country, 'consultations.void', account, caller_role, caller_address, caller_request, ARRAY[record_id]);
  RETURN NEXT;
END $$`;

/**
 * Writes an event when an account is created or deleted, or gets another role or country, whoever changes it: the portal at a
 * login, or somebody with access to the database. In both countries if it moves.
 */
const AUDIT_ACCOUNT = `
CREATE FUNCTION audit_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event_country text;
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.role, OLD.country) IS NOT DISTINCT FROM (NEW.role, NEW.country) THEN
    RETURN NULL;
  END IF;
  FOR event_country IN
    SELECT DISTINCT coalesce(x.country, 'ZZ') FROM (
      SELECT NEW.country WHERE TG_OP <> 'DELETE' UNION ALL SELECT OLD.country WHERE TG_OP <> 'INSERT'
    ) x (country)
  LOOP
    INSERT INTO audit_event (country, action, details)
    VALUES (event_country, 'accounts.' || CASE TG_OP WHEN 'INSERT' THEN 'create' WHEN 'DELETE' THEN 'delete' ELSE 'change' END,
      jsonb_strip_nulls(jsonb_build_object(
        'account', coalesce(NEW.id, OLD.id),
        'from', CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object('role', OLD.role, 'country', OLD.country) END,
        'to', CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object('role', NEW.role, 'country', NEW.country) END)));
  END LOOP;
  RETURN NULL;
END $$`;
