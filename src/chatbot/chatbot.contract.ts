import { z } from 'zod';
import { identifierSchema } from '../fields/identifier';
import { text } from '../fields/text';
import { mutation } from '../trpc/contract';

export const chatbotContract = {
  sendMessage: mutation({
    repetition: 'lease',
    summary: 'Sends a message to the health assistant and answers with its reply.',
    access: 'anyone',
    input: z.object({
      message: text(1, 4_000).describe('What to ask, in plain words.'),
      conversationId: identifierSchema.nullish().describe('Null or absent begins a conversation.'),
    }),
    output: z.object({
      response: z.string().describe('The reply.'),
      conversationId: z.string().describe('Send it with the next message to go on.'),
      messageId: z.string().describe('Of the reply; `chatbot.rateResponse` takes it.'),
    }),
    example: {
      input: { message: 'Which doctor should I see about a skin rash?', conversationId: null },
      output: {
        response: 'For a skin rash the specialty that fits best is Dermatology. …',
        conversationId: '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21',
        messageId: '0b7a9a52-3c51-4e0a-8f39-5f6f0b7d9c34',
      },
    },
    errors: [
      {
        code: 'NOT_FOUND',
        when: 'there is no such conversation, or it is somebody else’s',
        message: 'conversationId: no such conversation',
      },
      {
        code: 'TOO_MANY_REQUESTS',
        when: 'an address sends too many messages without a session',
        message: 'Too many messages without a session; try again in 59 seconds, or sign in',
      },
      {
        code: 'INTERNAL_SERVER_ERROR',
        when: 'the assistant fails; the message was kept',
        message:
          'The assistant could not answer just now. Your message was kept: go on in conversation 6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21.',
      },
    ],
  }),
  rateResponse: mutation({
    summary: 'Rates a reply with thumbs up or down; rating again replaces the rating.',
    access: 'anyone',
    input: z.object({
      messageId: identifierSchema.describe('Of the reply, as `chatbot.sendMessage` answered it.'),
      rating: z.boolean().describe('True for thumbs up, false for thumbs down.'),
    }),
    output: z.object({
      success: z.literal(true),
      data: z.object({ messageId: z.string(), rating: z.boolean() }),
    }),
    example: {
      input: { messageId: '0b7a9a52-3c51-4e0a-8f39-5f6f0b7d9c34', rating: true },
      output: { success: true, data: { messageId: '0b7a9a52-3c51-4e0a-8f39-5f6f0b7d9c34', rating: true } },
    },
    errors: [
      {
        code: 'NOT_FOUND',
        when: 'there is no such reply, or it was given to somebody else',
        message: 'messageId: no such reply',
      },
    ],
  }),
};
