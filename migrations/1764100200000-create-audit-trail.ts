import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['audit_event', 'audit_link', 'audit_anchor'];

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
        events uuid[] NOT NULL,
        digests bytea NOT NULL,
        digest bytea NOT NULL,
        PRIMARY KEY (country, day, number)
      )`);
    await runner.query('CREATE INDEX audit_link_linked_at_idx ON audit_link (country, linked_at)');
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
    for (const table of TABLES)
      await runner.query(`
        CREATE TRIGGER ${table}_is_kept BEFORE DELETE OR TRUNCATE OR UPDATE
        ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_trail()`);
    await runner.query(DIGEST_OF_AUDIT_EVENT);
    await runner.query(LINK_AUDIT_EVENTS);
    await runner.query(WRITE_AUDIT_EVENTS);
    await runner.query(AUDITED_COUNTRIES);
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
    await runner.query('DROP FUNCTION audited_countries()');
    await runner.query('DROP FUNCTION write_audit_events(text, jsonb)');
    await runner.query('DROP FUNCTION link_audit_events(text, timestamptz, integer, integer)');
    await runner.query('DROP FUNCTION digest_of_audit_event(text[])');
    for (const table of TABLES) await runner.query(`DROP TABLE ${table}`);
    await runner.query('DROP FUNCTION refuse_change_of_audit_trail()');
  }
}

/**
 * SHA-256 of a JSON array of the event's fields as texts. `npm run audit:verify` computes the same in another language, so that
 * nobody hides a change by replacing the function.
 */
const DIGEST_OF_AUDIT_EVENT = `
CREATE FUNCTION digest_of_audit_event(fields text[]) RETURNS bytea LANGUAGE sql IMMUTABLE
RETURN sha256(convert_to(array_to_json(fields)::text, 'UTF8'))`;

/**
 * Links events of a country that are in no link yet: one link for each day, to the last link of the day. Events of
 * transactions that commit later are linked by a later call, so writers never wait. Returns no row while another process
 * links events of the country, or if one did less than `pause_ms` ago.
 *
 * Reads only events and links since `since`. The numbers of the transactions tell the caller from when on events may still
 * be committed (`UnlinkedEvents`).
 */
const LINK_AUDIT_EVENTS = `
CREATE FUNCTION link_audit_events(of_country text, since timestamptz, max_events integer, pause_ms integer)
RETURNS TABLE (
  linked integer, started_at timestamptz, last_at timestamptz, oldest_transaction bigint, next_transaction bigint
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  snapshot pg_snapshot;
  first_id uuid;
  portion record;
  previous record;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('audit_link'), hashtext(of_country)) THEN
    RETURN;
  END IF;
  IF EXISTS (
    SELECT FROM audit_link l
    WHERE l.country = of_country AND l.linked_at > clock_timestamp() - make_interval(secs => pause_ms / 1000.0)
  ) THEN
    RETURN;
  END IF;
  linked := 0;
  -- Before the snapshot: a transaction that it does not have yet writes later than this.
  started_at := clock_timestamp();
  snapshot := pg_current_snapshot();
  oldest_transaction := pg_snapshot_xmin(snapshot)::text::bigint;
  next_transaction := pg_snapshot_xmax(snapshot)::text::bigint;
  -- Ids begin with the time of their creation.
  first_id := uuidv7(since - clock_timestamp());
  FOR portion IN
    SELECT x.day, array_agg(x.id ORDER BY x.id) AS ids, string_agg(x.digest, '' ORDER BY x.id) AS digests
    FROM (
      SELECT e.id, (e.at AT TIME ZONE 'UTC')::date AS day, digest_of_audit_event(ARRAY[
        e.country, e.id::text, (extract(epoch FROM e.at) * 1000000)::bigint::text, e.action, e.account_id::text, e.role,
        e.address, e.request_id, e.records::text, e.details::text
      ]) AS digest
      FROM audit_event e
      WHERE e.country = of_country AND e.id >= first_id AND NOT EXISTS (
        SELECT FROM (
          SELECT unnest(l.events) AS id FROM audit_link l
          WHERE l.country = of_country AND l.linked_at >= since - interval '1 minute'
        ) known WHERE known.id = e.id
      )
      ORDER BY e.id
      LIMIT max_events
    ) x
    GROUP BY x.day ORDER BY x.day
  LOOP
    SELECT l.number, l.digest INTO previous
    FROM audit_link l WHERE l.country = of_country AND l.day = portion.day
    ORDER BY l.number DESC LIMIT 1;
    INSERT INTO audit_link (country, day, number, events, digests, digest)
    VALUES (of_country, portion.day, coalesce(previous.number, 0) + 1, portion.ids, portion.digests, sha256(
      coalesce(previous.digest, '') || convert_to(
        of_country || ' ' || to_char(portion.day, 'YYYY-MM-DD') || ' ' || (coalesce(previous.number, 0) + 1) || ' ', 'UTF8'
      ) || portion.digests
    ));
    linked := linked + cardinality(portion.ids);
    last_at := greatest(last_at, uuid_extract_timestamp(portion.ids[cardinality(portion.ids)]));
  END LOOP;
  RETURN NEXT;
END $$`;

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

/** Reads one row of the index for each country. */
const AUDITED_COUNTRIES = `
CREATE FUNCTION audited_countries() RETURNS SETOF text LANGUAGE sql STABLE AS $$
  WITH RECURSIVE c AS (
    SELECT min(country) AS country FROM audit_event
    UNION ALL
    SELECT (SELECT min(e.country) FROM audit_event e WHERE e.country > c.country) FROM c WHERE c.country IS NOT NULL
  )
  SELECT country FROM c WHERE country IS NOT NULL
$$`;

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
 * Writes an event when an account is created or deleted, or gets another role or country, whoever changes it. In both countries
 * if it moves.
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
    INSERT INTO audit_event (country, action, account_id, details)
    VALUES (event_country, 'accounts.' || CASE TG_OP WHEN 'INSERT' THEN 'create' WHEN 'DELETE' THEN 'delete' ELSE 'change' END,
      coalesce(NEW.id, OLD.id), jsonb_strip_nulls(jsonb_build_object(
        'from', CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object('role', OLD.role, 'country', OLD.country) END,
        'to', CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object('role', NEW.role, 'country', NEW.country) END)));
  END LOOP;
  RETURN NULL;
END $$`;
