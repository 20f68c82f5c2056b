import { z } from 'zod';
import { array, integer, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { LOCALES } from '../../../shared/locale';
import { RATING_REASONS } from './rating-reasons';

/** SQL columns: the group in which a reply `m` is counted. Empty if not known. */
const GROUP_OF_REPLY = `
  date_trunc('month', m.created_at AT TIME ZONE 'UTC')::date AS month, coalesce(m.model, '') AS model,
  coalesce(m.prompt_version, '') AS prompt_version, coalesce(m.language, '') AS language`;

/** SQL condition: the message `m` is a complete reply. */
const IS_COUNTED = `m.role = 'assistant' AND m.state = 'completed'`;

/** Counts the rows of `reply` and their ratings, one row for each reason. */
const TALLIES_OF_REPLIES = `
  SELECT ${GROUP_OF_REPLY}, count(*) AS replies, 0 AS thumbs_up, 0 AS thumbs_down, NULL AS reason, 0 AS given
  FROM reply m
  GROUP BY 1, 2, 3, 4
  UNION ALL
  SELECT ${GROUP_OF_REPLY}, 0, count(*) FILTER (WHERE r.rating), count(*) FILTER (WHERE NOT r.rating), r.reason, count(*)
  FROM reply m JOIN message_rating r ON r.conversation_id = m.conversation_id AND r.message_id = m.id
  GROUP BY 1, 2, 3, 4, r.reason`;

/** Sums tallies, one row for each group. */
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
 * Deletes conversations with their messages and ratings, and adds to the counts of deleted replies. The conversations
 * must be locked by an earlier statement, so that this one sees all that was written until then. Counts are added in one
 * order, so that no two transactions wait for each other.
 */
export const DELETE_AND_COUNT_REPLIES = statement({
  name: 'delete_conversations_and_count_replies',
  text: `
WITH gone AS (
  DELETE FROM message WHERE conversation_id = ANY ($conversationIds::uuid[])
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
DELETE FROM conversation WHERE id = ANY ($conversationIds::uuid[])`,
  parameters: { conversationIds: array(uuid()) },
});

/** How the replies of a year (UTC) were rated, with those that were deleted since. Empty texts if not known. */
export const RATING_STATISTICS = statement({
  name: 'rating_statistics',
  text: `
WITH reply AS (
  SELECT conversation_id, id, model, prompt_version, language, created_at
  FROM message m
  WHERE ${IS_COUNTED}
    AND m.created_at >= make_timestamptz($year::integer, 1, 1, 0, 0, 0, 'UTC')
    AND m.created_at < make_timestamptz($year::integer + 1, 1, 1, 0, 0, 0, 'UTC')
), deleted AS (
  SELECT * FROM deleted_reply_count
  WHERE month >= make_date($year::integer, 1, 1) AND month < make_date($year::integer + 1, 1, 1)
)
SELECT to_char(month, 'YYYY-MM') AS month, model, prompt_version AS "promptVersion", language, replies::float8,
  thumbs_up::float8 AS "thumbsUp", thumbs_down::float8 AS "thumbsDown", reasons
FROM (${sumsOf(`${TALLIES_OF_REPLIES}
  UNION ALL
  SELECT month, model, prompt_version, language, replies, thumbs_up, thumbs_down, NULL, 0 FROM deleted
  UNION ALL
  SELECT month, model, prompt_version, language, 0, 0, 0, e.key, e.value::bigint
  FROM deleted CROSS JOIN jsonb_each_text(reasons) e`)}
) sums`,
  parameters: { year: integer() },
  row: z.object({
    month: z.string(),
    model: z.string(),
    promptVersion: z.string(),
    language: z.union([z.enum(LOCALES), z.literal('')]),
    replies: z.number(),
    thumbsUp: z.number(),
    thumbsDown: z.number(),
    reasons: z.partialRecord(z.enum(RATING_REASONS), z.number()),
  }),
  connection: 'replica',
});
