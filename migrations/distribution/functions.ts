/** Returns the node that has the rows of a country. */
const NODE_OF_COUNTRY = `
CREATE OR REPLACE FUNCTION node_of_country(of_country text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT nodename || ':' || nodeport FROM pg_dist_shard_placement
  WHERE shardid = get_shard_id_for_distribution_column('consultation', of_country)
$$`;

/**
 * Records row by row: a statement that inserts several rows takes 30 ms on Citus, and one with plain variables, which is
 * planned once for each session, a fraction of a millisecond. On one server, several rows in one statement are faster.
 */
const RECORD_CONSULTATION_GROUP = `
CREATE OR REPLACE FUNCTION record_consultation_group(
  group_country text, name_keys text[], countries text[], patients text[], consulted timestamptz[], accounts uuid[]
) RETURNS TABLE (item integer, id uuid, pathology_name text, icd10 text, recorded_at timestamptz) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  pathologies uuid[];
  names text[];
  codes text[];
  row_country text;
  row_day date;
  row_pathology uuid;
  row_patient text;
  row_consulted timestamptz;
  row_account uuid;
BEGIN
  SELECT array_agg(p.id ORDER BY i.item), array_agg(p.name ORDER BY i.item), array_agg(p.icd10 ORDER BY i.item)
  INTO pathologies, names, codes
  FROM (
    SELECT unnest(name_keys) AS key, unnest(countries) AS country, generate_series(1, cardinality(name_keys)) AS item
  ) i
  LEFT JOIN pathology_name known ON known.scope = '*' AND known.key = i.key
  LEFT JOIN pathology_name own ON own.scope = i.country AND own.key = i.key
  LEFT JOIN pathology p ON p.id = coalesce(known.pathology_id, own.pathology_id);
  FOR n IN 1 .. cardinality(pathologies) LOOP
    row_pathology := pathologies[n];
    CONTINUE WHEN row_pathology IS NULL;
    row_country := countries[n];
    row_patient := patients[n];
    row_consulted := consulted[n];
    row_account := accounts[n];
    row_day := (row_consulted AT TIME ZONE 'UTC')::date;
    item := n - 1;
    pathology_name := names[n];
    icd10 := codes[n];
    INSERT INTO pathology_count_change (country, day, pathology_id, cases)
    VALUES (row_country, row_day, row_pathology, 1);
    INSERT INTO consultation AS c (country, pathology_id, patient_id, consulted_at, recorded_by)
    VALUES (row_country, row_pathology, row_patient, row_consulted, row_account)
    RETURNING c.id, c.recorded_at INTO id, recorded_at;
    RETURN NEXT;
  END LOOP;
END $$`;

/** Functions that have another body on Citus. */
export const replacedFunctions = [NODE_OF_COUNTRY, RECORD_CONSULTATION_GROUP];
