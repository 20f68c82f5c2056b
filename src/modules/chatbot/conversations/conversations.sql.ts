import { raterIn } from '../ratings/ratings.sql';
import { isOpenTo } from './ownership.sql';
import { TITLE_SOURCE_LENGTH } from './title';

/**
 * A page of an account's conversations in which something was said, the last used first.
 *
 * $1 account, $2 and $3 after which one: when it was last used, in microseconds since 1970, and its id, or both null;
 * $4 how many. Rows of id, created_at, last_message_at, the same in microseconds as text, and the beginning of the first
 * message.
 */
export const CONVERSATIONS_OF_ACCOUNT = `
SELECT c.id, c.created_at, c.last_message_at,
  (extract(epoch FROM c.last_message_at) * 1000000)::bigint::text AS last_used, m.beginning
FROM conversation c
CROSS JOIN LATERAL (
  SELECT left(content, ${TITLE_SOURCE_LENGTH}) AS beginning
  FROM message WHERE conversation_id = c.id ORDER BY position LIMIT 1
) m
WHERE c.account_id = $1::uuid
  AND (c.last_message_at, c.id) < (
    coalesce(timestamptz 'epoch' + $2::float8 * interval '1 microsecond', 'infinity'),
    coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
ORDER BY c.last_message_at DESC, c.id DESC
LIMIT $4`;

/**
 * A page of a conversation, last said first. Who was writing a reply and has not ended it in time never will.
 *
 * $1 conversation, $2 account, $3 network, $4 message that the page comes after, or null, $5 how many. Rows of the messages,
 * each with the caller's own rating; one row without a message where there is none; no row where there is no such
 * conversation.
 */
export const MESSAGES_OF_CONVERSATION = `
SELECT m.*
FROM conversation c
LEFT JOIN LATERAL (
  SELECT m.id, m.role, m.content, m.created_at, m.urgency, m.source, m.language, r.rating, r.reason, r.comment,
    CASE WHEN m.state = 'writing' AND m.writing_until <= now() THEN 'failed' ELSE m.state END AS state
  FROM message m
  LEFT JOIN message_rating r
    ON r.conversation_id = m.conversation_id AND r.message_id = m.id AND r.rater = ${raterIn('$2', '$3')}
  WHERE m.conversation_id = c.id
    AND m.position < coalesce(
      (SELECT position FROM message WHERE conversation_id = c.id AND id = $4::uuid),
      CASE WHEN $4 IS NULL THEN 9223372036854775807 END)
  ORDER BY m.position DESC
  LIMIT $5
) m ON true
WHERE c.id = $1::uuid AND ${isOpenTo('$2')}`;

/** Keeps everybody else from a conversation. $1 conversation, $2 account. One row, or none where there is no such one. */
export const LOCK_CONVERSATION = `
SELECT c.id FROM conversation c WHERE c.id = $1::uuid AND ${isOpenTo('$2')} FOR UPDATE`;

/**
 * Keeps the conversation of a reply from being deleted. $1 conversation, $2 reply. One row, or none where it has been or where
 * the reply was never stored.
 */
export const HOLD_CONVERSATION = `
SELECT c.id FROM conversation c
WHERE c.id = $1::uuid AND EXISTS (SELECT FROM message m WHERE m.id = $2::uuid AND m.conversation_id = c.id)
FOR KEY SHARE`;

/**
 * The identifier that a field of a stored answer holds, and something else where it has none. What people wrote in it cannot
 * look like one: its quotes are escaped. A regular expression takes five times as long.
 */
function identifierIn(field: string): string {
  const begin = `"${field}":"`;
  return `substr(a.body, strpos(a.body, '${begin}') + ${begin.length}, 36)`;
}

/**
 * Removes the answers, whoever got them, that would be given again under an `Idempotency-Key` and that name conversations or
 * their messages: they quote replies, and what was thought of them. Each is found by an index on the same expression. The
 * conversations are locked before it, by a statement of its own: a rating is then stored with its answer already, or not
 * taken.
 *
 * $1 conversations.
 */
export const FORGET_ANSWERS = `
DELETE FROM idempotent_answer a
WHERE a.path LIKE 'chatbot.%' AND (
  ${identifierIn('conversationId')} = ANY ($1::uuid[]::text[])
  OR ${identifierIn('messageId')} = ANY (ARRAY(
    SELECT m.id::text FROM message m WHERE m.conversation_id = ANY ($1::uuid[]))))`;

const IS_EXPIRED = 'account_id IS NULL AND last_message_at < now() - make_interval(hours => 24 * $1)';

/** Whether there is anything to delete. $1 for how many days. */
export const ANY_EXPIRED = `SELECT EXISTS (SELECT FROM conversation WHERE ${IS_EXPIRED}) AS any`;

/**
 * Keeps everybody else from some conversations that nobody owns and nobody has used for long, passing over those that others have locked.
 * $1 for how many days, $2 how many at most.
 */
export const LOCK_SOME_EXPIRED = `
SELECT id FROM conversation
WHERE ${IS_EXPIRED}
ORDER BY last_message_at
LIMIT $2
FOR UPDATE SKIP LOCKED`;
