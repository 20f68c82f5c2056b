/** By what replies are counted, of a message `m`. Empty stands for what is not known. */
const GROUP_OF_REPLY = `
  date_trunc('month', m.created_at AT TIME ZONE 'UTC')::date AS month, coalesce(m.model, '') AS model,
  coalesce(m.prompt_version, '') AS prompt_version, coalesce(m.language, '') AS language`;

/** What is counted: a complete reply, among messages `m`. */
const IS_COUNTED = `m.role = 'assistant' AND m.state = 'completed'`;

/** Counts of the rows of `reply`, and of their ratings; a row for each reason. */
const TALLIES_OF_REPLIES = `
  SELECT ${GROUP_OF_REPLY}, count(*) AS replies, 0 AS thumbs_up, 0 AS thumbs_down, NULL AS reason, 0 AS given
  FROM reply m
  GROUP BY 1, 2, 3, 4
  UNION ALL
  SELECT ${GROUP_OF_REPLY}, 0, count(*) FILTER (WHERE r.rating), count(*) FILTER (WHERE NOT r.rating), r.reason, count(*)
  FROM reply m JOIN message_rating r ON r.conversation_id = m.conversation_id AND r.message_id = m.id
  GROUP BY 1, 2, 3, 4, r.reason`;

/** The sums of tallies, one row for each group. */
function sumsOf(tallies: string): string {
  return `
  SELECT month, model, prompt_version, language, sum(replies) AS replies, sum(thumbs_up) AS thumbs_up,
    sum(thumbs_down) AS thumbs_down,
    coalesce(jsonb_object_agg(reason, given) FILTER (WHERE reason IS NOT NULL), '{}') AS reasons
  FROM (
    SELECT month, model, prompt_version, language, reason, sum(replies) AS replies, sum(thumbs_up) AS thumbs_up,
      sum(thumbs_down) AS thumbs_down, sum(given) AS given
    FROM (${tallies}) tally
    GROUP BY month, model, prompt_version, language, reason
  ) by_reason
  GROUP BY month, model, prompt_version, language
  ORDER BY month, model, prompt_version, language`;
}

/**
 * Deletes conversations with all that is theirs, and keeps how many replies they had and how those were rated. The
 * conversations must have been locked by a statement before this one, which then sees all that was written until it.
 * Counts are added in one order by everybody, so that nobody waits for who waits for them.
 *
 * $1 conversations.
 */
export const DELETE_AND_COUNT = `
WITH gone AS (
  DELETE FROM message WHERE conversation_id = ANY ($1::uuid[])
  RETURNING conversation_id, id, role, state, model, prompt_version, language, created_at
), reply AS (
  SELECT * FROM gone m WHERE ${IS_COUNTED}
), counted AS (
  INSERT INTO deleted_reply_count AS d
    (month, model, prompt_version, language, replies, thumbs_up, thumbs_down, reasons)
  ${sumsOf(TALLIES_OF_REPLIES)}
  ON CONFLICT (month, model, prompt_version, language) DO UPDATE
  SET replies = d.replies + excluded.replies,
      thumbs_up = d.thumbs_up + excluded.thumbs_up,
      thumbs_down = d.thumbs_down + excluded.thumbs_down,
      reasons = (
        SELECT coalesce(jsonb_object_agg(reason, given), '{}')
        FROM (
          SELECT key AS reason, sum(value::bigint) AS given
          FROM (SELECT * FROM jsonb_each_text(d.reasons) UNION ALL SELECT * FROM jsonb_each_text(excluded.reasons)) e
          GROUP BY key
        ) added
      )
)
DELETE FROM conversation WHERE id = ANY ($1::uuid[])`;

/**
 * How the replies of a year were rated, those included that were deleted since. $1 the year, in UTC. Rows of month
 * (`YYYY-MM`), model, prompt_version, language, replies, thumbs_up, thumbs_down, reasons.
 */
export const RATING_STATISTICS = `
WITH reply AS (
  SELECT conversation_id, id, model, prompt_version, language, created_at
  FROM message m
  WHERE ${IS_COUNTED}
    AND m.created_at >= make_timestamptz($1::integer, 1, 1, 0, 0, 0, 'UTC')
    AND m.created_at < make_timestamptz($1::integer + 1, 1, 1, 0, 0, 0, 'UTC')
), deleted AS (
  SELECT * FROM deleted_reply_count
  WHERE month >= make_date($1::integer, 1, 1) AND month < make_date($1::integer + 1, 1, 1)
)
SELECT to_char(month, 'YYYY-MM') AS month, model, prompt_version, language, replies::float8, thumbs_up::float8,
  thumbs_down::float8, reasons
FROM (${sumsOf(`${TALLIES_OF_REPLIES}
  UNION ALL
  SELECT month, model, prompt_version, language, replies, thumbs_up, thumbs_down, NULL, 0 FROM deleted
  UNION ALL
  SELECT month, model, prompt_version, language, 0, 0, 0, e.key, e.value::bigint
  FROM deleted CROSS JOIN jsonb_each_text(reasons) e`)}
) sums`;
