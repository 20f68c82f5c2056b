import { z } from 'zod';
import { array, bigint, double, integer, nullable, text, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { LOCALES } from '../../../shared/locale';
import { URGENCIES } from '../../../shared/urgency';
import { MESSAGE_ROLES, MESSAGE_STATES, SOURCES } from '../messages/message-values';
import { IS_VISIBLE, LOCK_OWN_ACCOUNT, MAY_STORE } from '../messages/ownership.sql';
import { URGENCY } from '../messages/urgency.sql';
import { RATING_REASONS } from '../ratings/rating-reasons';
import { RATER } from '../ratings/ratings.sql';
import { TITLE_SOURCE_LENGTH } from './title';

/**
 * A page of an account's conversations that have messages, the last used first. `lastUsed` is microseconds since 1970;
 * the parameters `lastUsed` and `lastId` are those of the last conversation of the page before, or null.
 */
export const FIND_CONVERSATIONS = statement({
  name: 'find_conversations',
  text: `
SELECT c.id, c.created_at AS "startedAt", c.last_message_at AS "lastMessageAt",
  (extract(epoch FROM c.last_message_at) * 1000000)::bigint::text AS "lastUsed", m.beginning
FROM conversation c
CROSS JOIN LATERAL (
  SELECT left(content, ${TITLE_SOURCE_LENGTH}) AS beginning
  FROM message WHERE conversation_id = c.id ORDER BY position LIMIT 1
) m
WHERE c.account_id = $accountId::uuid
  AND (c.last_message_at, c.id) < (
    coalesce(timestamptz 'epoch' + $lastUsed::float8 * interval '1 microsecond', 'infinity'),
    coalesce($lastId::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
ORDER BY c.last_message_at DESC, c.id DESC
LIMIT $count`,
  parameters: {
    accountId: uuid(),
    lastUsed: nullable(double()),
    lastId: nullable(uuid()),
    count: bigint(),
  },
  row: z.object({
    id: z.string(),
    startedAt: z.date(),
    lastMessageAt: z.date(),
    lastUsed: z.string(),
    beginning: z.string(),
  }),
  connection: 'replica',
});

/** A message as a conversation lists it, with the caller's own rating. */
export const listedMessage = z.object({
  id: z.string(),
  role: z.enum(MESSAGE_ROLES),
  content: z.string(),
  createdAt: z.date(),
  state: z.enum(MESSAGE_STATES),
  urgency: z.enum(URGENCIES).nullable(),
  source: z.enum(SOURCES).nullable(),
  language: z.enum(LOCALES).nullable(),
  rating: z.boolean().nullable(),
  reason: z.enum(RATING_REASONS).nullable(),
  comment: z.string().nullable(),
});

/**
 * A page of a conversation, newest message first. An expired reply is shown as failed. One row without a message if the
 * page has none; no row if the caller has no such conversation.
 */
export const FIND_MESSAGES = statement({
  name: 'find_messages',
  text: `
SELECT m.id, m.role, m.content, m.created_at AS "createdAt", m.state, m.urgency, m.source, m.language, m.rating, m.reason,
  m.comment
FROM conversation c
LEFT JOIN LATERAL (
  SELECT m.id, m.role, m.content, m.created_at, ${URGENCY} AS urgency, m.source, m.language, r.rating, r.reason, r.comment,
    CASE WHEN m.state = 'writing' AND m.writing_until <= now() THEN 'failed' ELSE m.state END AS state
  FROM message m
  LEFT JOIN message_rating r
    ON r.conversation_id = m.conversation_id AND r.message_id = m.id AND r.rater = ${RATER}
  WHERE m.conversation_id = c.id
    AND m.position < coalesce(
      (SELECT position FROM message WHERE conversation_id = c.id AND id = $after::uuid),
      CASE WHEN $after IS NULL THEN 9223372036854775807 END)
  ORDER BY m.position DESC
  LIMIT $count
) m ON true
WHERE c.id = $conversationId::uuid AND ${IS_VISIBLE}`,
  parameters: {
    conversationId: uuid(),
    accountId: nullable(uuid()),
    network: text(),
    after: nullable(uuid()),
    count: bigint(),
  },
  row: listedMessage.extend({
    id: z.string().nullable(),
    role: z.enum(MESSAGE_ROLES).nullable(),
    content: z.string().nullable(),
    createdAt: z.date().nullable(),
    state: z.enum(MESSAGE_STATES).nullable(),
  }),
  connection: 'replica',
});

/** Locks a conversation that the caller may see. */
export const LOCK_CONVERSATION = statement({
  name: 'lock_conversation',
  text: `SELECT c.id FROM conversation c WHERE c.id = $conversationId::uuid AND ${IS_VISIBLE} FOR UPDATE`,
  parameters: { conversationId: uuid(), accountId: nullable(uuid()) },
  row: z.object({ id: z.string() }),
});

/**
 * Makes an anonymous conversation the account's own, and locks it. Of two accounts, the second waits for the first one's
 * transaction, and then gets no row. A row also if the account owns it already, by a concurrent message; none if it is erased.
 */
export const CLAIM_CONVERSATION = statement({
  name: 'claim_conversation',
  text: `
WITH own_account AS (${LOCK_OWN_ACCOUNT})
UPDATE conversation c SET account_id = $accountId::uuid
WHERE c.id = $conversationId::uuid AND ${IS_VISIBLE} AND ${MAY_STORE}
RETURNING c.id`,
  parameters: { conversationId: uuid(), accountId: uuid() },
  row: z.object({ id: z.string() }),
});

/** Prevents the deletion of a reply's conversation. No row if it was deleted, or if the reply was never stored. */
export const HOLD_CONVERSATION = statement({
  name: 'hold_conversation',
  text: `
SELECT c.id FROM conversation c
WHERE c.id = $conversationId::uuid
  AND EXISTS (SELECT FROM message m WHERE m.id = $replyId::uuid AND m.conversation_id = c.id)
FOR KEY SHARE`,
  parameters: { conversationId: uuid(), replyId: uuid() },
  row: z.object({ id: z.string() }),
});

/**
 * SQL expression: the identifier in a field of a stored response, or another text if it has none. What people write cannot
 * look like it, because its quotes are escaped. A regular expression takes five times as long.
 */
function identifierIn(field: string): string {
  const beginning = `"${field}":"`;
  return `substr(a.body, strpos(a.body, '${beginning}') + ${beginning.length}, 36)`;
}

/**
 * Deletes the responses stored under an `Idempotency-Key` that quote messages of conversations; an index on the same
 * expression finds them. The conversations must be locked by an earlier statement: a rating is then stored with its
 * response, or refused.
 */
export const DELETE_STORED_RESPONSES = statement({
  name: 'delete_stored_responses_of_conversations',
  text: `
DELETE FROM idempotent_answer a
WHERE a.path LIKE 'chatbot.%' AND (
  ${identifierIn('conversationId')} = ANY ($conversationIds::uuid[]::text[])
  OR ${identifierIn('messageId')} = ANY (ARRAY(
    SELECT m.id::text FROM message m WHERE m.conversation_id = ANY ($conversationIds::uuid[]))))`,
  parameters: { conversationIds: array(uuid()) },
});

const IS_EXPIRED = 'account_id IS NULL AND last_message_at < now() - make_interval(hours => 24 * $days)';

export const ANY_EXPIRED_CONVERSATION = statement({
  name: 'any_expired_conversation',
  text: `SELECT EXISTS (SELECT FROM conversation WHERE ${IS_EXPIRED}) AS any`,
  parameters: { days: integer() },
  row: z.object({ any: z.boolean() }),
});

/** Locks expired conversations of anonymous callers, except those that another transaction has locked. */
export const LOCK_EXPIRED_CONVERSATIONS = statement({
  name: 'lock_expired_conversations',
  text: `
SELECT id FROM conversation
WHERE ${IS_EXPIRED}
ORDER BY last_message_at
LIMIT $count
FOR UPDATE SKIP LOCKED`,
  parameters: { days: integer(), count: bigint() },
  row: z.object({ id: z.string() }),
});
