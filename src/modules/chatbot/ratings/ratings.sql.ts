import { isOpenTo } from '../conversations/ownership.sql';

/**
 * Who rates in a conversation `c`: its owner's account; where nobody owns it, a digest for whoever is signed in, else four
 * hexadecimal digits that tell two strangers with one conversation apart. Those depend on nothing of the single message:
 * several ratings of one person say no more of the network than one.
 * @param account the parameter that is the caller's account; null for a stranger
 * @param network the parameter that is the caller's network, as `networkOf` gives it
 */
export function raterIn(account: string, network: string): string {
  return `CASE
    WHEN c.account_id IS NOT NULL THEN ${account}::uuid::text
    WHEN ${account}::uuid IS NOT NULL THEN ${digestWithConversation(`${account}::uuid`)}
    ELSE left(${digestWithConversation(network)}, 4)
  END`;
}

/** SHA-256 of a conversation's id and a value, in hexadecimal: it says nothing of the value in other conversations. */
function digestWithConversation(value: string): string {
  return `encode(sha256(convert_to(c.id::text || ' ' || ${value}::text, 'UTF8')), 'hex')`;
}

/**
 * Rates a complete reply, in place of what the same person thought of it before. The conversation is locked first, as by
 * whoever deletes it, so that a rating is either counted there or not taken.
 *
 * $1 message, $2 account, $3 network, $4 rating, $5 reason, $6 comment. One row, or none where there is no such reply.
 */
export const RATE = `
WITH reply AS (
  SELECT m.conversation_id, m.id, ${raterIn('$2', '$3')} AS rater
  FROM message m JOIN conversation c ON c.id = m.conversation_id
  WHERE m.id = $1::uuid AND m.role = 'assistant' AND m.state = 'completed' AND ${isOpenTo('$2')}
  FOR KEY SHARE OF c
)
INSERT INTO message_rating (conversation_id, message_id, rater, rating, reason, comment)
SELECT conversation_id, id, rater, $4::boolean, $5::text, $6::text FROM reply
ON CONFLICT (conversation_id, message_id, rater) DO UPDATE
SET rating = excluded.rating, reason = excluded.reason, comment = excluded.comment, rated_at = excluded.rated_at
RETURNING message_id AS id`;
