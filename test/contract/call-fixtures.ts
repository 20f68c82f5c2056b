import { z } from 'zod';
import { consultationsContract } from '../../src/modules/consultations/consultations.contract';
import { type PlainCaller, payload } from '../support/plain-caller';

/**
 * Makes an input out of a procedure's example, for a caller who may use it, where the example alone cannot work:
 * it names something that has to exist first.
 */
export type InputFixture = (example: unknown, caller: PlainCaller) => Promise<unknown>;

/** The procedures whose example needs something to exist. Every other procedure is called with its example. */
export const inputFixtures: Readonly<Record<string, InputFixture>> = {
  'chatbot.deleteConversation': async (_example, caller) => {
    const { conversationId } = await replyTo(caller);
    return { conversationId };
  },
  'chatbot.history': async (example, caller) => {
    const { conversationId } = await replyTo(caller);
    return { ...z.object({}).loose().parse(example), conversationId };
  },
  'chatbot.rateResponse': async (example, caller) => {
    const { messageId } = await replyTo(caller);
    return { ...z.object({}).loose().parse(example), messageId };
  },
  'chatbot.reply': async (_example, caller) => {
    const { messageId } = await replyTo(caller);
    return { messageId };
  },
  'consultations.void': async (example, caller) => {
    const { record } = consultationsContract;
    const recorded = payload(await caller.post('consultations.record', record.example.input));
    const { id } = record.output.parse(recorded).data;
    return { ...z.object({ reason: z.string() }).parse(example), id };
  },
};

async function replyTo(caller: PlainCaller): Promise<{ conversationId: string; messageId: string }> {
  const reply = payload(await caller.post('chatbot.sendMessage', { message: 'I have a headache' }));
  return z.object({ conversationId: z.string(), messageId: z.string() }).parse(reply);
}
