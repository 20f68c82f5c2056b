import type { Ending } from './live-reply';

/** What those who read along are told of a failure: an event, since clients ask again and again after an error. */
export function failed(message: string): Ending {
  return { type: 'failed', code: 'INTERNAL_SERVER_ERROR', message };
}

/** What they are told of a conversation that was deleted meanwhile. */
export const DELETED: Ending = { type: 'failed', code: 'NOT_FOUND', message: 'The conversation was deleted' };
