import { NO_SUCH_REPLY, formatGenerationError } from '../refusal-texts';
import type { Source } from '../messages/message-values';
import type { Ending } from './live-reply';
import type { ReplyDraft, StoredReply } from './reply.store';

/** The last event of a reply whose conversation was deleted. */
export const DELETED: Ending = { type: 'failed', code: 'NOT_FOUND', message: 'The conversation was deleted' };

/** The last event for a reader whose reply was deleted, or who may no longer read it because an account claimed it. */
export const NOT_READABLE: Ending = { type: 'failed', code: 'NOT_FOUND', message: NO_SUCH_REPLY };

/** Returns the last event of a failed reply. Sent as an event, not as an error: after this error, clients reconnect. */
export function buildFailedEnding(conversationId: string): Ending {
  return { type: 'failed', code: 'INTERNAL_SERVER_ERROR', message: formatGenerationError(conversationId) };
}

/** Returns the last event of a complete reply. */
export function buildCompletedEnding(
  { conversationId, messageId }: { readonly conversationId: string; readonly messageId: string },
  { content: response, urgency, language }: ReplyDraft,
  source: Source,
): Ending {
  return { type: 'completed', result: { response, conversationId, messageId, urgency, source, language } };
}

/** Returns the last event of a stored reply; undefined while it is being generated. */
export function getStoredEnding(messageId: string, stored: StoredReply): Ending | undefined {
  const { state, conversationId, content, urgency, source, language } = stored;
  if (state === 'writing') return undefined;
  if (state === 'failed') return buildFailedEnding(conversationId);
  // Replies of the first releases have no urgency, source and language.
  const draft = { content, urgency: urgency ?? 'routine', language: language ?? 'en' };
  return buildCompletedEnding({ conversationId, messageId }, draft, source ?? 'offline');
}
