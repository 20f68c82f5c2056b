import { z } from 'zod';
import { LOCALES } from '../../../shared/locale';
import { URGENCIES } from '../../../shared/urgency';
import { SOURCES } from './message-values';

export const EXAMPLE_CONVERSATION = '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21';
export const EXAMPLE_MESSAGE = '0b7a9a52-3c51-4e0a-8f39-5f6f0b7d9c34';
/** The question of `exampleAnswer`. */
export const EXAMPLE_QUESTION = 'Which doctor should I see about a skin rash?';
const EXAMPLE_RESPONSE = 'For a skin rash the specialty that fits best is Dermatology. …';

/** How soon the person of a message has to be seen. */
export const urgencySchema = z
  .enum(URGENCIES)
  .describe(
    '`emergency`: danger to life, the reply begins with what to do now. `today`: to be seen the same day, the reply begins with where to go. `routine` says that neither was recognised, not that there is no danger.',
  );

/** The author of a reply. */
export const sourceSchema = z
  .enum(SOURCES)
  .describe('Who wrote the reply: a language model, or the offline assistant, which searches the catalogue.');

/** A complete reply. */
export const answerSchema = z.object({
  response: z.string().describe('The reply.'),
  conversationId: z.string().describe('Send it with the next message to go on.'),
  messageId: z.string().describe('Of the reply; `chatbot.rateResponse` takes it.'),
  urgency: urgencySchema,
  source: sourceSchema,
  language: z.enum(LOCALES).describe('The language of the reply.'),
});

/** An example of a complete reply. */
export const exampleAnswer = {
  response: EXAMPLE_RESPONSE,
  conversationId: EXAMPLE_CONVERSATION,
  messageId: EXAMPLE_MESSAGE,
  urgency: 'routine',
  source: 'model',
  language: 'en',
} as const;

/** An example of a reply that has begun. */
export const EXAMPLE_BEGUN_REPLY = {
  conversationId: EXAMPLE_CONVERSATION,
  messageId: EXAMPLE_MESSAGE,
  urgency: 'routine',
  language: 'en',
} as const;
