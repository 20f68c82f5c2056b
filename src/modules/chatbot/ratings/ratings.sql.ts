import { z } from 'zod';
import { boolean, nullable, text, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { IS_VISIBLE, LOCK_OWN_ACCOUNT, MAY_STORE } from '../messages/ownership.sql';
import type { RatingReason } from './rating-reasons';

/** SQL expression: SHA-256, in hexadecimal, of the id of conversation `c` with a value. It differs between conversations. */
function digestWithConversation(value: string): string {
  return `encode(sha256(convert_to(c.id::text || ' ' || ${value}::text, 'UTF8')), 'hex')`;
}

/** SQL expression: a signed-in caller who rates in an anonymous conversation `c`. The statement has the parameter `accountId`. */
export const ACCOUNT_DIGEST = digestWithConversation('$accountId::uuid');

/**
 * SQL expression: who rates in conversation `c`. The account of its owner; in an anonymous conversation a digest for a
 * signed-in caller, or four hexadecimal digits of a digest of the network, which tell two anonymous callers apart. The
 * digest does not depend on the message, so several ratings of one person reveal no more of the network than one. The
 * statement has the parameters `accountId`, null for an anonymous caller, and `network`.
 */
export const RATER = `CASE
    WHEN c.account_id IS NOT NULL THEN $accountId::uuid::text
    WHEN $accountId::uuid IS NOT NULL THEN ${ACCOUNT_DIGEST}
    ELSE left(${digestWithConversation('$network')}, 4)
  END`;

/**
 * Rates a complete reply, in place of the same person's earlier rating. The conversation is locked first, so that a rating
 * is either counted by a deletion or refused, and either moved by a claim or stored with its account. No row if the caller
 * may not see such a reply, or its account is erased.
 */
export const RATE_REPLY = statement({
  name: 'rate_reply',
  text: `
WITH own_account AS (${LOCK_OWN_ACCOUNT}
), reply AS (
  SELECT m.conversation_id, m.id, ${RATER} AS rater
  FROM message m JOIN conversation c ON c.id = m.conversation_id
  WHERE m.id = $replyId::uuid AND m.role = 'assistant' AND m.state = 'completed' AND ${IS_VISIBLE}
    AND ${MAY_STORE}
  FOR SHARE OF c
)
INSERT INTO message_rating (conversation_id, message_id, rater, rating, reason, comment)
SELECT conversation_id, id, rater, $rating::boolean, $reason::text, $comment::text FROM reply
ON CONFLICT (conversation_id, message_id, rater) DO UPDATE
SET rating = excluded.rating, reason = excluded.reason, comment = excluded.comment, rated_at = excluded.rated_at
RETURNING message_id AS id`,
  parameters: {
    replyId: uuid(),
    accountId: nullable(uuid()),
    network: text(),
    rating: boolean(),
    reason: nullable(text<RatingReason>()),
    comment: nullable(text()),
  },
  row: z.object({ id: z.string() }),
});

/**
 * Moves an account's ratings in an anonymous conversation to its id. The conversation must be claimed by an earlier statement,
 * so that this one sees all ratings that were stored until then.
 */
export const MOVE_RATINGS_TO_ACCOUNT = statement({
  name: 'move_ratings_to_account',
  text: `
UPDATE message_rating r SET rater = $accountId::uuid::text
FROM conversation c
WHERE c.id = $conversationId::uuid AND r.conversation_id = c.id AND r.rater = ${ACCOUNT_DIGEST}`,
  parameters: { conversationId: uuid(), accountId: uuid() },
});
