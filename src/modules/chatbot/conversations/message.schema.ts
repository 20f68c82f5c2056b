import { z } from 'zod';
import { LOCALES } from '../../../shared/locale';
import { ratingSchema } from '../ratings/rating.schema';
import {
  EXAMPLE_MESSAGE,
  EXAMPLE_QUESTION,
  exampleAnswer,
  sourceSchema,
  urgencySchema,
} from '../messages/answer.schema';
import { MESSAGE_ROLES, MESSAGE_STATES } from '../messages/message-values';

/** A message in the history of a conversation. */
export const messageSchema = z.object({
  messageId: z.string(),
  role: z.enum(MESSAGE_ROLES),
  text: z.string(),
  sentAt: z.iso.datetime(),
  state: z
    .enum(MESSAGE_STATES)
    .describe(
      'Of a reply: `chatbot.reply` streams one that is being written; one that failed may hold advice for an emergency.',
    ),
  urgency: urgencySchema.nullable().describe('Null for a person’s message.'),
  source: sourceSchema.nullable().describe('Null for a person’s message, or while it is not known.'),
  language: z
    .enum(LOCALES)
    .nullable()
    .describe('Of a reply. Null for a person’s message, or while it is not known.'),
  rating: ratingSchema.nullable().describe('Null where the caller did not rate the reply.'),
});

/** An example of a history, newest message first. */
export const exampleMessages = [
  {
    messageId: EXAMPLE_MESSAGE,
    role: 'assistant',
    text: exampleAnswer.response,
    sentAt: '2026-03-14T10:05:42.917Z',
    state: 'completed',
    urgency: 'routine',
    source: 'model',
    language: 'en',
    rating: { rating: true, reason: 'helpful', comment: null },
  },
  {
    messageId: 'f0c0a1f6-0d8c-4a52-8f6e-1f9a3c0b7a11',
    role: 'user',
    text: EXAMPLE_QUESTION,
    sentAt: '2026-03-14T10:05:40.201Z',
    state: 'completed',
    urgency: null,
    source: null,
    language: null,
    rating: null,
  },
] satisfies z.input<typeof messageSchema>[];
