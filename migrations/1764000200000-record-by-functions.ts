import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the functions that record and void consultations. The first argument of each is a country: on one server they are
 * plain functions, and on Citus `npm run db:distribute` makes them run on the node that has the country's rows.
 *
 * Also adds to accounts the countries in which they may have recorded, so that on Citus a look-up of an account's records
 * reads only the nodes of these countries. A trigger keeps them, because the portal may move an account to another country.
 * They are NULL, which is any, for existing accounts: `npm run db:distribute` sets them, because one server reads none.
 */
export class RecordByFunctions1764000200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RECORD_CONSULTATION);
    await runner.query(RECORD_CONSULTATION_GROUP);
    await runner.query(VOID_CONSULTATION);
    await runner.query(NODE_OF_COUNTRY);
    await runner.query('ALTER TABLE account ADD COLUMN countries text[]');
    await runner.query(`
      CREATE FUNCTION keep_countries_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        own text := coalesce(NEW.country, 'ZZ');
      BEGIN
        NEW.countries := CASE
          WHEN NOT ${isTied('NEW')} THEN NULL
          WHEN TG_OP = 'INSERT' THEN ARRAY[own]
          -- The account may have recorded in any country before, for example before this column.
          WHEN OLD.countries IS NULL THEN NULL
          WHEN own = ANY (OLD.countries) THEN OLD.countries
          ELSE OLD.countries || own
        END;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER account_countries BEFORE INSERT OR UPDATE OF role, country
      ON account FOR EACH ROW EXECUTE FUNCTION keep_countries_of_account()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER account_countries ON account');
    await runner.query('DROP FUNCTION keep_countries_of_account()');
    await runner.query('ALTER TABLE account DROP COLUMN countries');
    for (const name of [
      'node_of_country',
      'void_consultation',
      'record_consultation_group',
      'record_consultation',
    ])
      await runner.query(`DROP FUNCTION ${name}`);
  }
}

/**
 * SQL condition: an account records only in its own country, or in `ZZ` if it has none. Others record in any: the country of
 * a machine is that of each token.
 */
export const isTied = (account: string): string =>
  `(${account}.role <> 'admin' AND ${account}.country IS DISTINCT FROM '*'
    AND ${account}.issuer <> 'import' AND ${account}.issuer NOT LIKE 'client of %')`;

/**
 * Returns no row for an unknown name. Statements on one table with plain variables, because Citus plans these once for each
 * session.
 */
const RECORD_CONSULTATION = `
CREATE FUNCTION record_consultation(
  record_country text, name_key text, patient text, consulted timestamptz, account uuid
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
  RETURN NEXT;
END $$`;

/**
 * Returns a row for each item with a known name. The rows may have several countries. On Citus, these are on the node of the
 * first argument, and `npm run db:distribute` replaces the body.
 */
const RECORD_CONSULTATION_GROUP = `
CREATE FUNCTION record_consultation_group(
  group_country text, name_keys text[], countries text[], patients text[], consulted timestamptz[], accounts uuid[]
) RETURNS TABLE (item integer, id uuid, pathology_name text, icd10 text, recorded_at timestamptz) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH sent AS MATERIALIZED (
    SELECT i.*, uuidv7() AS id, p.id AS pathology_id, p.name, p.icd10
    FROM (
      SELECT unnest(name_keys) AS key, unnest(countries) AS country, unnest(patients) AS patient_id,
        unnest(consulted) AS consulted_at, unnest(accounts) AS account_id,
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
  ), stored AS (
    INSERT INTO consultation AS c (country, id, pathology_id, patient_id, consulted_at, recorded_by)
    SELECT country, id, pathology_id, patient_id, consulted_at, account_id FROM sent
    RETURNING c.id, c.recorded_at
  )
  SELECT sent.item, sent.id, sent.name, sent.icd10, stored.recorded_at
  FROM sent JOIN stored ON stored.id = sent.id;
END $$`;

/** Returns no row if the consultation is voided already or does not exist. Concurrent calls wait for the first one. */
const VOID_CONSULTATION = `
CREATE FUNCTION void_consultation(void_country text, record_id uuid, void_reason text, account uuid)
RETURNS TABLE (voided_at timestamptz) LANGUAGE plpgsql AS $$
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
  RETURN NEXT;
END $$`;

/** The node that has the rows of a country; NULL on one server. `npm run db:distribute` replaces the body. */
const NODE_OF_COUNTRY = `
CREATE FUNCTION node_of_country(of_country text) RETURNS text LANGUAGE sql STABLE AS 'SELECT NULL::text'`;
