import { z } from 'zod';
import { consultationsContract } from '../../src/modules/consultations/consultations.contract';
import { type PlainCaller, payload } from '../support/plain-caller';

/** Creates the records to which a procedure's example refers, and returns an input that refers to them. */
export type InputFixture = (example: unknown, caller: PlainCaller) => Promise<unknown>;

/** By procedure. Procedures without a fixture are called with their example. */
export const inputFixtures: Readonly<Record<string, InputFixture>> = {
  'chatbot.deleteConversation': async (_example, caller) => {
    const { conversationId } = await createReply(caller);
    return { conversationId };
  },
  'chatbot.history': async (example, caller) => {
    const { conversationId } = await createReply(caller);
    return { ...z.object({}).loose().parse(example), conversationId };
  },
  'chatbot.rateResponse': async (example, caller) => {
    const { messageId } = await createReply(caller);
    return { ...z.object({}).loose().parse(example), messageId };
  },
  'chatbot.reply': async (_example, caller) => {
    const { messageId } = await createReply(caller);
    return { messageId };
  },
  'consultations.void': async (example, caller) => {
    const { record } = consultationsContract;
    const recorded = payload(await caller.post('consultations.record', record.example.input));
    const { id } = record.output.parse(recorded).data;
    return { ...z.object({ reason: z.string() }).parse(example), id };
  },
};

async function createReply(caller: PlainCaller): Promise<{ conversationId: string; messageId: string }> {
  const reply = payload(await caller.post('chatbot.sendMessage', { message: 'I have a headache' }));
  return z.object({ conversationId: z.string(), messageId: z.string() }).parse(reply);
}
