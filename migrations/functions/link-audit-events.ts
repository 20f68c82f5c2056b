const DIGEST = `sha256(convert_to(array_to_json(ARRAY[
        e.country, e.id::text, (extract(epoch FROM e.at) * 1000000)::bigint::text, e.action, e.account_id::text, e.role,
        e.address, e.request_id, e.records::text, e.details::text
      ])::text, 'UTF8'))`;

/**
 * Links events of a country that are in no link yet: one link for each day, to the last link of the day. Writers never wait.
 * Returns no row while another process links events of the country, or if one did less than `pause_ms` ago. `is_more` if
 * another call would link more.
 *
 * Reads each event twice. First when it is later than all that are linked. Then, because transactions commit in another order
 * than their events have, once all transactions have ended that could have written up to an id: events up to it that are in
 * no link are linked then. `slack_ms` is for an id that is made before its transaction has a number on the node, and for
 * clocks that differ.
 *
 * The digest of an event is the SHA-256 of a JSON array of its fields as texts. `npm run audit:verify` computes the same in
 * another language, so that nobody hides a change by replacing the function.
 */
export const LINK_AUDIT_EVENTS = `
CREATE FUNCTION link_audit_events(of_country text, max_events integer, pause_ms integer, slack_ms integer)
RETURNS TABLE (linked integer, is_more boolean) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  before audit_progress;
  progress audit_progress;
  observable uuid;
  snapshot pg_snapshot;
  late_to uuid;
  late uuid[] := '{}';
  last_linked uuid;
  fresh bigint := 0;
  portion record;
  previous record;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('audit_link'), hashtext(of_country)) THEN
    RETURN;
  END IF;
  SELECT p.* INTO progress FROM audit_progress p WHERE p.country = of_country;
  IF NOT FOUND OR progress.changed_at > clock_timestamp() - make_interval(secs => pause_ms / 1000.0) THEN
    RETURN;
  END IF;
  before := progress;
  linked := 0;
  -- Ids begin with the time of their creation. Before the snapshot: a transaction that it does not have yet makes later ids.
  observable := uuidv7(make_interval(secs => -slack_ms / 1000.0));
  snapshot := pg_current_snapshot();
  IF uuid_extract_timestamp(progress.linked_to) > clock_timestamp() THEN
    -- The clock was set back.
    progress.complete_to := least(progress.complete_to, observable);
  END IF;
  late_to := progress.complete_to;
  IF progress.next_transaction <= pg_snapshot_xmin(snapshot)::text::bigint THEN
    SELECT e.id INTO late_to FROM audit_event e
    WHERE e.country = of_country AND e.id > progress.complete_to AND e.id <= progress.observed_to
    ORDER BY e.id OFFSET max_events LIMIT 1;
    late_to := coalesce(late_to, progress.observed_to);
    late := ARRAY(
      SELECT e.id FROM audit_event e
      WHERE e.country = of_country AND e.id > progress.complete_to AND e.id <= late_to
      EXCEPT
      SELECT unnest(l.events) FROM audit_link l
      WHERE l.country = of_country AND l.last_event > progress.complete_to AND l.first_event <= late_to
    );
  END IF;
  last_linked := progress.linked_to;
  FOR portion IN
    SELECT x.day, array_agg(x.id ORDER BY x.id) AS ids, string_agg(x.digest, '' ORDER BY x.id) AS digests,
      count(*) FILTER (WHERE x.is_fresh) AS fresh
    FROM (
      SELECT e.id, (e.at AT TIME ZONE 'UTC')::date AS day, e.is_fresh, ${DIGEST} AS digest
      FROM (
        (
          SELECT e.*, false AS is_fresh FROM audit_event e
          WHERE e.country = of_country AND e.id = ANY (late)
        ) UNION ALL (
          SELECT e.*, true FROM audit_event e
          WHERE e.country = of_country AND e.id > progress.linked_to
          ORDER BY e.id LIMIT max_events
        )
      ) e
    ) x
    GROUP BY x.day ORDER BY x.day
  LOOP
    SELECT l.number, l.digest INTO previous
    FROM audit_link l WHERE l.country = of_country AND l.day = portion.day
    ORDER BY l.number DESC LIMIT 1;
    INSERT INTO audit_link (country, day, number, first_event, last_event, events, digests, digest)
    VALUES (
      of_country, portion.day, coalesce(previous.number, 0) + 1, portion.ids[1], portion.ids[cardinality(portion.ids)],
      portion.ids, portion.digests, sha256(
        coalesce(previous.digest, '') || convert_to(
          of_country || ' ' || to_char(portion.day, 'YYYY-MM-DD') || ' ' || (coalesce(previous.number, 0) + 1) || ' ', 'UTF8'
        ) || portion.digests
      )
    );
    linked := linked + cardinality(portion.ids);
    fresh := fresh + portion.fresh;
    last_linked := greatest(last_linked, portion.ids[cardinality(portion.ids)]);
  END LOOP;
  is_more := fresh = max_events OR late_to < progress.observed_to AND late_to > progress.complete_to;
  progress.linked_to := last_linked;
  progress.complete_to := late_to;
  -- After a failover or a restore, numbers may be lower: an observation says nothing then.
  IF progress.observed_to = late_to OR progress.next_transaction > pg_snapshot_xmax(snapshot)::text::bigint THEN
    progress.observed_to := NULL;
    progress.next_transaction := NULL;
  END IF;
  IF progress.observed_to IS NULL AND least(last_linked, observable) > late_to THEN
    progress.observed_to := least(last_linked, observable);
    progress.next_transaction := pg_snapshot_xmax(snapshot)::text::bigint;
  END IF;
  IF progress IS DISTINCT FROM before THEN
    -- A variable, because Citus refuses the function in an UPDATE.
    progress.changed_at := clock_timestamp();
    UPDATE audit_progress p
    SET linked_to = progress.linked_to, complete_to = progress.complete_to, observed_to = progress.observed_to,
      next_transaction = progress.next_transaction, changed_at = progress.changed_at
    WHERE p.country = of_country;
  END IF;
  RETURN NEXT;
END $$`;
