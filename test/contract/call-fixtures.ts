import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type PlainCaller, payload } from '../support/plain-caller';
import { recordConsultation } from './consultations';
import { sendMessage } from './messages';

/**
 * Creates the records to which a procedure's example refers, and returns an input that refers to them.
 * @param createAdmin creates an administrator of all countries, for records that the caller may not create
 */
export type InputFixture = (
  example: unknown,
  caller: PlainCaller,
  createAdmin: () => Promise<PlainCaller>,
) => Promise<unknown>;

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
  'health.alertHandling': createAlert,
  'health.handleAlert': createAlert,
  'consultations.void': async (example, caller) => {
    const { id } = await recordConsultation(caller);
    return { ...z.object({ reason: z.string() }).parse(example), id };
  },
  'views.delete': saveView,
  'views.rename': saveView,
};

/** Saves the view that the example names, as often as it is needed. */
async function saveView(example: unknown, caller: PlainCaller): Promise<unknown> {
  const { name } = z.object({ name: z.string() }).parse(example);
  const suffix = randomUUID();
  const input = { ...z.object({}).loose().parse(example), name: `${name} ${suffix}` };
  payload(await caller.post('views.save', { name: input.name, query: 'period=2026' }));
  return 'newName' in input ? { ...input, newName: suffix } : input;
}

/** Records a case of the example's disease, of which one case is an alert. */
async function createAlert(
  example: unknown,
  _caller: PlainCaller,
  createAdmin: () => Promise<PlainCaller>,
): Promise<unknown> {
  const { country, pathology } = z.object({ country: z.string(), pathology: z.string() }).parse(example);
  const consultationDate = '2026-03-11T08:00:00Z';
  await recordConsultation(await createAdmin(), { pathologyName: pathology, country, consultationDate });
  return example;
}

const createReply = (caller: PlainCaller) => sendMessage(caller, 'I have a headache');
