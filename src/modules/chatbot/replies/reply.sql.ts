import { isOpenTo } from '../conversations/ownership.sql';

/** A message and the reply to it, in this order; the reply is given up when its time is over. Both get their positions. */
const INSERT_MESSAGES = `
INSERT INTO message (conversation_id, id, role, content, state, writing_until)
SELECT conversation.id, said.id, said.role, said.content, said.state, said.writing_until
FROM conversation, (VALUES
  (1, $3::uuid, 'user', $4::text, 'completed', NULL::timestamptz),
  (2, $5::uuid, 'assistant', '', 'writing', now() + $6 * interval '1 millisecond')
) AS said (place, id, role, content, state, writing_until)
ORDER BY said.place
RETURNING role, position`;

/**
 * Begins a conversation with a message, whose reply is being written from now on.
 *
 * $1 conversation, $2 account or null, $3 and $4 id and text of the message, $5 id of the reply, $6 milliseconds in which it
 * will have been written. Rows of role and position.
 */
export const BEGIN_CONVERSATION = `
WITH conversation AS (INSERT INTO conversation (id, account_id) VALUES ($1::uuid, $2::uuid) RETURNING id)
${INSERT_MESSAGES}`;

/** Likewise, goes on with a conversation; no row where there is no such one. */
export const CONTINUE_CONVERSATION = `
WITH conversation AS (
  UPDATE conversation c SET last_message_at = now() WHERE c.id = $1::uuid AND ${isOpenTo('$2')} RETURNING c.id
)
${INSERT_MESSAGES}`;

/** $1 conversation, $2 reply, $3 text, $4 urgency, $5 language. No row where it was deleted, or has been completed. What comes late is no longer than what stands there. */
export const SAVE_PROGRESS = `
UPDATE message SET content = CASE WHEN length($3) > length(content) THEN $3 ELSE content END, urgency = $4, language = $5
WHERE conversation_id = $1 AND id = $2 AND state <> 'completed'`;

/**
 * $1 to $5 as for progress, $6 source, $7 model, $8 version of the instructions. Whoever wrote it knows better than those
 * who had given it up.
 */
export const COMPLETE_REPLY = `
UPDATE message SET content = $3, urgency = $4, language = $5, source = $6, model = $7, prompt_version = $8,
  state = 'completed', writing_until = NULL
WHERE conversation_id = $1 AND id = $2`;

/** $1 conversation, $2 reply, $3 text so far. */
export const FAIL_REPLY = `
UPDATE message SET content = $3, state = 'failed', writing_until = NULL
WHERE conversation_id = $1 AND id = $2 AND state = 'writing'`;

/** A reply that somebody may read. $1 reply, $2 account or null. `expired` says that whoever wrote it has gone. */
export const FIND_REPLY = `
SELECT m.conversation_id AS "conversationId", m.content, m.state, m.urgency, m.language, m.source,
  m.state = 'writing' AND m.writing_until <= now() AS expired
FROM message m JOIN conversation c ON c.id = m.conversation_id
WHERE m.id = $1::uuid AND m.role = 'assistant' AND ${isOpenTo('$2')}`;

/** $1 reply whose writer has gone. Its text so far stays. */
export const GIVE_UP_REPLY = `
UPDATE message SET state = 'failed', writing_until = NULL
WHERE id = $1::uuid AND state = 'writing' AND writing_until <= now()`;

/** The last that a person said in a conversation that somebody may see. $1 conversation, $2 account or null, $3 how many. Last said first. */
export const LAST_SAID = `
SELECT m.content
FROM conversation c JOIN message m ON m.conversation_id = c.id
WHERE c.id = $1::uuid AND ${isOpenTo('$2')} AND m.role = 'user'
ORDER BY m.position DESC
LIMIT $3`;

/** Whether an emergency was answered by one of so many replies before a message. $1 conversation, $2 position, $3 how many. One row. */
export const WAS_EMERGENCY = `
SELECT EXISTS (
  SELECT FROM (
    SELECT urgency FROM message
    WHERE conversation_id = $1::uuid AND position < $2 AND role = 'assistant'
    ORDER BY position DESC
    LIMIT $3
  ) latest
  WHERE urgency = 'emergency'
) AS "wasEmergency"`;
