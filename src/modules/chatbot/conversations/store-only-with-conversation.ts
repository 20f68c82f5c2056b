import { LeasedResponse } from '../../../platform/idempotency/leased-response';
import { HOLD_CONVERSATION } from './conversations.sql';

/**
 * Lets the response be stored under its `Idempotency-Key` only if its conversation exists at that time; returns the response.
 * A deletion cannot remove a response that is stored after it.
 */
export function storeOnlyWithConversation<
  Response extends { readonly conversationId: string; readonly messageId: string },
>(response: Response): Response {
  const { conversationId, messageId } = response;
  LeasedResponse.storeOnlyIf(async (transaction) => {
    const held = await transaction.first(HOLD_CONVERSATION, { conversationId, replyId: messageId });
    return held !== undefined;
  });
  return response;
}
