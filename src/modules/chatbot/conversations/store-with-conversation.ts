import { LeasedResponse } from '../../../platform/idempotency/leased-response';
import { HOLD_CONVERSATION } from './conversations.sql';

/**
 * Stores a response under its `Idempotency-Key` only if its conversation still exists, and returns the response. A
 * deletion removes the stored responses that it sees; this one may be stored after it.
 */
export function storeWithConversation<
  Response extends { readonly conversationId: string; readonly messageId: string },
>(response: Response): Response {
  const { conversationId, messageId } = response;
  LeasedResponse.storeOnlyIf(async (transaction) => {
    const held = await transaction.first(HOLD_CONVERSATION, { conversationId, replyId: messageId });
    return held !== undefined;
  });
  return response;
}
