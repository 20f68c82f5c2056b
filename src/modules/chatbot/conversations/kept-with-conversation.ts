import { LeasedAnswer } from '../../../platform/idempotency/leased-answer';
import { HOLD_CONVERSATION } from './conversations.sql';

/**
 * An answer that is stored under a key goes with its conversation, also where that is deleted when the answer is known and
 * not yet stored: who deletes forgets what is stored then. An answer that the platform could not keep is not stored either.
 */
export function keptWithConversation<
  Answer extends { readonly conversationId: string; readonly messageId: string },
>(answer: Answer): Answer {
  LeasedAnswer.keepOnlyIf(async (transaction) => {
    const held = await transaction.query<unknown[]>(HOLD_CONVERSATION, [
      answer.conversationId,
      answer.messageId,
    ]);
    return held.length > 0;
  });
  return answer;
}
