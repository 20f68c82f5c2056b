import { z } from 'zod';
import { lockAccountsNotErased } from '../../../platform/database/erased-account.sql';
import { array, bigint, double, nullable, text, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { LOCALES, type Locale } from '../../../shared/locale';
import { URGENCIES, type Urgency } from '../../../shared/urgency';
import { MESSAGE_ROLES, MESSAGE_STATES, type Source, SOURCES } from '../messages/message-values';
import { IS_VISIBLE, LOCK_OWN_ACCOUNT, MAY_STORE } from '../messages/ownership.sql';
import { URGENCY, storeUrgency } from '../messages/urgency.sql';

/** A question and the reply to it, in this order; both get their positions. */
const INSERT_MESSAGES = `
INSERT INTO message (conversation_id, id, role, content, state, writing_until)
SELECT conversation.id, new.id, new.role, new.content, new.state, new.writing_until
FROM conversation, (VALUES
  (1, $questionId::uuid, 'user', $question::text, 'completed', NULL::timestamptz),
  (2, $replyId::uuid, 'assistant', '', 'writing', now() + $writingMs * interval '1 millisecond')
) AS new (number, id, role, content, state, writing_until)
ORDER BY new.number`;

const storedQuestion = {
  conversationId: uuid(),
  accountId: nullable(uuid()),
  questionId: uuid(),
  question: text(),
  replyId: uuid(),
  writingMs: double(),
};

/** Creates a conversation with a question and its empty reply, unless the account is erased. */
export const START_CONVERSATION = statement({
  name: 'start_conversation',
  text: `
WITH own_account AS (${LOCK_OWN_ACCOUNT}
), conversation AS (
  INSERT INTO conversation (id, account_id) SELECT $conversationId::uuid, $accountId::uuid WHERE ${MAY_STORE} RETURNING id
)
${INSERT_MESSAGES}`,
  parameters: storedQuestion,
});

/**
 * Creates conversations of several callers, each with a question and its empty reply. Two rows for each, and none for one
 * whose account is erased.
 */
export const START_CONVERSATIONS = statement({
  name: 'start_conversations',
  text: `
WITH sent AS MATERIALIZED (
  SELECT * FROM unnest(
    $conversationIds::uuid[], $accountIds::uuid[], $questionIds::uuid[], $questions::text[], $replyIds::uuid[]
  ) WITH ORDINALITY AS s (conversation_id, account_id, question_id, question, reply_id, item)
), own_account AS (${lockAccountsNotErased('a.id = ANY ($accountIds::uuid[])')}
), created AS (
  INSERT INTO conversation (id, account_id)
  SELECT conversation_id, account_id FROM sent
  WHERE account_id IS NULL OR account_id IN (SELECT id FROM own_account)
  RETURNING id
)
INSERT INTO message (conversation_id, id, role, content, state, writing_until)
SELECT sent.conversation_id, new.id, new.role, new.content, new.state, new.writing_until
FROM sent JOIN created ON created.id = sent.conversation_id, LATERAL (VALUES
  (1, sent.question_id, 'user', sent.question, 'completed', NULL::timestamptz),
  (2, sent.reply_id, 'assistant', '', 'writing', now() + $writingMs * interval '1 millisecond')
) AS new (number, id, role, content, state, writing_until)
ORDER BY sent.item, new.number
RETURNING conversation_id AS "conversationId"`,
  parameters: {
    conversationIds: array(uuid()),
    accountIds: array(nullable(uuid())),
    questionIds: array(uuid()),
    questions: array(text()),
    replyIds: array(uuid()),
    writingMs: double(),
  },
  row: z.object({ conversationId: z.string() }),
});

/**
 * Adds a question and its empty reply to the caller's conversation. Rows for both; none if the caller has to claim it first, or
 * its account is erased.
 */
export const CONTINUE_CONVERSATION = statement({
  name: 'continue_conversation',
  text: `
WITH own_account AS (${LOCK_OWN_ACCOUNT}
), conversation AS (
  UPDATE conversation c SET last_message_at = now()
  WHERE c.id = $conversationId::uuid AND c.account_id IS NOT DISTINCT FROM $accountId::uuid AND ${MAY_STORE}
  RETURNING c.id
)
${INSERT_MESSAGES}
RETURNING role, position`,
  parameters: storedQuestion,
  row: z.object({ role: z.enum(MESSAGE_ROLES), position: z.string() }),
});

/**
 * The last completed messages before a question, newest first. `afterEmergency`: one of the last `repliesWithReminder`
 * replies answered an emergency. One row with null role and content if there are no messages.
 */
export const FIND_EARLIER_MESSAGES = statement({
  name: 'find_earlier_messages',
  text: `
SELECT m.role, m.content, latest.emergency AS "afterEmergency"
FROM (
  SELECT EXISTS (
    SELECT FROM (
      SELECT urgency FROM message
      WHERE conversation_id = $conversationId AND position < $position AND role = 'assistant'
      ORDER BY position DESC
      LIMIT $repliesWithReminder
    ) reply
    WHERE reply.urgency = 'emergency'
  ) AS emergency
) latest
LEFT JOIN LATERAL (
  SELECT role, content, position FROM message
  WHERE conversation_id = $conversationId AND position < $position AND state = 'completed'
  ORDER BY position DESC
  LIMIT $count
) m ON true
ORDER BY m.position DESC`,
  parameters: {
    conversationId: uuid(),
    position: bigint(),
    repliesWithReminder: bigint(),
    count: bigint(),
  },
  row: z.object({
    role: z.enum(MESSAGE_ROLES).nullable(),
    content: z.string().nullable(),
    afterEmergency: z.boolean(),
  }),
});

/** The last questions of a conversation that the caller may see, newest first. */
export const FIND_LAST_QUESTIONS = statement({
  name: 'find_last_questions',
  text: `
SELECT m.content
FROM conversation c JOIN message m ON m.conversation_id = c.id
WHERE c.id = $conversationId::uuid AND ${IS_VISIBLE} AND m.role = 'user'
ORDER BY m.position DESC
LIMIT $count`,
  parameters: { conversationId: uuid(), accountId: nullable(uuid()), count: bigint() },
  row: z.object({ content: z.string() }),
});

/** The content of a reply as far as it is generated. */
const draft = {
  conversationId: uuid(),
  replyId: uuid(),
  content: text(),
  urgency: text<Urgency>(),
  language: text<Locale>(),
};

/** No row changes if the reply was deleted or is complete. A late draft never shortens the content. */
export const SAVE_REPLY_DRAFT = statement({
  name: 'save_reply_draft',
  text: `
UPDATE message
SET content = CASE WHEN length($content) > length(content) THEN $content ELSE content END,
  ${storeUrgency('$urgency::text')}, language = $language
WHERE conversation_id = $conversationId AND id = $replyId AND state <> 'completed'`,
  parameters: draft,
});

/** Also completes a reply that was marked as failed. No row changes if it was deleted. */
export const COMPLETE_REPLY = statement({
  name: 'complete_reply',
  text: `
UPDATE message
SET content = $content, ${storeUrgency('$urgency::text')}, language = $language, source = $source, model = $model,
  prompt_version = $promptVersion, state = 'completed', writing_until = NULL
WHERE conversation_id = $conversationId AND id = $replyId`,
  parameters: {
    ...draft,
    source: text<Source>(),
    model: text(),
    promptVersion: nullable(text()),
  },
});

/**
 * Completes replies of several callers. One row for each that was not deleted. Locks them in one order, each after its
 * conversation, which a deletion locks first: so neither two groups nor a group and a deletion can deadlock.
 */
export const COMPLETE_REPLIES = statement({
  name: 'complete_replies',
  text: `
WITH completed AS MATERIALIZED (
  SELECT * FROM unnest(
    $conversationIds::uuid[], $replyIds::uuid[], $contents::text[], $urgencies::text[], $languages::text[],
    $sources::text[], $models::text[], $promptVersions::text[]
  ) AS r (conversation_id, reply_id, content, urgency, language, source, model, prompt_version)
), locked AS MATERIALIZED (
  SELECT m.conversation_id, m.id
  FROM completed r
  JOIN conversation c ON c.id = r.conversation_id
  JOIN message m ON m.conversation_id = c.id AND m.id = r.reply_id
  ORDER BY m.conversation_id, m.id
  FOR KEY SHARE OF c FOR NO KEY UPDATE OF m
)
UPDATE message m
SET content = r.content, ${storeUrgency('r.urgency')}, language = r.language, source = r.source, model = r.model,
  prompt_version = r.prompt_version, state = 'completed', writing_until = NULL
FROM completed r JOIN locked ON locked.conversation_id = r.conversation_id AND locked.id = r.reply_id
WHERE m.conversation_id = locked.conversation_id AND m.id = locked.id
RETURNING m.id AS "replyId"`,
  parameters: {
    conversationIds: array(uuid()),
    replyIds: array(uuid()),
    contents: array(text()),
    urgencies: array(text<Urgency>()),
    languages: array(text<Locale>()),
    sources: array(text<Source>()),
    models: array(text()),
    promptVersions: array(nullable(text())),
  },
  row: z.object({ replyId: z.string() }),
});

/** Marks a reply as failed, with its content so far. */
export const FAIL_REPLY = statement({
  name: 'fail_reply',
  text: `
UPDATE message SET content = $content, state = 'failed', writing_until = NULL
WHERE conversation_id = $conversationId AND id = $replyId AND state = 'writing'`,
  parameters: { conversationId: uuid(), replyId: uuid(), content: text() },
});

/** A reply that the caller may read. `expired`: `writing_until` has passed. */
export const FIND_REPLY = statement({
  name: 'find_reply',
  text: `
SELECT m.conversation_id AS "conversationId", m.content, m.state, ${URGENCY} AS urgency, m.language, m.source,
  m.state = 'writing' AND m.writing_until <= now() AS expired
FROM message m JOIN conversation c ON c.id = m.conversation_id
WHERE m.id = $replyId::uuid AND m.role = 'assistant' AND ${IS_VISIBLE}`,
  parameters: { replyId: uuid(), accountId: nullable(uuid()) },
  row: z.object({
    conversationId: z.string(),
    content: z.string(),
    state: z.enum(MESSAGE_STATES),
    urgency: z.enum(URGENCIES).nullable(),
    language: z.enum(LOCALES).nullable(),
    source: z.enum(SOURCES).nullable(),
    expired: z.boolean(),
  }),
});

/** Marks a reply as failed if `writing_until` has passed. */
export const FAIL_EXPIRED_REPLY = statement({
  name: 'fail_expired_reply',
  text: `
UPDATE message SET state = 'failed', writing_until = NULL
WHERE id = $replyId::uuid AND state = 'writing' AND writing_until <= now()`,
  parameters: { replyId: uuid() },
});
