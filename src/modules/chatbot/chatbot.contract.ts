import { z } from 'zod';
import { countrySchema, UNKNOWN_COUNTRY } from '../../shared/country';
import { identifierSchema } from '../../shared/identifier';
import { pageSchema } from '../../shared/pagination';
import { yearSchema } from '../../shared/period.schema';
import { text } from '../../shared/text';
import { ALL_COUNTRIES_REQUIRED } from '../../platform/access/assert-access';
import { mutation, confidentialQuery, query, subscription } from '../../platform/contract/contract';
import { LOCALES } from '../../shared/locale';
import { exampleMessages, messageSchema } from './conversations/message.schema';
import { MAX_MESSAGE_LENGTH } from './messages/message-values';
import { RATING_REASONS } from './ratings/rating-reasons';
import { ratingSchema } from './ratings/rating.schema';
import {
  NO_SUCH_CONVERSATION,
  NO_SUCH_EVENT,
  NO_SUCH_REPLY,
  TOO_MANY_READERS,
  formatGenerationError,
} from './refusal-texts';
import {
  answerSchema,
  EXAMPLE_BEGUN_REPLY,
  EXAMPLE_CONVERSATION,
  EXAMPLE_MESSAGE,
  EXAMPLE_QUESTION,
  exampleAnswer,
  urgencySchema,
} from './messages/answer.schema';

const page = pageSchema({ maxLimit: 100, defaultLimit: 20 });

const messageInput = z.object({
  message: text(1, MAX_MESSAGE_LENGTH).describe(
    'What to ask, in plain words. If it describes an emergency, the message of an error has the advice, after an empty line; that of a 401 begins with it.',
  ),
  conversationId: identifierSchema.nullish().describe('Null or absent begins a conversation.'),
  country: countrySchema
    .optional()
    .describe('Where the person is, for emergency numbers; the account’s own country when absent.'),
});

const noSuchConversation = {
  code: 'NOT_FOUND',
  when: 'there is no such conversation, or it is somebody else’s',
  message: NO_SUCH_CONVERSATION,
} as const;

const noSuchReply = {
  code: 'NOT_FOUND',
  when: 'there is no such reply, or it was given to somebody else',
  message: NO_SUCH_REPLY,
} as const;

const tooManyMessages = {
  code: 'TOO_MANY_REQUESTS',
  when: 'an address sends too many messages without a session, or too many replies are being written at once',
  message: 'Too many messages without a session; try again in 59 seconds, or sign in',
} as const;

const cannotAnswer = {
  code: 'INTERNAL_SERVER_ERROR',
  when: 'the reply cannot be kept; the message was',
  message: formatGenerationError(EXAMPLE_CONVERSATION),
} as const;

export const chatbotContract = {
  sendMessage: mutation({
    runsWithoutCaller: true,
    idempotency: 'lease',
    // Emergencies are answered above every limit.
    limitsItself: true,
    summary: 'Sends a message to the health assistant and answers with its reply.',
    access: 'anyone',
    audit: 'none',
    input: messageInput,
    output: answerSchema,
    example: { input: { message: EXAMPLE_QUESTION, conversationId: null }, output: exampleAnswer },
    errors: [noSuchConversation, tooManyMessages, cannotAnswer],
  }),
  startReply: mutation({
    runsWithoutCaller: true,
    limitsItself: true,
    idempotency: 'lease',
    summary:
      'Sends a message and answers at once, while the reply is being written: `chatbot.reply` streams it.',
    access: 'anyone',
    audit: 'none',
    input: messageInput,
    output: z.object({
      conversationId: z.string().describe('Send it with the next message to go on.'),
      messageId: z.string().describe('Of the reply; `chatbot.reply` and `chatbot.rateResponse` take it.'),
      urgency: urgencySchema.describe(
        'What is known so far. A model can raise it while it writes the reply, whose end has the last one.',
      ),
      language: z.enum(LOCALES).describe('The language of the reply.'),
    }),
    example: { input: { message: EXAMPLE_QUESTION, conversationId: null }, output: EXAMPLE_BEGUN_REPLY },
    errors: [noSuchConversation, tooManyMessages, cannotAnswer],
  }),
  reply: subscription({
    runsWithoutCaller: true,
    limitsItself: true,
    summary: 'Streams a reply as it is written; a reply that is complete already comes at once.',
    access: 'anyone',
    audit: 'none',
    input: z.object({
      messageId: identifierSchema.describe('Of the reply, as `chatbot.startReply` answered it.'),
      lastEventId: z
        .string()
        .nullish()
        .describe('Id of the last event that was received: the stream goes on after it.'),
    }),
    output: z.discriminatedUnion('type', [
      z.object({ type: z.literal('delta'), text: z.string().describe('What to add to the reply so far.') }),
      z.object({
        type: z.literal('completed'),
        result: answerSchema.describe('As of `chatbot.sendMessage`.'),
      }),
      z.object({
        type: z.literal('failed'),
        code: z
          .enum(['INTERNAL_SERVER_ERROR', 'NOT_FOUND'])
          .describe('`NOT_FOUND` where the conversation was deleted meanwhile.'),
        message: z.string().describe('What to tell the person.'),
      }),
    ]),
    example: {
      input: { messageId: EXAMPLE_MESSAGE },
      output: { type: 'completed', result: exampleAnswer },
    },
    errors: [
      noSuchReply,
      {
        code: 'TOO_MANY_REQUESTS',
        when: 'too many read the reply, or too many streams go to one address',
        message: TOO_MANY_READERS,
      },
      {
        code: 'BAD_REQUEST',
        when: '`lastEventId` is no id of an event',
        message: NO_SUCH_EVENT,
      },
    ],
  }),
  conversations: query({
    summary: 'The caller’s own conversations, the last used first.',
    access: 'session',
    audit: 'none',
    input: page,
    output: z.object({
      success: z.literal(true),
      data: z.object({
        conversations: z.array(
          z.object({
            conversationId: z.string(),
            title: z.string().describe('The beginning of its first message.'),
            startedAt: z.iso.datetime(),
            lastMessageAt: z.iso.datetime(),
          }),
        ),
        nextCursor: z.string().nullable().describe('Null on the last page.'),
      }),
    }),
    example: {
      input: { limit: 20 },
      output: {
        success: true,
        data: {
          conversations: [
            {
              conversationId: EXAMPLE_CONVERSATION,
              title: EXAMPLE_QUESTION,
              startedAt: '2026-03-14T10:05:40.201Z',
              lastMessageAt: '2026-03-14T10:05:42.917Z',
            },
          ],
          nextCursor: null,
        },
      },
    },
  }),
  history: confidentialQuery({
    summary: 'The messages of a conversation, last said first, with the caller’s own ratings.',
    access: 'anyone',
    audit: 'none',
    input: page.extend({ conversationId: identifierSchema }),
    output: z.object({
      success: z.literal(true),
      data: z.object({
        messages: z.array(messageSchema),
        nextCursor: z.string().nullable().describe('Null on the last page.'),
      }),
    }),
    example: {
      input: { conversationId: EXAMPLE_CONVERSATION },
      output: {
        success: true,
        data: {
          messages: exampleMessages,
          nextCursor: null,
        },
      },
    },
    errors: [noSuchConversation],
  }),
  rateResponse: mutation({
    summary: 'Rates a reply with thumbs up or down; rating again replaces the rating.',
    access: 'anyone',
    audit: 'none',
    input: z.object({
      messageId: identifierSchema.describe('Of the reply, as `chatbot.sendMessage` answered it.'),
      rating: z.boolean().describe('True for thumbs up, false for thumbs down.'),
      reason: z
        .enum(RATING_REASONS, { error: `expected one of ${RATING_REASONS.join(', ')}` })
        .nullish()
        .describe('Why, in one word.'),
      comment: text(1, 500).nullish().describe('Why, in the person’s own words.'),
    }),
    output: z.object({
      success: z.literal(true),
      data: ratingSchema.extend({ messageId: z.string() }),
    }),
    example: {
      input: { messageId: EXAMPLE_MESSAGE, rating: true, reason: 'helpful' },
      output: {
        success: true,
        data: { messageId: EXAMPLE_MESSAGE, rating: true, reason: 'helpful', comment: null },
      },
    },
    errors: [noSuchReply],
  }),
  deleteConversation: mutation({
    summary: 'Deletes a conversation with its messages and ratings, for good.',
    access: 'anyone',
    audit: 'service',
    input: z.object({ conversationId: identifierSchema }),
    output: z.object({ success: z.literal(true), data: z.object({ conversationId: z.string() }) }),
    example: {
      input: { conversationId: EXAMPLE_CONVERSATION },
      output: { success: true, data: { conversationId: EXAMPLE_CONVERSATION } },
    },
    errors: [noSuchConversation],
  }),
  ratingStats: query({
    work: 'statistics',
    summary: 'How replies were rated: by month, model, version of the instructions, and language.',
    access: ['admin'],
    audit: { touched: ({ caller }) => [{ country: caller?.country ?? UNKNOWN_COUNTRY }] },
    input: z.object({ year: yearSchema.optional().describe('In UTC; the current one when absent.') }),
    errors: [
      {
        code: 'FORBIDDEN',
        when: 'the account is not of all countries: ratings have no country',
        message: ALL_COUNTRIES_REQUIRED,
      },
    ],
    output: z.object({
      success: z.literal(true),
      data: z.array(
        z.object({
          month: z.string().describe('Of the reply, in UTC: `YYYY-MM`.'),
          model: z.string().describe('Empty where it is not known.'),
          promptVersion: z.string().nullable().describe('Null for the offline assistant.'),
          language: z.enum(LOCALES).nullable().describe('Null for replies from before it was kept.'),
          replies: z.int(),
          thumbsUp: z.int(),
          thumbsDown: z.int(),
          reasons: z
            .partialRecord(z.enum(RATING_REASONS), z.int())
            .describe('Ratings that give each reason.'),
        }),
      ),
    }),
    example: {
      input: { year: 2026 },
      output: {
        success: true,
        data: [
          {
            month: '2026-03',
            model: 'gpt-4.1-mini',
            promptVersion: '3',
            language: 'en',
            replies: 1_204,
            thumbsUp: 310,
            thumbsDown: 41,
            reasons: { helpful: 190, unclear: 17 },
          },
        ],
      },
    },
  }),
};
