import { z } from 'zod';
import { type PlainCaller, payload } from '../support/plain-caller';

const replySchema = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  response: z.string(),
  source: z.string(),
});

/** Sends a message, in a new conversation if no id is given. @returns the reply */
export async function sendMessage(
  caller: PlainCaller,
  message: string,
  conversationId?: string,
): Promise<z.output<typeof replySchema>> {
  return replySchema.parse(payload(await caller.post('chatbot.sendMessage', { message, conversationId })));
}
