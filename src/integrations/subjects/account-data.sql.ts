import { z } from 'zod';
import { ACCOUNT_DIGEST, URGENCY } from '../../modules/chatbot';
import { ERASED_SUBJECT, isErasedAccount } from '../../platform/database/erased-account.sql';
import { boolean, text, uuid } from '../../platform/database/parameter';
import { statement } from '../../platform/database/statement';

const ACCOUNT = { accountId: uuid() };

/** Accounts with an id, an e-mail address, or a name at their issuer. */
export const FIND_ACCOUNTS = statement({
  name: 'find_accounts_of_subject',
  text: `
SELECT id, issuer, subject, email, name, role, country, created_at AS "createdAt", last_login_at AS "lastLoginAt"
FROM account
WHERE id::text = lower($name) OR (email <> '' AND normalize(lower(email), NFC) = normalize(lower($name), NFC)) OR ($bySubject AND subject = $name)
ORDER BY id`,
  parameters: { name: text(), bySubject: boolean() },
  row: z.object({
    id: z.string(),
    issuer: z.string(),
    subject: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.string(),
    country: z.string().nullable(),
    createdAt: z.date(),
    lastLoginAt: z.date(),
  }),
});

export type StoredAccount = z.output<typeof FIND_ACCOUNTS.row>;

export const LIST_SESSIONS_OF_SUBJECT = statement({
  name: 'list_sessions_of_subject',
  text: `
SELECT created_at AS "createdAt", last_seen_at AS "lastSeenAt", expires_at AS "expiresAt"
FROM session WHERE account_id = $accountId ORDER BY created_at`,
  parameters: ACCOUNT,
  row: z.object({ createdAt: z.date(), lastSeenAt: z.date(), expiresAt: z.date() }),
});

export const LIST_MESSAGES_OF_SUBJECT = statement({
  name: 'list_messages_of_subject',
  text: `
SELECT m.conversation_id AS "conversationId", m.id, m.role, m.content, ${URGENCY} AS urgency, m.language, m.created_at AS "createdAt",
  r.rating, r.reason, r.comment
FROM conversation c
JOIN message m ON m.conversation_id = c.id
LEFT JOIN message_rating r ON r.conversation_id = m.conversation_id AND r.message_id = m.id AND r.rater = c.account_id::text
WHERE c.account_id = $accountId
ORDER BY m.conversation_id, m.position`,
  parameters: ACCOUNT,
  row: z.object({
    conversationId: z.string(),
    id: z.string(),
    role: z.string(),
    content: z.string(),
    urgency: z.string().nullable(),
    language: z.string().nullable(),
    createdAt: z.date(),
    rating: z.boolean().nullable(),
    reason: z.string().nullable(),
    comment: z.string().nullable(),
  }),
});

/** SQL condition: the account rated in conversation `c` while nobody owned it. */
const IS_RATING_OF_ACCOUNT = `r.conversation_id = c.id AND r.rater = ${ACCOUNT_DIGEST}`;

/** What an account rated in conversations that nobody owned. Computes a digest for each rating: only commands run it. */
export const LIST_ANONYMOUS_RATINGS_OF_SUBJECT = statement({
  name: 'list_anonymous_ratings_of_subject',
  text: `
SELECT r.conversation_id AS "conversationId", r.message_id AS "messageId", r.rating, r.reason, r.comment, r.rated_at AS "ratedAt"
FROM message_rating r JOIN conversation c ON ${IS_RATING_OF_ACCOUNT}
ORDER BY r.rated_at, r.message_id`,
  parameters: ACCOUNT,
  row: z.object({
    conversationId: z.string(),
    messageId: z.string(),
    rating: z.boolean(),
    reason: z.string().nullable(),
    comment: z.string().nullable(),
    ratedAt: z.date(),
  }),
});

/** The ratings stay, because they are counted. */
export const ERASE_ANONYMOUS_RATINGS_OF_SUBJECT = statement({
  name: 'erase_anonymous_ratings_of_subject',
  text: `
UPDATE message_rating r SET rater = encode(sha256(uuid_send(gen_random_uuid())), 'hex'), comment = NULL
FROM conversation c WHERE ${IS_RATING_OF_ACCOUNT}`,
  parameters: ACCOUNT,
});

/** How many records of an account have an external id, and so are not recorded again by it. */
export const COUNT_CLAIMS_OF_ACCOUNT = statement({
  name: 'count_claims_of_account',
  text: `
SELECT (SELECT count(*) FROM consultation_claim WHERE account_id = $accountId)::integer
  + (SELECT count(*) FROM medication_sale_claim WHERE account_id = $accountId)::integer AS claims`,
  parameters: ACCOUNT,
  row: z.object({ claims: z.int() }),
});

/** What an account did, and how it was created and changed. */
export const LIST_EVENTS_OF_ACCOUNT = statement({
  name: 'list_audit_events_of_account',
  text: `
SELECT e.at, e.country, e.action, e.role, e.address, e.request_id AS "requestId", e.details
FROM audit_event e WHERE e.account_id = $accountId OR e.details->>'account' = $accountId::uuid::text
ORDER BY e.at, e.id`,
  parameters: ACCOUNT,
  row: z.object({
    at: z.date(),
    country: z.string(),
    action: z.string(),
    role: z.string().nullable(),
    address: z.string().nullable(),
    requestId: z.string().nullable(),
    details: z.record(z.string(), z.unknown()).nullable(),
  }),
  plan: 'custom',
});

export const LOCK_CONVERSATIONS_OF_SUBJECT = statement({
  name: 'lock_conversations_of_subject',
  text: 'SELECT id FROM conversation WHERE account_id = $accountId ORDER BY id FOR UPDATE',
  parameters: ACCOUNT,
  row: z.object({ id: z.string() }),
});

/** Locks an account as a login does, so that a session that begins at the same time is not missed. */
export const LOCK_ACCOUNT_OF_SUBJECT = statement({
  name: 'lock_account_of_subject',
  text: 'SELECT id FROM account WHERE id = $accountId FOR NO KEY UPDATE',
  parameters: ACCOUNT,
  row: z.object({ id: z.string() }),
});

/**
 * Waits for statements that store something for the account, and lets later ones store nothing. No login finds the account
 * any more. It is still found by its e-mail address, so that an interrupted erasure can be continued.
 */
export const CLOSE_ACCOUNT = statement({
  name: 'close_account',
  text: `UPDATE account a SET subject = ${ERASED_SUBJECT} WHERE a.id = $accountId AND NOT ${isErasedAccount('a')}`,
  parameters: ACCOUNT,
});

export const DELETE_SESSIONS_OF_SUBJECT = statement({
  name: 'delete_sessions_of_subject',
  text: 'DELETE FROM session WHERE account_id = $accountId',
  parameters: ACCOUNT,
});

export const DELETE_STORED_RESPONSES_OF_SUBJECT = statement({
  name: 'delete_stored_responses_of_subject',
  text: 'DELETE FROM idempotent_answer WHERE account_id = $accountId',
  parameters: ACCOUNT,
});

/** The account stays, closed, because records and the audit trail name its id. A later login creates another one. */
export const ERASE_ACCOUNT = statement({
  name: 'erase_account',
  text: `
UPDATE account SET email = '', name = '', role = 'user' WHERE id = $accountId`,
  parameters: ACCOUNT,
});
