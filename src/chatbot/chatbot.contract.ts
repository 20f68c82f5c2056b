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
      message: text(1, 4_000),
      /** Null or absent begins a conversation. */
      conversationId: identifierSchema.nullish(),
    }),
    output: z.object({
      response: z.string(),
      conversationId: z.string(),
      /** The reply's, which `rateResponse` takes. */
      messageId: z.string(),
    }),
    example: {
      input: { message: 'Which doctor should I see about a skin rash?', conversationId: null },
      output: {
        response: 'For a skin rash the specialty that fits best is Dermatology. …',
        conversationId: '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21',
        messageId: '0b7a9a52-3c51-4e0a-8f39-5f6f0b7d9c34',
      },
    },
  }),
  rateResponse: mutation({
    summary: 'Rates a reply with thumbs up or down; rating again replaces the rating.',
    access: 'anyone',
    input: z.object({
      messageId: identifierSchema,
      /** True for thumbs up, false for thumbs down. */
      rating: z.boolean(),
    }),
    output: z.object({
      success: z.literal(true),
      data: z.object({ messageId: z.string(), rating: z.boolean() }),
    }),
    example: {
      input: { messageId: '0b7a9a52-3c51-4e0a-8f39-5f6f0b7d9c34', rating: true },
      output: { success: true, data: { messageId: '0b7a9a52-3c51-4e0a-8f39-5f6f0b7d9c34', rating: true } },
    },
  }),
};
