import type { ChatTurn } from '../assistant-model';

/**
 * The same conversation with the person's turn first and the roles in alternation: the chat templates of Mistral
 * and Gemma, among others, refuse any other order, and would refuse it for good. It is broken by a message that
 * got no reply, by messages sent at once, and by a window that begins in the middle of a conversation.
 */
export function alternating(turns: readonly ChatTurn[]): ChatTurn[] {
  const begin = turns.findIndex(({ role }) => role === 'user');
  const alternated: ChatTurn[] = [];
  for (const { role, content } of begin < 0 ? [] : turns.slice(begin)) {
    const before = alternated.at(-1);
    if (before?.role === role) alternated.splice(-1, 1, { role, content: `${before.content}\n\n${content}` });
    else alternated.push({ role, content });
  }
  return alternated;
}
