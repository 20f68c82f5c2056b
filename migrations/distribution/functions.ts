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
const recordConsultationGroup = ({ isAudited }: { isAudited: boolean }) => `
CREATE OR REPLACE FUNCTION record_consultation_group(
  group_country text, name_keys text[], countries text[], patients text[], consulted timestamptz[], accounts uuid[]
  ${isAudited ? ', roles text[], addresses text[], requests text[]' : ''}
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
  row_role text;
  row_address text;
  row_request text;
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
    ${isAudited ? AUDIT_ROW : ''}
    RETURN NEXT;
  END LOOP;
END $$`;

const AUDIT_ROW = `
    row_role := roles[n];
    row_address := addresses[n];
    row_request := requests[n];
    INSERT INTO audit_event (country, action, account_id, role, address, request_id, records)
    VALUES (row_country, 'consultations.record', row_account, row_role, row_address, row_request, ARRAY[id]);`;

/** Row by row, as groups of consultations. */
const WRITE_AUDIT_EVENTS = `
CREATE OR REPLACE FUNCTION write_audit_events(of_country text, events jsonb) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  e record;
BEGIN
  FOR e IN SELECT * FROM jsonb_to_recordset(events) AS x (
    country text, action text, account_id uuid, role text, address text, request_id text, records uuid[], details jsonb
  ) LOOP
    INSERT INTO audit_event (country, action, account_id, role, address, request_id, records, details)
    VALUES (e.country, e.action, e.account_id, e.role, e.address, e.request_id, e.records, e.details);
  END LOOP;
  RETURN jsonb_array_length(events);
END $$`;

/** Functions that have another body on Citus. */
export const replacedFunctions = [
  NODE_OF_COUNTRY,
  // The form of the previous release, and that of this one.
  recordConsultationGroup({ isAudited: false }),
  recordConsultationGroup({ isAudited: true }),
  WRITE_AUDIT_EVENTS,
];
