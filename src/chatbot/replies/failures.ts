import type { Ending } from './live-reply';

/** What people are told where a reply cannot be had or kept. */
export function couldNotAnswer(conversationId: string): string {
  return `The assistant could not answer just now. Your message was kept: go on in conversation ${conversationId}.`;
}

export const NO_SUCH_CONVERSATION = 'conversationId: no such conversation';

/** What those who read along are told in the same case: an event, since clients ask again and again after an error. */
export function failed(message: string): Ending {
  return { type: 'failed', code: 'INTERNAL_SERVER_ERROR', message };
}
